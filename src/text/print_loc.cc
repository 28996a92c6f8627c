#include "text/aliases.h"
#include "text/printer.h"

// Locations, and the printing that only collects aliases.

namespace shardflow {

void Printer::TrailingLoc(Loc loc) {
  Text(" loc(");
  LocOrAlias(loc);
  Char(')');
}

void Printer::InlineLoc(Loc loc) {
  Text("loc(");
  LocBody(loc);
  Char(')');
}

void Printer::LocOrAlias(Loc loc) {
  if (aliases_ != nullptr) {
    const std::string_view alias = aliases_->Find(Aliases::Of(loc));
    if (!alias.empty()) return Text(alias);
  }
  LocBody(loc);
}

void Printer::LocBody(Loc loc) {
  if (loc.IsAttr()) return LocInner(loc.attr());
  const SourcePlace place = m_.Place(loc);
  if (loc.IsUnknown() || place.line == 0) return Text("unknown");
  String(place.file);
  Char(':');
  Int(place.line);
  Char(':');
  Int(place.column);
}

void Printer::LocInner(AttrId loc) {
  const std::span<const int64_t> words = m_.attrs.words(loc);
  const auto name = [&](size_t i) {
    String(m_.names.Get(NameId(static_cast<int32_t>(words[i]))));
  };
  const auto child = [&](size_t i) {
    LocOrAlias(Loc::Attr(AttrId(static_cast<int32_t>(words[i]))));
  };
  switch (m_.attrs.kind(loc)) {
    case AttrKind::kLocFile:
      name(0);
      Char(':');
      Int(words[1]);
      Char(':');
      Int(words[2]);
      if (words.size() < 5 || (words[3] == words[1] && words[4] == words[2])) {
        return;
      }
      Text(" to ");
      if (words[3] != words[1]) Int(words[3]);
      Char(':');
      return Int(words[4]);
    case AttrKind::kLocName:
      name(0);
      if (m_.attrs.Is(AttrId(static_cast<int32_t>(words[1])),
                      AttrKind::kLocUnknown)) {
        return;
      }
      Char('(');
      child(1);
      return Char(')');
    case AttrKind::kLocCallSite:
      Text("callsite(");
      child(0);
      Text(" at ");
      child(1);
      return Char(')');
    case AttrKind::kLocFused:
      Text("fused");
      if (words[0] >= 0) {
        Char('<');
        Attr(AttrId(static_cast<int32_t>(words[0])));
        Char('>');
      }
      Char('[');
      for (size_t i = 1; i < words.size(); ++i) {
        if (i > 1) Text(", ");
        child(i);
      }
      return Char(']');
    default:
      return Text("unknown");
  }
}

// --- collecting

void Printer::CollectAliases(OpId root, Aliases& aliases) {
  collecting_ = &aliases;
  Op(root);
  collecting_ = nullptr;
  aliases.Finish();
}

void Printer::AliasDefinitions(bool deferred) {
  for (const Aliases::Definition& d : aliases_->Definitions()) {
    if (d.deferred != deferred) continue;
    Text(d.text);
    Text(" = ");
    if (d.key.kind == Aliases::Key::kType) {
      TypeBody(TypeId(d.key.id));
    } else if (d.key.kind == Aliases::Key::kAttr) {
      AttrBody(AttrId(d.key.id), TypeText::kAlways);
    } else {
      InlineLoc(Loc{d.key.id});
    }
    Char('\n');
  }
}

void Printer::CollectLoc(Loc loc, bool deferrable) {
  if (PutOff(Piece::Kind::kLoc, loc.code, deferrable)) return;
  if (loc.IsAttr()) {
    const bool outer = deferrable_;
    deferrable_ = deferrable;
    CollectAttr(loc.attr());
    deferrable_ = outer;
  } else if (collecting_->Begin(Aliases::Of(loc), "loc", deferrable)) {
    collecting_->End();
  }
}

void Printer::CollectType(TypeId type) {
  if (PutOff(Piece::Kind::kType, type.index)) return;
  if (!collecting_->Begin(Aliases::Of(type), AliasName(m_, type),
                          deferrable_)) {
    return;
  }
  TypeBody(type);
  collecting_->End();
}

void Printer::CollectAttr(AttrId attr) {
  if (PutOff(Piece::Kind::kAttr, attr.index)) return;
  if (!collecting_->Begin(Aliases::Of(attr), AliasName(m_, attr),
                          deferrable_)) {
    return;
  }
  const std::span<const int64_t> words = m_.attrs.words(attr);
  const auto child = [&](size_t i) {
    CollectAttr(AttrId(static_cast<int32_t>(words[i])));
  };
  switch (m_.attrs.kind(attr)) {
    case AttrKind::kLocName:
      if (!m_.attrs.Is(AttrId(static_cast<int32_t>(words[1])),
                       AttrKind::kLocUnknown)) {
        child(1);
      }
      break;
    case AttrKind::kLocCallSite:
      child(0);
      child(1);
      break;
    case AttrKind::kLocFused:
      for (size_t i = words[0] >= 0 ? 0 : 1; i < words.size(); ++i) child(i);
      break;
    default:
      AttrBody(attr, TypeText::kAlways);
  }
  collecting_->End();
}

}  // namespace shardflow
