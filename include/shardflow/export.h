#ifndef SHARDFLOW_EXPORT_H_
#define SHARDFLOW_EXPORT_H_

// Marks a class or function that the library exports. All others are hidden.
#define SHARDFLOW_EXPORT __attribute__((visibility("default")))
// Marks a class that is nested in an exported class, but hidden itself.
#define SHARDFLOW_HIDDEN __attribute__((visibility("hidden")))

#endif  // SHARDFLOW_EXPORT_H_
