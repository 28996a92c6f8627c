#include "text/aliases.h"
#include "text/printer.h"

// Prints locations, and collects aliases.

namespace shardflow::internal {

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
  const auto child = [&](AttrId at) { LocOrAlias(Loc::Attr(at)); };
  switch (m_.attrs.kind(loc)) {
    case AttrKind::kLocFile:
      return FileLoc(loc);
    case AttrKind::kLocName: {
      const auto named = m_.attrs.As<LocNameAttr>(loc);
      String(m_.names.Get(named.name));
      if (m_.attrs.Is<LocUnknownAttr>(named.child)) return;
      Char('(');
      child(named.child);
      return Char(')');
    }
    case AttrKind::kLocCallSite: {
      const auto site = m_.attrs.As<LocCallSiteAttr>(loc);
      Text("callsite(");
      child(site.callee);
      Text(" at ");
      child(site.caller);
      return Char(')');
    }
    case AttrKind::kLocFused: {
      const auto fused = m_.attrs.As<LocFusedAttr>(loc);
      Text("fused");
      if (fused.metadata) {
        Char('<');
        Attr(fused.metadata);
        Char('>');
      }
      Char('[');
      Join(fused.locs, child);
      return Char(']');
    }
    default:
      return Text("unknown");
  }
}

// Prints a place in a file, such as `"file":1:2` or `"file":1:2 to 3:4`. If the
// range ends on the line where it begins, it is printed like `"file":1:2 to
// :4`.
void Printer::FileLoc(AttrId loc) {
  const auto [file, line, column, end] = m_.attrs.As<LocFileAttr>(loc);
  String(m_.names.Get(file));
  Char(':');
  Int(line);
  Char(':');
  Int(column);
  if (end.empty() || (end[0] == line && end[1] == column)) return;
  Text(" to ");
  if (end[0] != line) Int(end[0]);
  Char(':');
  Int(end[1]);
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
      InlineLoc(Loc::FromCode(d.key.id));
    }
    Char('\n');
  }
}

void Printer::CollectLoc(Loc loc, bool deferrable) {
  if (PutOff(Piece::Kind::kLoc, loc.place.code(), deferrable)) return;
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
  switch (m_.attrs.kind(attr)) {
    case AttrKind::kLocName: {
      const AttrId child = m_.attrs.As<LocNameAttr>(attr).child;
      if (!m_.attrs.Is<LocUnknownAttr>(child)) CollectAttr(child);
      break;
    }
    case AttrKind::kLocCallSite: {
      const auto site = m_.attrs.As<LocCallSiteAttr>(attr);
      CollectAttr(site.callee);
      CollectAttr(site.caller);
      break;
    }
    case AttrKind::kLocFused: {
      const auto fused = m_.attrs.As<LocFusedAttr>(attr);
      if (fused.metadata) CollectAttr(fused.metadata);
      for (const AttrId child : fused.locs) CollectAttr(child);
      break;
    }
    default:
      AttrBody(attr, TypeText::kAlways);
  }
  collecting_->End();
}

}  // namespace shardflow::internal
