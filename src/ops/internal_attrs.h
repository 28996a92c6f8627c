#ifndef SHARDFLOW_OPS_INTERNAL_ATTRS_H_
#define SHARDFLOW_OPS_INTERNAL_ATTRS_H_

#include <optional>
#include <string_view>

#include "ir/module.h"

// Attributes that link the ops of a module to objects of the process, and so
// mean nothing to anyone who reads the module's text. They are never written.
//
//   PrintModule(*WithoutInternalAttrs(m), options, out);

namespace shardflow::internal {

// The number of the OpInterface object that answers for the op
// (api/adapter.cc).
inline constexpr std::string_view kInterfaceNumber = "shardflow.interface";
// The number of the embedder's op that this one is a copy of
// (api/adapter_copies.h).
inline constexpr std::string_view kOpNumber = "shardflow.op";

bool IsInternalAttr(std::string_view name);

// A module as it is to be written: a copy, if any op has internal attributes,
// otherwise `m` itself, which must outlive this object. The copy costs only
// those who write a program that was made from a graph of theirs; a test in the
// printers, for each attribute, would cost everyone.
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
