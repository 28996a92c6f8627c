#ifndef SHARDFLOW_TEXT_PARSER_H_
#define SHARDFLOW_TEXT_PARSER_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/diagnostics.h"
#include "base/opt.h"
#include "base/source.h"
#include "base/table.h"
#include "ir/module.h"
#include "ops/op_def.h"
#include "text/lexer.h"
#include "text/op_memo.h"
#include "text/read.h"
#include "text/text_map.h"

// The recursive-descent parser: what op forms and dialect attributes use.
//
//   // "(" integer ("," integer)* ")" : type
//   if (!p.ParseList(Tok::kLParen, Tok::kRParen, [&] {
//         return p.ParseInteger(values.emplace_back());
//       })) return false;
//   if (!p.Expect(Tok::kColon)) return false;
//   const TypeId type = p.ParseType();
//   if (!type) return false;
//
// Conventions: a function that returns bool, or an id, returns false or None
// after it has reported an error; the caller just returns. One error ends the
// parse. "Optional" functions that may also fail return Opt. The words and
// places of the errors are MLIR's.

namespace shardflow::internal {

struct TakenShardings;  // ops/sharding_spelling.h

// `%name : type {attrs} loc(...)`: a block argument as a region header or a
// function signature declares it.
struct ParsedArg {
  OperandRef name;  // at == nullptr: none given
  TypeId type;
  AttrId attrs;  // a kDict or None
  Loc loc;
};

// `%name:count`, what an op's results are to be called.
struct ResultName {
  OperandRef name;
  int32_t count = 1;
};

// An op being parsed, which MLIR calls an OperationState. The op is created
// when all of its text has been read. Its regions are parsed before that, so
// uses in them are older than the op's own uses, as in MLIR.
struct ParsedOp {
  OpKind kind{};
  NameId name;
  size_t offset = 0;  // of the op's name, which is MLIR's location of the op
  std::vector<ValueId> operands;
  std::vector<TypeId> result_types;
  std::vector<NamedAttr> attrs;  // inherent and discardable, any order
  std::vector<RegionId> regions;
  std::vector<ResultName> result_names;
  Loc loc;  // preset to `offset`
  // Set for a func.func: becomes the op's FuncRow.
  std::optional<FuncRow> func;
  // --- for OpMemo
  OpSkeleton skeleton;
  // Set if an equal op was parsed before, with its attributes and shardings.
  const OpMemo::Entry* known = nullptr;
  // Operands that were looked up, in order.
  struct Resolved {
    OperandRef operand;
    TypeId type;
  };
  std::vector<Resolved> resolved;

  void Clear();
  void AddAttr(NameId key, AttrId value) { attrs.push_back({key, value}); }
  AttrId GetAttr(NameId key) const;  // None if absent
};

class Parser {
 public:
  Parser(Module& m, const SourceBuffer& source, const ParseOptions& options,
         Diagnostics& diagnostics);

  Module& module() { return m_; }

  // --- tokens
  Tok kind() const { return token_.kind; }
  std::string_view text() const { return token_.text(); }
  // The byte offset of the current token. Errors take such offsets.
  size_t offset() const { return OffsetOf(token_.begin); }
  size_t OffsetOf(const char* at) const {
    return static_cast<size_t>(at - lexer_.begin());
  }
  bool At(Tok kind) const { return token_.kind == kind; }
  bool AtKeyword(std::string_view word) const {
    return token_.kind == Tok::kBareId && token_.text() == word;
  }
  void Advance() {
    prev_end_ = token_.end;
    token_ = lexer_.Next();
  }
  // Advances if the token is of this kind.
  bool Consume(Tok kind) {
    if (token_.kind != kind) return false;
    Advance();
    return true;
  }
  // "expected ','", or `message`.
  bool Expect(Tok kind) {
    if (Consume(kind)) return true;
    return FailExpect(kind, "");
  }
  bool Expect(Tok kind, std::string_view message) {
    if (Consume(kind)) return true;
    return FailExpect(kind, message);
  }
  bool ConsumeKeyword(std::string_view word) {
    if (!AtKeyword(word)) return false;
    Advance();
    return true;
  }
  // "expected 'word'".
  bool ExpectKeyword(std::string_view word);
  // Any word; "expected valid keyword".
  bool ParseKeyword(std::string_view& word);
  // Any word, or the contents of a string.
  bool ParseKeywordOrString(std::string& out);

