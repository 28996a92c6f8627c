#ifndef SHARDFLOW_EXPORT_H_
#define SHARDFLOW_EXPORT_H_

// SHARDFLOW_EXPORT marks a class or function that the library exports.
// Everything else is hidden. SHARDFLOW_HIDDEN marks a class that is nested in
// an exported class but is hidden itself.
//
// On Windows, which isn't supported yet, define SHARDFLOW_BUILDING to compile
// the library, and SHARDFLOW_STATIC to compile programs that link it
// statically.
#if !defined(_WIN32)
#define SHARDFLOW_EXPORT __attribute__((visibility("default")))
#define SHARDFLOW_HIDDEN __attribute__((visibility("hidden")))
#else
#define SHARDFLOW_HIDDEN
#if defined(SHARDFLOW_STATIC)
#define SHARDFLOW_EXPORT
#elif defined(SHARDFLOW_BUILDING)
#define SHARDFLOW_EXPORT __declspec(dllexport)
#else
#define SHARDFLOW_EXPORT __declspec(dllimport)
#endif
#endif

#endif  // SHARDFLOW_EXPORT_H_
