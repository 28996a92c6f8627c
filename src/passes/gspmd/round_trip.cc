#include "passes/gspmd/round_trip.h"

#include <utility>

#include "passes/gspmd/marks.h"
#include "text/read.h"
#include "text/write.h"

namespace shardflow::internal {
namespace {

AttrId FrontendAttrs(const Module& m, AttrId dict) {
  const NameId key = m.names.Find(kFrontendAttributes);
  if (!dict || !key) return AttrId::None();
  const AttrId attrs = m.attrs.DictGet(dict, key);
  return m.attrs.Is(attrs, AttrKind::kDict) ? attrs : AttrId::None();
}

// Unescapes quotes, which XLA's printers escape once or not at all.
std::string Unescaped(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size() && text[i + 1] == '"') ++i;
    out.push_back(text[i]);
  }
  return out;
}

}  // namespace

std::optional<AttrId> RoundTripAttr(Module& m, AttrId dict,
                                    std::string_view name, OpId op,
                                    Diagnostics& diagnostics) {
  const std::optional<NameId> text =
      FindString(m, FrontendAttrs(m, dict), name);
  if (!text) return AttrId::None();
  Diagnostics own;
  const AttrId attr = ParseAttr(m, Unescaped(m.names.Get(*text)), own);
  if (attr) return attr;
  diagnostics.Error(m.Place(op),
                    std::string(name) + " is not an attribute: " +
                        (own.empty() ? "" : own.all().front().text));
  return std::nullopt;
}

AttrId WithoutRoundTripAttr(Module& m, AttrId dict, std::string_view name) {
  const AttrId attrs = FrontendAttrs(m, dict);
  if (!attrs) return dict;
  const AttrId rest = Without(m, attrs, name);
  const NameId key = m.names.Find(kFrontendAttributes);
  const AttrId changed = m.attrs.DictSet(dict, key, rest, m.names);
  return changed && m.attrs.DictSize(changed) == 0 ? AttrId::None() : changed;
}

AttrId WithRoundTripAttr(Module& m, AttrId dict, std::string_view name,
                         AttrId value) {
  std::string text;
  PrintAttr(m, value, text);
  AttrId attrs = FrontendAttrs(m, dict);
  if (!attrs) attrs = m.attrs.EmptyDict();
  attrs = m.attrs.DictSet(attrs, m.names.Intern(name),
                          m.attrs.String(m.names.Intern(text)), m.names);
  if (!dict) dict = m.attrs.EmptyDict();
  return m.attrs.DictSet(dict, m.names.Intern(kFrontendAttributes), attrs,
                         m.names);
}

}  // namespace shardflow::internal
