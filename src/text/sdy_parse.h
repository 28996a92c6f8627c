#ifndef SHARDFLOW_TEXT_SDY_PARSE_H_
#define SHARDFLOW_TEXT_SDY_PARSE_H_

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>

#include "absl/container/inlined_vector.h"

#include "text/parser.h"

// What the parsers of sdy's attributes share; inside src/text only.

namespace shardflow::sdy {

template <class T>
using List = absl::InlinedVector<T, 8>;

// Returns `ok`; if false, adds what MLIR's generated parsers say after the
// error in a parameter.
bool Param(Parser& p, bool ok, std::string_view attr, std::string_view param,
           std::string_view type);

// A nested attribute may be written in full or as an alias: `#...`.
Opt ParseWhole(Parser& p, AttrKind kind, AttrId& attr);

inline std::span<const int64_t> Words(Parser& p, AttrId attr) {
  return p.module().attrs.words(attr);
}
template <class IdT>
IdT WordId(int64_t word) {
  return IdT(static_cast<int32_t>(word));
}

inline AttrId Make(Parser& p, AttrKind kind, std::span<const int64_t> words) {
  return p.module().attrs.Make(kind, words);
}
inline AttrId Make(Parser& p, AttrKind kind,
                   std::initializer_list<int64_t> words) {
  return Make(p, kind, std::span(words.begin(), words.size()));
}

// "a" or "a":(1)2
bool ParseAxisRef(Parser& p, AxisRef& axis);

// The body of a kDimMapping, kTensorMapping or kRule.
AttrId ParseRuleAttr(Parser& p, AttrKind kind);

// The bodies of the debug attributes.
bool ParseEdgeValueRef(Parser& p, AttrId& attr);
bool ParseAxisToDetails(Parser& p, AttrId& attr);
bool ParsePropagationOneStep(Parser& p, AttrId& attr);
bool ParsePropagationEdges(Parser& p, List<int64_t>& steps);

}  // namespace shardflow::sdy

#endif  // SHARDFLOW_TEXT_SDY_PARSE_H_