  // --- errors; all return false (None converts from nothing: return {}).
  // At the current token, in the plain form of MLIR's parser.
  bool Error(std::string message);
  bool ErrorAt(size_t offset, std::string message);
  // As an op's own parser reports it: with "custom op 'd.op' " before the
  // message, except while an attribute or type of a dialect is parsed.
  bool OpError(std::string message) {
    return OpErrorAt(offset(), std::move(message));
  }
  bool OpErrorAt(size_t offset, std::string message);
  // A missing token: at the end of the previous line if the current token
  // starts one.
  bool WrongToken(std::string message);
  void AddNote(size_t offset, std::string message);  // to the last error
  bool failed() const { return failed_; }

  // --- lists: `item` is called for each item and returns bool.
  // open item (, item)* close; the list may be empty.
  template <class Fn>
  bool ParseList(Tok open, Tok close, Fn item) {
    if (!Expect(open)) return false;
    return ParseListTail(close, item);
  }
  // The same after `open`.
  template <class Fn>
  bool ParseListTail(Tok close, Fn item) {
    if (Consume(close)) return true;
    do {
      if (!item()) return false;
    } while (Consume(Tok::kComma));
    return Expect(close);
  }
  // item (, item)*: at least one, no delimiters.
  template <class Fn>
  bool ParseItems(Fn item) {
    do {
      if (!item()) return false;
    } while (Consume(Tok::kComma));
    return true;
  }

  // --- literals
  // "expected integer value".
  bool ParseInteger(int64_t& value);
  Opt ParseOptionalInteger(int64_t& value);
  // As an item of a list of dimensions: `?` is kDynamicDim.
  bool ParseDim(int64_t& value);
  // `[1, ?, 3]`
  bool ParseDims(std::vector<int64_t>& values);
  // "expected string".
  bool ParseString(std::string& value);
  bool ParseString(NameId& value);
  bool ParseOptionalString(NameId& value);  // false: absent
  // `@name`; "expected valid '@'-identifier for symbol name".
  bool ParseSymbolName(NameId& name);
  bool ParseOptionalSymbolName(NameId& name);  // false: absent
  bool ParseBool(bool& value);                 // true, false

  // --- types
  TypeId ParseType();
  TypeId ParseColonType();
  // None without an error if no type starts here.
  Opt ParseOptionalType(TypeId& type);
  // type (, type)*
  bool ParseTypes(std::vector<TypeId>& types);
  // (type, ...) with parentheses, may be empty
  bool ParseTypesInParens(std::vector<TypeId>& types);
  // After `->`: one type or a list in parentheses.
  bool ParseResultTypes(std::vector<TypeId>& types);
  // `(a, b) -> c`; a kFunction.
  TypeId ParseFunctionType();

  // --- attributes
  // `type` is the type of a literal that has one; if it is None, `: type` may
  // follow the literal.
  AttrId ParseAttribute(TypeId type = TypeId::None());
  // `@a` or `@a::@b`
  AttrId ParseSymbolRef();
  // `{a = 1, b}`, or nothing; adds to `attrs`.
  bool ParseOptionalAttrDict(std::vector<NamedAttr>& attrs);
  bool ParseOptionalAttrDictWithKeyword(std::vector<NamedAttr>& attrs);
  // The attribute without `#dialect.mnemonic`: `<...>` of a struct, the bare
  // case of an enum. `number` is a StructId or EnumId of ops/attr_tables.h.
  AttrId ParseStructBody(int number);
  AttrId ParseEnumCase(int number);

