#ifndef SHARDFLOW_TEXT_SDY_PARSE_H_
#define SHARDFLOW_TEXT_SDY_PARSE_H_

#include <cstdint>
#include <string_view>

#include "absl/container/inlined_vector.h"

#include "text/parser.h"

// Functions shared by the parsers for sdy's attributes. Only for files in
// src/text.

namespace shardflow::internal::sdy {

template <class T>
using List = absl::InlinedVector<T, 8>;

// Returns `ok`. If it is false, also reports the error that MLIR's generated
// parsers report for the parameter.
bool Param(Parser& p, bool ok, std::string_view attr, std::string_view param,
           std::string_view type);

// Parses a nested attribute that is written in full or as an alias, and so
// begins with `#`. On success, `attr` is of the kind `kind`.
Opt ParseWhole(Parser& p, AttrKind kind, AttrId& attr);

// Like ParseWhole for a kind, but sets `value` to the attribute's contents.
template <class T>
Opt ParseWhole(Parser& p, T& value) {
  AttrId attr;
  const Opt opt = ParseWhole(p, T::kKind, attr);
  if (opt == Opt::kOk) value = p.module().attrs.As<T>(attr);
  return opt;
}

// Parses an axis or sub-axis, such as `"a"` or `"a":(1)2`.
bool ParseAxisRef(Parser& p, AxisRef& axis);

// Parses the body of a kDimMapping, kTensorMapping or kRule.
AttrId ParseRuleAttr(Parser& p, AttrKind kind);

// Parse the bodies of the debug attributes.
bool ParseEdgeValueRef(Parser& p, AttrId& attr);
bool ParseAxisToDetails(Parser& p, AttrId& attr);
bool ParsePropagationOneStep(Parser& p, AttrId& attr);
AttrId ParsePropagationEdges(Parser& p);

}  // namespace shardflow::internal::sdy

#endif  // SHARDFLOW_TEXT_SDY_PARSE_H_
