#include "ops/sharding_spelling.h"
#include "text/parser.h"

// Parses func.func and builtin.module.

namespace shardflow::internal {

// Parses the text after `module`: `[@name] [attributes {...}] {...}`.
bool Parser::ParseModuleForm(ParsedOp& op) {
  NameId name;
  if (ParseOptionalSymbolName(name)) {
    op.AddAttr(name::kSymName, m_.attrs.String(name));
  }
  return ParseOptionalAttrDictWithKeyword(op.attrs) && ParseRegion(op) &&
         FillModuleBody(op);
}

// Adds a block to an empty region, because a module always has a block.
bool Parser::FillModuleBody(ParsedOp& op) {
  if (op.regions.size() == 1 && m_.RegionIsEmpty(op.regions[0])) {
    m_.AppendBlock(op.regions[0]);
  }
  return true;
}

// Parses the text after `func.func`: `[visibility] @name(arguments) [->
// results] [attributes {...}] [{...}]`.
bool Parser::ParseFuncForm(ParsedOp& op) {
  for (NameId word : {name::kPublic, name::kPrivate, name::kNested}) {
    if (!ConsumeKeyword(m_.names.Get(word))) continue;
    op.AddAttr(name::kSymVisibility, m_.attrs.String(word));
    break;
  }
  NameId symbol;
  if (!ParseSymbolName(symbol)) return false;
  op.AddAttr(name::kSymName, m_.attrs.String(symbol));

  FuncRow& func = op.func.emplace();
  std::vector<ParsedArg> args;
  std::vector<TypeId> results;
  if (!ParseFuncArgs(args) || !ParseFuncResults(func, results)) return false;
  std::vector<TypeId> inputs;
  for (const ParsedArg& arg : args) {
    inputs.push_back(arg.type);
    ShardingId sharding;
    func.arg_attrs.push_back(WithoutSharding(m_, arg.attrs, sharding));
    func.arg_shardings.push_back(sharding);
  }
  op.AddAttr(name::kFunctionType,
             m_.attrs.Type(m_.types.Function(inputs, results)));
  return ParseFuncAttrs(op) && ParseFuncBody(op, args);
}

bool Parser::ParseFuncAttrs(ParsedOp& op) {
  const size_t at = offset();
  std::vector<NamedAttr> attrs;
  if (!ParseOptionalAttrDictWithKeyword(attrs)) return false;
  for (const NamedAttr& attr : attrs) {
    if (attr.name == name::kSymVisibility || attr.name == name::kSymName ||
        attr.name == name::kFunctionType) {
      return OpErrorAt(
          at, "'" + std::string(m_.names.Get(attr.name)) +
                  "' is an inferred attribute and should not be specified in "
                  "the explicit attribute dictionary");
    }
    op.attrs.push_back(attr);
  }
  return true;
}

bool Parser::ParseFuncBody(ParsedOp& op, std::span<const ParsedArg> args) {
  const size_t at = offset();
  if (!At(Tok::kLBrace)) {
    op.regions.push_back(TakeRegion());
    return true;
  }
  if (!ParseRegion(op, args)) return false;
  if (m_.RegionIsEmpty(op.regions[0])) {
    return OpErrorAt(at, "expected non-empty function body");
  }
  MoveArgShardings(op);
  return true;
}

// If there is a body, moves the shardings of the arguments to the block
// arguments.
void Parser::MoveArgShardings(ParsedOp& op) {
  std::vector<ShardingId>& shardings = op.func->arg_shardings;
  const BlockId entry = m_.first_block(op.regions[0]);
  if (!entry || m_.args(entry).size() != shardings.size()) return;
  for (size_t i = 0; i < shardings.size(); ++i) {
    m_.SetSharding(m_.args(entry)[i], shardings[i]);
  }
  shardings.clear();
}

bool Parser::ParseFuncArgs(std::vector<ParsedArg>& args) {
  return ParseList(Tok::kLParen, Tok::kRParen, [&] {
    ParsedArg arg;
    const size_t at = offset();
    const bool mixed = !args.empty() &&
                       (args.back().name.at != nullptr) != At(Tok::kPercentId);
    if (At(Tok::kPercentId)) {
      if (!ParseArgument(arg, /*allow_type=*/true, /*allow_attrs=*/true)) {
        return false;
      }
      if (mixed)
        return OpErrorAt(at, "expected type instead of SSA identifier");
    } else {
      if (mixed) return OpErrorAt(at, "expected SSA identifier");
      arg.type = ParseType();
      std::vector<NamedAttr> attrs;
      if (!arg.type || !ParseOptionalAttrDict(attrs)) return false;
      if (!attrs.empty()) arg.attrs = MakeDict(attrs);
      if (ParseOptionalLoc(arg.loc) == Opt::kFailed) return false;
    }
    args.push_back(arg);
    return true;
  });
}

bool Parser::ParseFuncResults(FuncRow& func, std::vector<TypeId>& results) {
  if (!Consume(Tok::kArrow)) return true;
  if (!At(Tok::kLParen)) {
    results.push_back(ParseType());
    func.res_attrs.emplace_back();
    func.res_shardings.emplace_back();
    return static_cast<bool>(results.back());
  }
  return ParseList(Tok::kLParen, Tok::kRParen, [&] {
    results.push_back(ParseType());
    std::vector<NamedAttr> attrs;
    if (!results.back() || !ParseOptionalAttrDict(attrs)) return false;
    ShardingId sharding;
    func.res_attrs.push_back(
        attrs.empty() ? AttrId::None()
                      : WithoutSharding(m_, MakeDict(attrs), sharding));
    func.res_shardings.push_back(sharding);
    return true;
  });
}

// Checks the attributes of a func.func in the generic form.
bool Parser::CheckFuncAttrs(const ParsedOp& op) {
  const auto wrong = [&](NameId key, std::string_view what) {
    return ErrorAt(op.offset,
                   "'func.func' op attribute '" +
                       std::string(m_.names.Get(key)) +
                       "' failed to satisfy constraint: " + std::string(what));
  };
  for (const NameId key : {name::kArgAttrs, name::kResAttrs}) {
    const AttrId array = op.GetAttr(key);
    if (!array) continue;
    bool fits = m_.attrs.Is(array, AttrKind::kArray);
    for (size_t i = 0; fits && i < m_.attrs.ArraySize(array); ++i) {
      fits = m_.attrs.Is(m_.attrs.ArrayItem(array, i), AttrKind::kDict);
    }
    if (!fits) return wrong(key, "Array of dictionary attributes");
  }
  for (const NameId key : {name::kFunctionType, name::kSymName}) {
    if (op.GetAttr(key)) continue;
    return ErrorAt(op.offset, "'func.func' op requires attribute '" +
                                  std::string(m_.names.Get(key)) + "'");
  }
  const AttrId type = op.GetAttr(name::kFunctionType);
  if (!m_.attrs.Is(type, AttrKind::kType) ||
      m_.types.kind(m_.attrs.TypeValue(type)) != TypeKind::kFunction) {
    return wrong(name::kFunctionType, "type attribute of function type");
  }
  return m_.attrs.Is(op.GetAttr(name::kSymName), AttrKind::kString) ||
         wrong(name::kSymName, "string attribute");
}

// Builds the FuncRow of a func.func in the generic form, where arg_attrs and
// res_attrs are arrays of dictionaries.
bool Parser::SetFuncFromAttrs(ParsedOp& op) {
  FuncRow& func = op.func.emplace();
  if (!CheckFuncAttrs(op)) return false;
  const AttrId type_attr = op.GetAttr(name::kFunctionType);
  if (op.regions.size() != 1) {
    return ErrorAt(op.offset, "'func.func' op requires one region");
  }
  const TypeId type = m_.attrs.TypeValue(type_attr);
  const auto split = [&](NameId key, const char* whose, size_t count,
                         std::vector<AttrId>& attrs,
                         std::vector<ShardingId>& shardings) {
    attrs.resize(count);
    shardings.resize(count);
    const AttrId array = op.GetAttr(key);
    if (!array) return true;
    const size_t size = m_.attrs.ArraySize(array);
    if (size != count) {
      return ErrorAt(op.offset,
                     "'func.func' op expects " + std::string(whose) +
                         " attribute array to have the same number of elements "
                         "as the number of function " +
                         whose + "s, got " + std::to_string(size) +
                         ", but expected " + std::to_string(count));
    }
    for (size_t i = 0; i < count; ++i) {
      attrs[i] =
          WithoutSharding(m_, m_.attrs.ArrayItem(array, i), shardings[i]);
    }
    std::erase_if(op.attrs, [&](const NamedAttr& a) { return a.name == key; });
    return true;
  };
  if (!split(name::kArgAttrs, "argument", m_.types.input_count(type),
             func.arg_attrs, func.arg_shardings) ||
      !split(name::kResAttrs, "result", m_.types.result_count(type),
             func.res_attrs, func.res_shardings)) {
    return false;
  }
  if (!m_.RegionIsEmpty(op.regions[0])) MoveArgShardings(op);
  return true;
}

}  // namespace shardflow::internal
