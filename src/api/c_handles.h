#ifndef SHARDFLOW_API_C_HANDLES_H_
#define SHARDFLOW_API_C_HANDLES_H_

#include "shardflow/builder.h"
#include "shardflow/c.h"
#include "shardflow/handles.h"

// Converts handles, which consist of the same two words in C and C++.

namespace shardflow::internal::c {

inline ValueRef From(shardflow_value value) {
  return {value.origin, value.index};
}
inline OpRef From(shardflow_op op) { return {op.origin, op.index}; }
inline BlockRef From(shardflow_block block) {
  return {block.origin, block.index};
}

inline TypeRef From(shardflow_type type) { return {type.origin, type.index}; }
inline AttributesRef From(shardflow_attributes attributes) {
  return {attributes.origin, attributes.index};
}

inline shardflow_value ToValue(ValueRef value) {
  return {value.origin, value.index};
}
inline shardflow_op ToOp(OpRef op) { return {op.origin, op.index}; }
inline shardflow_block ToBlock(BlockRef block) {
  return {block.origin, block.index};
}
inline shardflow_type ToType(TypeRef type) { return {type.origin, type.index}; }
inline shardflow_attributes ToAttributes(AttributesRef attributes) {
  return {attributes.origin, attributes.index};
}

}  // namespace shardflow::internal::c

#endif  // SHARDFLOW_API_C_HANDLES_H_
