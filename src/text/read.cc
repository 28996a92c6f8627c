#include "text/read.h"

#include <string_view>

#include "text/parser.h"

// Parses the top level of MLIR text: ops, alias definitions and resources.

namespace shardflow::internal {
namespace {

// The maximum number of bytes to which the aliases in an alias definition may
// expand.
constexpr size_t kMaxAliasSize = size_t{4} << 20;

}  // namespace

bool Parser::ParseTopLevel() {
  PushScope(/*isolated=*/true);
  default_dialect_ = "builtin";
  const BlockId body = m_.body();
  if (AtKeyword("HloModule")) {
    return Error(
        "this is HLO, not StableHLO; in JAX, print lowered.as_text(); jaxlib "
        "converts HLO (docs/jax.md)");
  }
  if (At(Tok::kLBrace)) {
    return Error(
        "this is not StableHLO; if it is a jaxpr, print the lowered program: "
        "jax.jit(f).lower(...).as_text(debug_info=True)");
  }
  if (AtKeyword("import") || AtKeyword("from") || AtKeyword("def") ||
      (At(Tok::kString) && text() == "\"\"")) {  // a docstring
    return Error(
        "this is Python, not StableHLO; print the lowered program: "
        "jax.jit(f).lower(...).as_text(debug_info=True)");
  }
  // An operation begins with a result, a name in quotes, or a bare name. A bare
  // name without a '.' must be the name of an op whose dialect may be omitted.
  const bool may_be_op =
      At(Tok::kPercentId) || At(Tok::kString) || AtKeyword("module") ||
      AtKeyword("func") || AtKeyword("call") || AtKeyword("return") ||
      (At(Tok::kBareId) && text().find('.') != std::string_view::npos);
  const bool may_begin = may_be_op || At(Tok::kHashId) || At(Tok::kBangId) ||
                         At(Tok::kTrailerBegin) || At(Tok::kEof);
  if (!may_begin) {
    return Error(
        "this is not StableHLO; in JAX, print "
        "jax.jit(f).lower(...).as_text(debug_info=True)");
  }
  while (!At(Tok::kEof)) {
    const bool ok = At(Tok::kHashId) || At(Tok::kBangId)
                        ? ParseAliasDefinition()
                    : At(Tok::kTrailerBegin) ? ParseTrailer()
                                             : ParseOp(body);
    if (!ok) {
      // Whether the text ends in the middle of a line. (A single line may have
      // been typed by hand, without a line break.)
      const std::string_view whole = source_.text();
      const bool cut =
          !whole.ends_with('\n') && whole.find('\n') != std::string_view::npos;
      if (At(Tok::kEof) && failed() && cut) {
        diagnostics_.AddNote(NoteAt({}, "the text ends here: is it cut off?"));
      }
      return false;
    }
  }
  if (!CheckForwardRefs()) return false;
  PopScope(/*isolated=*/true);
  return ResolveDeferredLocs() && UnwrapModule();
}

// Parses the definition of an alias: `#name = attribute` or `!name = type`.
bool Parser::ParseAliasDefinition() {
  const bool is_type = At(Tok::kBangId);
  const std::string kind = is_type ? "type" : "attribute";
  const std::string_view name = text().substr(1);
  if (is_type ? type_aliases_.contains(name) : attr_aliases_.contains(name)) {
    return Error("redefinition of " + kind + " alias id '" + std::string(name) +
                 "'");
  }
  if (name.find('.') != std::string_view::npos) {
    return Error(kind +
                 " names with a '.' are reserved for dialect-defined names");
  }
  Advance();
  if (!Expect(Tok::kEqual, "expected '=' in " + kind + " alias definition")) {
    return false;
  }
  const size_t begin = offset();
  extent_ = {};
  const TypeId type = is_type ? ParseType() : TypeId::None();
  const AttrId attr = is_type ? AttrId::None() : ParseAttribute();
  if (!type && !attr) return false;
  if (extent_.size > kMaxAliasSize) {
    return ErrorAt(begin, kind + " alias expands to too much text");
  }
  extent_.size += OffsetOf(prev_end_) - begin;
  if (is_type) {
    type_aliases_[name] = {type, extent_};
  } else {
    attr_aliases_[name] = {attr, extent_};
  }
  return true;
}

// Parses the resources at the end, as in `{-# dialect_resources: { builtin: {
// key: "0x..." } } #-}`.
bool Parser::ParseTrailer() {
  Advance();
  const auto braces = [&](auto&& entry) {
    return Expect(Tok::kLBrace) && ParseListTail(Tok::kRBrace, entry);
  };
  const auto key_of = [&](std::string& key) {
    return ParseKeywordOrString(key) && Expect(Tok::kColon);
  };
  const auto section = [&] {
    const size_t at = offset();
    std::string name;
    if (!key_of(name)) return false;
    if (name != "dialect_resources" && name != "external_resources") {
      return ErrorAt(at,
                     "unknown key '" + name + "' in file metadata dictionary");
    }
    const bool external = name == "external_resources";
    return braces([&] {
      std::string dialect;
      if (!key_of(dialect)) return false;
      return braces([&] {
        std::string key;
        if (!key_of(key)) return false;
        const std::string_view value = text();
        if (!At(Tok::kString) && !At(Tok::kBareId)) {
          return Error("expected hex string blob for key '" + key + "'");
        }
        Advance();
        if (!external) {
          m_.resources.push_back({m_.names.Intern(dialect),
                                  m_.names.Intern(key),
                                  m_.names.Intern(value)});
        }
        return true;
      });
    });
  };
  return ParseListTail(Tok::kTrailerEnd, section);
}

namespace {

// Whether the op can become the root. A module with faults in its structure
// (several blocks, arguments, operands or results) remains an op inside the
// root, because the verifier can't report these faults for the root itself.
bool LooksLikeRoot(const Module& m, OpId op) {
  if (m.kind(op) != OpKind::kModule || m.region_count(op) != 1) return false;
  const RegionRow& region = m.region_row(m.region(op, 0));
  return region.first && region.first == region.last &&
         m.args(region.first).empty() && m.operand_count(op) == 0 &&
         m.result_count(op) == 0;
}

}  // namespace

// If the text is a single `module`, that module becomes the root. Otherwise the
// ops belong to an implicit module.
bool Parser::UnwrapModule() {
  const BlockId body = m_.body();
  const OpId inner = m_.block(body).first;
  const bool is_module =
      inner && m_.next_op(inner).IsNone() && LooksLikeRoot(m_, inner);
  if (!is_module) {
    if (!options_.implicit_module) {
      return ErrorAt(0, "expected top-level op to be 'builtin.module'");
    }
    // An implicit module is located at line 0.
    const LocFileAttr place{m_.names.Intern(source_.name()), 0, 0};
    m_.SetLoc(m_.root(), Loc::Attr(m_.attrs.Make(place, {})));
    return true;
  }
  m_.MoveOpsBefore(m_.first_block(m_.region(inner, 0)), inner);
  m_.SetAttrDict(m_.root(), m_.attr_dict(inner));
  m_.SetLoc(m_.root(), m_.loc(inner));
  m_.Erase(inner);
  return true;
}

std::optional<Module> ParseModule(std::shared_ptr<const SourceBuffer> source,
                                  const ParseOptions& options,
                                  Diagnostics& diagnostics) {
  std::optional<Module> m = NewModule();
  m->source = source;
  Parser parser(*m, *source, options, diagnostics);
  if (!parser.ParseTopLevel() || parser.failed()) return std::nullopt;
  source->Forget(source->text().size());
  return m;
}

AttrId ParseAttr(Module& m, std::string_view text, Diagnostics& diagnostics,
                 const ParseOptions& options) {
  const SourceBuffer source("<attribute>", std::string(text));
  Parser parser(m, source, options, diagnostics);
  const AttrId attr = parser.ParseAttribute();
  if (!attr || parser.failed()) return AttrId::None();
  if (!parser.At(Tok::kEof)) {
    parser.Error("unexpected text after the attribute");
    return AttrId::None();
  }
  return attr;
}

}  // namespace shardflow::internal
