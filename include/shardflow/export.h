#ifndef SHARDFLOW_EXPORT_H_
#define SHARDFLOW_EXPORT_H_

// Marks what the library exports; everything else is hidden.
#define SHARDFLOW_EXPORT __attribute__((visibility("default")))
// For what is inside of something exported, and isn't.
#define SHARDFLOW_HIDDEN __attribute__((visibility("hidden")))

#endif  // SHARDFLOW_EXPORT_H_