  // --- values
  // "expected SSA operand".
  bool ParseOperand(OperandRef& operand, bool allow_number = true);
  // operand (, operand)*, may be empty
  bool ParseOperands(std::vector<OperandRef>& operands);
  // Looks the value up and appends it to op.operands. A name that is not
  // defined yet is a forward reference of this type.
  bool ResolveOperand(const OperandRef& operand, TypeId type, ParsedOp& op);
  // One type for each operand; `offset` is where a wrong count is reported.
  bool ResolveOperands(std::span<const OperandRef> operands,
                       std::span<const TypeId> types, size_t offset,
                       ParsedOp& op);
  ValueId Resolve(const OperandRef& operand, TypeId type);

  // --- regions
  // `%name : type {attrs} loc(...)`
  bool ParseArgument(ParsedArg& arg, bool allow_type, bool allow_attrs);
  // `{ ... }` appended to op.regions. `args` are the entry block's.
  bool ParseRegion(ParsedOp& op, std::span<const ParsedArg> args = {});
  // An empty region appended to op.regions, to be filled by the caller.
  RegionId AddRegion(ParsedOp& op);

  // --- locations
  Opt ParseOptionalLoc(Loc& loc);

  // --- the module as a whole (read.cc)
  bool ParseTopLevel();
  // The generic form after the op's name: (operands) ... : (types) -> types.
  bool ParseGenericTail(ParsedOp& op);
  // "module attributes {...} {...}" and "func.func ..." after their names.
  bool ParseModuleForm(ParsedOp& op);
  bool ParseFuncForm(ParsedOp& op);
  // The location may be an alias that is defined later.
  void SetArgLoc(ValueId arg, Loc loc);

 private:
  static constexpr size_t kForgetStep = 1 << 18;

  // --- values: names to values, for each isolated scope
  struct NameEntry {
    // The first value. While it is not defined (count is 0): the last of the
    // forward references to it, or -1.
    int32_t base = -1;
    int32_t count = 0;
    uint32_t offset = 0;  // of the definition
  };
  struct ForwardRef {
    int32_t number = 0;
    int32_t next = -1;  // another one to the same name
    ValueId placeholder;
    OpId op;  // that makes the placeholder
    size_t offset = 0;
    bool resolved = false;
  };
  // The names of one isolated region.
  struct NameTable {
    Table<NameEntry> numbered;  // %0, %1, ...
    TextMap<NameEntry> named;
    bool any_of_its_own = false;  // not of a scope inside
    // Names of the scopes inside, in order, to undo.
    std::vector<std::string_view> defined;
    std::vector<size_t> scopes;  // sizes of `defined`
  };
  struct TypeLists {
    std::vector<TypeId> inputs, results;
  };
  // Lists for the types of a function type, whose memory is reused.
  class TypeScratch;
  struct DenseLiteral;

  // An alias stands for more text than it is long: 40 aliases, each using the
  // one before twice, stand for a terabyte.
  struct AliasExtent {
    int depth = 0;    // levels of nesting
    size_t size = 0;  // bytes of text, aliases replaced
  };
  template <class IdT>
  struct Alias {
    IdT id;
    AliasExtent extent;
  };

  bool FailExpect(Tok kind, std::string_view message);
  bool TooDeep(size_t at);  // reports it; false
  bool Enter();             // one level of nesting deeper; false: too deep
  void Leave() { --depth_; }
  // From `begin` to the end of the last token that was consumed.
  std::string_view TextSince(const char* begin) const {
    return {begin, static_cast<size_t>(prev_end_ - begin)};
  }
  bool SkipBalanced();
  // Tells the source that the text up to here is no longer needed, except to
  // report errors.
  void ForgetText();
  NameId InternString(std::string_view token);
  std::string AttrText(AttrId attr) const;
  std::string QuotedType(TypeId type) const;

  // --- parse_value.cc
  NameEntry& Entry(std::string_view name);
  bool DefineValues(const OperandRef& name, ValueId first, int32_t count);
  bool ResolveForward(int32_t forward, const OperandRef& name, ValueId first,
                      int32_t count);
  ValueId Forward(const OperandRef& operand, TypeId type);
  ValueId WrongUseType(const OperandRef& operand, TypeId type, TypeId prior,
                       size_t prior_offset);
  void PushScope(bool isolated);
  void PopScope(bool isolated);
  bool CheckForwardRefs();

