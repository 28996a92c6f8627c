#include "ops/op_def.h"

#include <algorithm>
#include <array>

namespace shardflow::internal {
namespace {

constinit const OpDef kUnknownDef{};

constexpr std::string_view kMnemonics[] = {
    "",
#define OP(enumerator, mnemonic, arity, form) mnemonic,
#include "ops/op_kind.def"
#undef OP
};

// Parses "1+" (at least one), "*" (any number) or a digit.
consteval OpArity::Count ParseCount(std::string_view text) {
  if (text == "*") return {};
  if (text.empty() || text[0] < '0' || text[0] > '9') throw "not a number";
  const bool or_more = text.substr(1) == "+";
  if (text.size() > 1 && !or_more) throw "neither a digit nor a digit and +";
  return {static_cast<int8_t>(text[0] - '0'), or_more};
}

consteval OpArity ParseArity(std::string_view text) {
  constexpr std::string_view kArrow = " -> ";
  const size_t arrow = text.find(kArrow);
  return {ParseCount(text.substr(0, arrow)),
          ParseCount(text.substr(arrow + kArrow.size()))};
}

static_assert(std::is_sorted(std::begin(kMnemonics), std::end(kMnemonics)),
              "op_kind.def is sorted by mnemonic: FindOpKind relies on it");

}  // namespace

constinit const OpDef* const kOpDefs[] = {
    &kUnknownDef,
#define OP(enumerator, mnemonic, arity, form) &k##enumerator##Def,
#include "ops/op_kind.def"
#undef OP
};

constinit const OpArity kOpArities[] = {
    {},
#define OP(enumerator, mnemonic, arity, form) ParseArity(arity),
#include "ops/op_kind.def"
#undef OP
};

std::string_view OpMnemonic(OpKind kind) {
  return kMnemonics[static_cast<size_t>(kind)];
}

OpKind FindOpKind(std::string_view mnemonic) {
  if (mnemonic.empty()) return OpKind::kUnknown;
  const auto* const at =
      std::lower_bound(std::begin(kMnemonics), std::end(kMnemonics), mnemonic);
  if (at == std::end(kMnemonics) || *at != mnemonic) return OpKind::kUnknown;
  return static_cast<OpKind>(at - std::begin(kMnemonics));
}

std::string_view NameBeforeImport(std::string_view name) {
  return name == OpMnemonic(OpKind::kSdyConstant)
             ? OpMnemonic(OpKind::kConstant)
             : name;
}

Module NewModule() {
  Module m;
  m.SetKind(m.root(), OpKind::kModule, m.name(m.root()));
  return m;
}

}  // namespace shardflow::internal
