#include "text/float_text.h"
#include "text/known_lines.h"
#include "text/parser.h"

// Parses locations, `loc(...)`.

namespace shardflow::internal {

Opt Parser::ParseOptionalLoc(Loc& loc) {
  if (!AtKeyword("loc")) return Opt::kAbsent;
  lines_->SetLoc(token_.begin, prev_end_);
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

// Parses an alias, `#name`, which may be defined later.
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
  return loc.IsAttr() ? loc.attr() : m_.attrs.Make(LocUnknownAttr{});
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
    return m_.attrs.Make(LocUnknownAttr{});
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
  return m_.attrs.Make(LocCallSiteAttr{callee, caller});
}

AttrId Parser::ParseFusedLoc() {
  AttrId metadata;
  std::vector<AttrId> locs;
  if (Consume(Tok::kLess)) {
    metadata = ParseAttribute();
    if (!metadata ||
        !Expect(Tok::kGreater, "expected '>' after fused location metadata")) {
      return {};
    }
  }
  const bool ok = ParseList(Tok::kLSquare, Tok::kRSquare, [&] {
    locs.push_back(ParseLocationInner());
    return static_cast<bool>(locs.back());
  });
  return ok ? m_.attrs.Make(LocFusedAttr{metadata}, locs) : AttrId::None();
}

// Parses a name, `"name"` or `"name"(loc)`, or a place in a file: `"file":1`,
// `"file":1:2`, `"file":1:2 to 3:4` or `"file":1:2 to :4`.
AttrId Parser::ParseNameOrFileLoc() {
  const NameId name = InternString(text());
  Advance();
  if (!Consume(Tok::kColon)) {
    AttrId child = m_.attrs.Make(LocUnknownAttr{});
    if (Consume(Tok::kLParen)) {
      child = ParseLocationInner();
      if (!child || !Expect(Tok::kRParen,
                            "expected ')' after child location of NameLoc")) {
        return {};
      }
    }
    return m_.attrs.Make(LocNameAttr{name, child});
  }
  LocFileAttr place{name};
  int64_t end[2];
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
  if (!number(place.line, "line number")) return {};
  if (Consume(Tok::kColon) && !number(place.column, "column number")) return {};
  if (!ConsumeKeyword("to")) {
    return m_.attrs.Make(place, {});
  }
  end[0] = place.line;
  if (At(Tok::kInteger) && !number(end[0], "line number")) return {};
  if (!Expect(Tok::kColon,
              "expected either integer or `:` post `to` in FileLineColRange") ||
      !number(end[1], "column number")) {
    return {};
  }
  return m_.attrs.Make(place, end);
}

// Replaces the aliases that were used before their definition.
bool Parser::ResolveDeferredLocs() {
  if (deferred_locs_.empty()) return true;
  absl::flat_hash_map<AttrId, AttrId> defined;
  for (const auto& [placeholder, at] : deferred_locs_) {
    const NameId name = m_.attrs.As<OpaqueAttr>(placeholder).text;
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

}  // namespace shardflow::internal
