#ifndef SHARDFLOW_TEXT_SDY_PARSE_H_
#define SHARDFLOW_TEXT_SDY_PARSE_H_

#include <cstdint>
#include <string_view>

#include "absl/container/inlined_vector.h"

#include "text/parser.h"

// What the parsers of sdy's attributes share; inside src/text only.

namespace shardflow::internal::sdy {

template <class T>
using List = absl::InlinedVector<T, 8>;

// Returns `ok`; if false, adds what MLIR's generated parsers say after the
// error in a parameter.
bool Param(Parser& p, bool ok, std::string_view attr, std::string_view param,
           std::string_view type);

// A nested attribute may be written in full or as an alias: `#...`. Then `attr`
// is of the kind wanted.
Opt ParseWhole(Parser& p, AttrKind kind, AttrId& attr);

// The same, and what it holds.
template <class T>
Opt ParseWhole(Parser& p, T& value) {
  AttrId attr;
  const Opt opt = ParseWhole(p, T::kKind, attr);
  if (opt == Opt::kOk) value = p.module().attrs.As<T>(attr);
  return opt;
}

// "a" or "a":(1)2
bool ParseAxisRef(Parser& p, AxisRef& axis);

// The body of a kDimMapping, kTensorMapping or kRule.
AttrId ParseRuleAttr(Parser& p, AttrKind kind);

// The bodies of the debug attributes.
bool ParseEdgeValueRef(Parser& p, AttrId& attr);
bool ParseAxisToDetails(Parser& p, AttrId& attr);
bool ParsePropagationOneStep(Parser& p, AttrId& attr);
AttrId ParsePropagationEdges(Parser& p);

}  // namespace shardflow::internal::sdy

#endif  // SHARDFLOW_TEXT_SDY_PARSE_H_
