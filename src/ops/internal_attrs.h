#ifndef SHARDFLOW_OPS_INTERNAL_ATTRS_H_
#define SHARDFLOW_OPS_INTERNAL_ATTRS_H_

#include <optional>
#include <string_view>

#include "ir/module.h"

// Attributes that link ops to objects of this process. They mean nothing to a
// reader of the module's text, so they are never written.
//
//   PrintModule(*WithoutInternalAttrs(m), options, out);

namespace shardflow::internal {

// A number that identifies the op's OpInterface object (api/adapter.cc).
inline constexpr std::string_view kInterfaceNumber = "shardflow.interface";
// A number that identifies the embedder's op of which this op is a copy
// (api/adapter_copies.h).
inline constexpr std::string_view kOpNumber = "shardflow.op";

bool IsInternalAttr(std::string_view name);

// A module without internal attributes, for writing: a copy if any op has such
// attributes, otherwise `m` itself, which must outlive this object. Only
// programs made from an embedder's graph need the copy. Checking each attribute
// in the printers instead would slow down all programs.
class WithoutInternalAttrs {
 public:
  explicit WithoutInternalAttrs(const Module& m);
  const Module& operator*() const { return copy_ ? *copy_ : m_; }

 private:
  const Module& m_;
  std::optional<Module> copy_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_INTERNAL_ATTRS_H_
