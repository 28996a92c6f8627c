#ifndef SHARDFLOW_EXPORT_H_
#define SHARDFLOW_EXPORT_H_

// Marks what the library exports. Everything else is hidden.
#define SHARDFLOW_EXPORT __attribute__((visibility("default")))
// Marks a part of an exported class that is not exported itself.
#define SHARDFLOW_HIDDEN __attribute__((visibility("hidden")))

#endif  // SHARDFLOW_EXPORT_H_