  // --- parse_op.cc
  bool ParseOp(BlockId block);
  bool ParseResultNames(ParsedOp& op);
  bool ParseNamedOp(ParsedOp& op);
  bool ParseNewOp(ParsedOp& op);
  bool LookUpOp(ParsedOp& op);
  bool ReuseOp(ParsedOp& op);
  void RememberOp(const ParsedOp& op, OpId id, const TakenShardings& taken);
  bool DefineResults(ParsedOp& op, size_t start, BlockId block);
  void SetOpName(ParsedOp& op, std::string_view name);
  bool ParseCustomOp(ParsedOp& op);
  bool UnknownCustomOp(const ParsedOp& op, std::string_view written);
  static std::string_view DefaultDialect(OpKind kind);
  bool ParseGenericOp(ParsedOp& op);
  void AddDefaultAttr(ParsedOp& op);
  bool CheckUnknownOp(const ParsedOp& op);
  bool ParseProperties(ParsedOp& op);
  bool ParseOpType(ParsedOp& op, std::span<const OperandRef> operands);
  OpId CreateOp(ParsedOp& op);
  AttrId MakeDict(std::vector<NamedAttr>& attrs);

  // --- parse_region.cc
  bool ParseRegionBody(RegionId region, std::span<const ParsedArg> args);
  bool AddBlockArgs(BlockId block, std::span<const ParsedArg> args);
  bool ParseBlockBody(BlockId block);
  bool ParseBlock(RegionId region);
  bool ParseBlockArg(BlockId block);

  // --- parse_func.cc
  bool FillModuleBody(ParsedOp& op);
  bool ParseFuncArgs(std::vector<ParsedArg>& args);
  bool ParseFuncResults(FuncRow& func, std::vector<TypeId>& results);
  bool ParseFuncAttrs(ParsedOp& op);
  bool ParseFuncBody(ParsedOp& op, std::span<const ParsedArg> args);
  void MoveArgShardings(ParsedOp& op);
  bool SetFuncFromAttrs(ParsedOp& op);
  bool CheckFuncAttrs(const ParsedOp& op);

  // --- read.cc
  bool ParseAliasDefinition();
  // An alias is used at `at`.
  bool Expand(const AliasExtent& alias, size_t at);
  bool ParseTrailer();
  bool UnwrapModule();

  // --- parse_type.cc
  bool AtType();
  TypeId SimpleType(std::string_view word);
  TypeId ParseNonFunctionType();
  TypeId ParseCompositeType(std::string_view word);
  TypeId ParseMemRef();
  TypeId ParseTensorType();
  TypeId ParseTensorBody();
  bool ParseDimensionList(std::vector<int64_t>& dims);
  bool ParseDimensionX();
  TypeId ParseDialectType();

  // --- parse_attr.cc
  AttrId ParseWordAttr(TypeId type);
  AttrId ParseVerbatimWord();
  AttrId Opaque(std::string_view text);
  AttrId ParseNumberAttr(TypeId type, bool negative);
  bool IsUnsigned(TypeId type) const;
  bool IntegerLiteral(std::string_view text, bool negative, TypeId type,
                      int64_t& value) const;
  bool FloatLiteral(const Token& literal, bool negative, FloatKind format,
                    int64_t& bits);
  AttrId ParseStringAttr(TypeId type);
  AttrId ParseArrayAttr();
  AttrId ParseDictAttr();
  bool ParseDictBody(std::vector<NamedAttr>& attrs);

  // --- parse_dense.cc
  bool ParseDenseElement(DenseLiteral& literal);
  bool ParseDenseList(DenseLiteral& literal, size_t depth);
  AttrId ParseDenseAttr(TypeId type);
  AttrId MakeDense(const DenseLiteral& literal, TypeId type, size_t type_at,
                   const char* begin);
  bool CheckDenseShape(const DenseLiteral& literal, TypeId type,
                       bool is_complex, size_t type_at);
  bool DenseFromElements(const DenseLiteral& literal, TypeId element,
                         std::string& bytes);
  bool ElementValue(const Token& token, bool negative, TypeId element,
                    int64_t& value);
  bool DenseFromHex(const DenseLiteral& literal, TypeId type, TypeId element,
                    bool is_complex, size_t type_at, std::string& bytes);
  bool WrongHexSize(TypeId type, size_t at);
  AttrId ParseDenseArrayAttr();
  AttrId ParseDenseResourceAttr(TypeId type);

