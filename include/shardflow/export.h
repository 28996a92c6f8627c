#ifndef SHARDFLOW_EXPORT_H_
#define SHARDFLOW_EXPORT_H_

// Marks what the library exports; everything else is hidden.
#define SHARDFLOW_EXPORT __attribute__((visibility("default")))

#endif  // SHARDFLOW_EXPORT_H_
