#include "text/float_text.h"
#include "text/parser.h"

// loc(...).

namespace shardflow {

Opt Parser::ParseOptionalLoc(Loc& loc) {
  if (!AtKeyword("loc")) return Opt::kAbsent;
  Advance();
  if (!Expect(Tok::kLParen, "expected '(' in location")) return Opt::kFailed;
  const bool is_alias =
      At(Tok::kHashId) && text().find('.') == std::string_view::npos;
  const AttrId attr = is_alias ? ParseLocAlias() : ParseLocationInner();
  if (!attr || !Expect(Tok::kRParen, "expected ')' in location")) {
    return Opt::kFailed;
  }
  loc = m_.attrs.Is(attr, AttrKind::kLocUnknown) ? Loc() : Loc::Attr(attr);
  return Opt::kOk;
}

// #name, which may also be defined after its uses.
AttrId Parser::ParseLocAlias() {
  const std::string_view alias = text();
  const size_t at = offset();
  Advance();
  const auto it = attr_aliases_.find(alias.substr(1));
  if (it == attr_aliases_.end()) {
    const AttrId placeholder = Opaque(alias);
    deferred_locs_.push_back({placeholder, at});
    return placeholder;
  }
  const AttrId attr = it->second.id;
  if (!CheckLocAlias(attr, at) || !Expand(it->second.extent, at)) return {};
  return attr;
}

bool Parser::IsLocation(AttrId attr) const {
  const AttrKind kind = m_.attrs.kind(attr);
  return kind >= AttrKind::kLocUnknown && kind <= AttrKind::kLocFused;
}

bool Parser::CheckLocAlias(AttrId attr, size_t at) {
  return IsLocation(attr) ||
         ErrorAt(at, "expected location, but found '" + AttrText(attr) + "'");
}

AttrId Parser::LocAttr(Loc loc) {
  return loc.IsAttr() ? loc.attr() : m_.attrs.Make(AttrKind::kLocUnknown, {});
}

bool Parser::IsDeferred(Loc loc) const {
  return loc.IsAttr() && m_.attrs.Is(loc.attr(), AttrKind::kOpaque);
}

AttrId Parser::ParseLocationInner() {
  if (!Enter()) return {};
  const AttrId attr = ParseLocationInstance();
  Leave();
  return attr;
}

AttrId Parser::ParseLocationInstance() {
  if (At(Tok::kString)) return ParseNameOrFileLoc();
  if (At(Tok::kHashId)) {
    const size_t at = offset();
    const AttrId attr = ParseAttribute();
    if (!attr) return {};
    if (IsLocation(attr)) return attr;
    ErrorAt(at, "expected location attribute, but got" + AttrText(attr));
    return {};
  }
  if (ConsumeKeyword("unknown")) {
    return m_.attrs.Make(AttrKind::kLocUnknown, {});
  }
  if (ConsumeKeyword("callsite")) return ParseCallSiteLoc();
  if (ConsumeKeyword("fused")) return ParseFusedLoc();
  WrongToken("expected location instance");
  return {};
}

AttrId Parser::ParseCallSiteLoc() {
  if (!Expect(Tok::kLParen, "expected '(' in callsite location")) return {};
  const AttrId callee = ParseLocationInner();
  if (!callee) return {};
  if (!ConsumeKeyword("at")) {
    WrongToken("expected 'at' in callsite location");
    return {};
  }
  const AttrId caller = ParseLocationInner();
  if (!caller || !Expect(Tok::kRParen, "expected ')' in callsite location")) {
    return {};
  }
  const int64_t words[] = {callee.index, caller.index};
  return m_.attrs.Make(AttrKind::kLocCallSite, words);
}

AttrId Parser::ParseFusedLoc() {
  std::vector<int64_t> words = {-1};
  if (Consume(Tok::kLess)) {
    const AttrId metadata = ParseAttribute();
    if (!metadata ||
        !Expect(Tok::kGreater, "expected '>' after fused location metadata")) {
      return {};
    }
    words[0] = metadata.index;
  }
  const bool ok = ParseList(Tok::kLSquare, Tok::kRSquare, [&] {
    const AttrId loc = ParseLocationInner();
    words.push_back(loc.index);
    return static_cast<bool>(loc);
  });
  return ok ? m_.attrs.Make(AttrKind::kLocFused, words) : AttrId::None();
}

// "name", "name"(loc), "file":1, "file":1:2, "file":1:2 to 3:4,
// "file":1:2 to :4
AttrId Parser::ParseNameOrFileLoc() {
  const NameId name = InternString(text());
  Advance();
  if (!Consume(Tok::kColon)) {
    AttrId child = m_.attrs.Make(AttrKind::kLocUnknown, {});
    if (Consume(Tok::kLParen)) {
      child = ParseLocationInner();
      if (!child || !Expect(Tok::kRParen,
                            "expected ')' after child location of NameLoc")) {
        return {};
      }
    }
    const int64_t words[] = {name.index, child.index};
    return m_.attrs.Make(AttrKind::kLocName, words);
  }
  int64_t words[5] = {name.index};
  const auto number = [&](int64_t& value, const char* what) {
    uint64_t parsed = 0;
    if (!At(Tok::kInteger) || !ReadUnsigned(text(), parsed) ||
        parsed > UINT32_MAX) {
      return WrongToken("expected integer " + std::string(what) +
                        " in FileLineColRange");
    }
    value = static_cast<int64_t>(parsed);
    Advance();
    return true;
  };
  if (!number(words[1], "line number")) return {};
  if (Consume(Tok::kColon) && !number(words[2], "column number")) return {};
  if (!ConsumeKeyword("to")) {
    return m_.attrs.Make(AttrKind::kLocFile, {words, 3});
  }
  words[3] = words[1];
  if (At(Tok::kInteger) && !number(words[3], "line number")) return {};
  if (!Expect(Tok::kColon,
              "expected either integer or `:` post `to` in FileLineColRange") ||
      !number(words[4], "column number")) {
    return {};
  }
  return m_.attrs.Make(AttrKind::kLocFile, words);
}

// Replaces the aliases that were used before their definition.
bool Parser::ResolveDeferredLocs() {
  if (deferred_locs_.empty()) return true;
  absl::flat_hash_map<AttrId, AttrId> defined;
  for (const auto& [placeholder, at] : deferred_locs_) {
    const NameId name(static_cast<int32_t>(m_.attrs.words(placeholder)[0]));
    const auto it = attr_aliases_.find(m_.names.Get(name).substr(1));
    if (it == attr_aliases_.end()) {
      return ErrorAt(at, "operation location alias was never defined");
    }
    if (!CheckLocAlias(it->second.id, at)) return false;
    defined[placeholder] = it->second.id;
  }
  const auto real = [&](Loc loc) {
    const AttrId attr = defined[loc.attr()];
    return m_.attrs.Is(attr, AttrKind::kLocUnknown) ? Loc() : Loc::Attr(attr);
  };
  for (size_t i = 0; i < m_.op_table_size(); ++i) {
    const OpId op(i);
    if (!m_.IsErased(op) && IsDeferred(m_.loc(op))) {
      m_.SetLoc(op, real(m_.loc(op)));
    }
  }
  for (ValueId arg : deferred_args_) {
    if (IsDeferred(m_.arg_loc(arg))) {
      m_.SetArgLoc(arg, real(m_.arg_loc(arg)));
    }
  }
  return true;
}

}  // namespace shardflow