  // --- parse_struct.cc
  AttrId ParseHashAttr();
  AttrId ParseUnknownDialectAttr(const char* begin, bool body, size_t at);
  bool CheckDialect(std::string_view written, size_t at);
  AttrId ParseDialectAttr(std::string_view dialect, std::string_view mnemonic,
                          size_t at);
  AttrId MakeDims(std::span<const int64_t> dims);
  AttrId ParseField(int kind);
  bool ParseFields(int number, std::vector<AttrId>& values);
  bool WrongField(int number, size_t i);
  AttrId ParseBounds();
  AttrId ParseSubAxisInfo();
  AttrId ParseStablehloMesh();
  AttrId ParseConvBody();

  // --- parse_loc.cc
  AttrId LocAttr(Loc loc);
  bool IsDeferred(Loc loc) const;
  AttrId ParseLocAlias();
  bool IsLocation(AttrId attr) const;
  bool CheckLocAlias(AttrId attr, size_t at);
  AttrId ParseLocationInner();
  AttrId ParseLocationInstance();
  AttrId ParseCallSiteLoc();
  AttrId ParseFusedLoc();
  AttrId ParseNameOrFileLoc();
  bool ResolveDeferredLocs();

  Module& m_;
  const SourceBuffer& source_;
  const ParseOptions options_;
  Diagnostics& diagnostics_;
  Lexer lexer_;
  Token token_;
  const char* prev_end_ = nullptr;
  size_t forget_at_ = kForgetStep;
  bool failed_ = false;
  bool lex_error_reported_ = false;
  Message* last_error_ = nullptr;
  int depth_ = 0;
  std::string scratch_;

  // The op whose own parser runs, for OpError; empty inside attributes.
  std::string_view op_prefix_;
  std::string_view default_dialect_;

  std::vector<NameTable> tables_;
  std::vector<ForwardRef> forward_refs_;
  std::vector<std::vector<std::string_view>> block_scopes_;  // their names
  std::vector<RegionId> free_regions_;
  std::vector<std::unique_ptr<ParsedOp>> op_pool_;
  size_t op_level_ = 0;
  std::vector<std::unique_ptr<TypeLists>> type_pool_;
  size_t type_level_ = 0;
  // Placeholders of location aliases, with their places; arguments that have
  // one.
  std::vector<std::pair<AttrId, size_t>> deferred_locs_;
  std::vector<ValueId> deferred_args_;

  OpMemo op_memo_;
  AttrId empty_dict_;
  TextMap<std::pair<OpKind, NameId>> op_names_;
  TextMap<TypeId> simple_types_;
  TextMap<TypeId> type_memo_;
  TextMap<Alias<AttrId>> attr_aliases_;
  TextMap<Alias<TypeId>> type_aliases_;
  // Of the alias that is being defined, so far.
  AliasExtent extent_;
};

class Parser::TypeScratch {
 public:
  explicit TypeScratch(Parser& p) : p_(p) {
    if (p.type_level_ == p.type_pool_.size()) {
      p.type_pool_.push_back(std::make_unique<TypeLists>());
    }
    lists_ = p.type_pool_[p.type_level_++].get();
    lists_->inputs.clear();
    lists_->results.clear();
  }
  ~TypeScratch() { --p_.type_level_; }
  TypeScratch(const TypeScratch&) = delete;
  TypeScratch& operator=(const TypeScratch&) = delete;

  std::vector<TypeId>& inputs() { return lists_->inputs; }
  std::vector<TypeId>& results() { return lists_->results; }

 private:
  Parser& p_;
  TypeLists* lists_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_TEXT_PARSER_H_
