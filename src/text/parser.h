#ifndef SHARDFLOW_TEXT_PARSER_H_
#define SHARDFLOW_TEXT_PARSER_H_

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/diagnostics.h"
#include "base/either.h"
#include "base/id.h"
#include "base/opt.h"
#include "base/source.h"
#include "base/table.h"
#include "ir/module.h"
#include "ops/op_def.h"
#include "text/lexer.h"
#include "text/op_memo.h"
#include "text/operand_ref.h"
#include "text/read.h"
#include "text/text_map.h"

// The recursive-descent parser, which op forms and dialect attributes use. For
// example, this parses a list of integers and a type:
//
//   // "(" integer ("," integer)* ")" : type
//   if (!p.ParseList(Tok::kLParen, Tok::kRParen, [&] {
//         return p.ParseInteger(values.emplace_back());
//       })) return false;
//   if (!p.Expect(Tok::kColon)) return false;
//   const TypeId type = p.ParseType();
//   if (!type) return false;
//
// A function that returns bool or an id reports its errors itself and then
// returns false or None, so its caller can simply return. The first error ends
// the parse. "Optional" functions that may also fail return Opt. The wording
// and places of the errors are the same as in MLIR.

namespace shardflow::internal {

struct TakenShardings;  // ops/sharding_spelling.h
class KnownLines;       // text/known_lines.h

// A block argument as declared in the header of a region or in a function's
// signature: `%name : type {attrs} loc(...)`.
struct ParsedArg {
  OperandRef name;  // `at` is null if the argument has no name
  TypeId type;
  AttrId attrs;  // a dictionary or None
  Loc loc;
};

// The name of one or more results of an op, as in `%name:count`.
struct ResultName {
  OperandRef name;
  int32_t count = 1;
};

// An op that is being parsed (MLIR's OperationState). The op is created after
// all of its text has been read. So its regions are parsed earlier, and uses
// inside them precede the op's own uses in a value's use list, as in MLIR.
struct ParsedOp {
  OpKind kind{};
  NameId name;
  size_t offset = 0;  // position of the op's name, its location in MLIR
  std::vector<ValueId> operands;
  std::vector<TypeId> result_types;
  std::vector<NamedAttr> attrs;  // both inherent and discardable, in any order
  std::vector<RegionId> regions;
  std::vector<ResultName> result_names;
  Loc loc;  // initially `offset`
  // The body of a reduce that is written as `applies` and an op's name.
  AppliedBody applied;
  // Set only for a func.func. It becomes the FuncRow when the op is created.
  std::optional<FuncRow> func;

  // --- for OpMemo

  // The id of the op's line (OpLine::id), or -1 if the op won't be remembered.
  int32_t line = -1;
  const char* line_end = nullptr;
  // An operand that was looked up.
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
  ~Parser();

  Module& module() { return m_; }

  // --- tokens
  Tok kind() const { return token_.kind; }
  std::string_view text() const { return token_.text(); }
  // Returns the byte offset of the current token. Errors are reported at byte
  // offsets.
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
  // Consumes the token if it is of this kind.
  bool Consume(Tok kind) {
    if (token_.kind != kind) return false;
    Advance();
    return true;
  }
  // Consumes a token of this kind. If there is none, reports `message` or, by
  // default, an error such as "expected ','".
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
  // Consumes the word, or reports "expected 'word'".
  bool ExpectKeyword(std::string_view word);
  // Parses any word, or reports "expected valid keyword".
  bool ParseKeyword(std::string_view& word);
  // Parses any word, or a string.
  bool ParseKeywordOrString(std::string& out);

  // --- errors

  // Reports an error at the current token, in the plain form of MLIR's parser.
  // Returns false, as do the other functions that report an error.
  bool Error(std::string message);
  bool ErrorAt(size_t offset, std::string message);
  // Reports an error in the form that an op's own parser uses: the message
  // begins with "custom op 'd.op'", except inside an attribute or type of a
  // dialect.
  bool OpError(std::string message) {
    return OpErrorAt(offset(), std::move(message));
  }
  bool OpErrorAt(size_t offset, std::string message);
  // Reports that a token is missing. The error is reported at the end of the
  // previous line if the current token is the first on its line.
  bool WrongToken(std::string message);
  // Adds a note to the last error.
  void AddNote(size_t offset, std::string message);
  bool failed() const { return failed_; }

  // --- lists

  // Parses `open item (, item)* close`. The list may be empty. This function
  // and those below call `item` for each item, and stop if it returns false.
  template <class Fn>
  bool ParseList(Tok open, Tok close, Fn item) {
    if (!Expect(open)) return false;
    return ParseListTail(close, item);
  }
  // Parses the rest of a list, after its opening bracket.
  template <class Fn>
  bool ParseListTail(Tok close, Fn item) {
    if (Consume(close)) return true;
    do {
      if (!item()) return false;
    } while (Consume(Tok::kComma));
    return Expect(close);
  }
  // Parses `item (, item)*`, with at least one item and without delimiters.
  template <class Fn>
  bool ParseItems(Fn item) {
    do {
      if (!item()) return false;
    } while (Consume(Tok::kComma));
    return true;
  }

  // --- literals

  // Parses an integer, or reports "expected integer value".
  bool ParseInteger(int64_t& value);
  Opt ParseOptionalInteger(int64_t& value);
  // Parses a dimension. `?` becomes kDynamicDim.
  bool ParseDim(int64_t& value);
  // Parses a list of dimensions, such as `[1, ?, 3]`.
  bool ParseDims(std::vector<int64_t>& values);
  // Parses a string, or reports "expected string".
  bool ParseString(std::string& value);
  bool ParseString(NameId& value);
  bool ParseOptionalString(NameId& value);  // false if absent
  // Parses a symbol, `@name`, or reports "expected valid '@'-identifier for
  // symbol name".
  bool ParseSymbolName(NameId& name);
  bool ParseOptionalSymbolName(NameId& name);  // false if absent
  bool ParseBool(bool& value);                 // `true` or `false`

  // --- types
  TypeId ParseType();
  TypeId ParseColonType();
  // Returns kAbsent, without an error, if no type starts here.
  Opt ParseOptionalType(TypeId& type);
  // Parses `type (, type)*`.
  bool ParseTypes(std::vector<TypeId>& types);
  // Parses `(type, ...)`. The parentheses may be empty.
  bool ParseTypesInParens(std::vector<TypeId>& types);
  // Parses the types that follow `->`: a single type, or a list in parentheses.
  bool ParseResultTypes(std::vector<TypeId>& types);
  // Parses a function type, such as `(a, b) -> c`, and returns a kFunction.
  TypeId ParseFunctionType();
  // Parses the rest of the text, such as `16x8xf32`, as the contents of a
  // tensor type's brackets. Returns the tensor type.
  TypeId ParseBareTensor();

  // --- attributes

  // `type` is the type of a literal if the caller knows it. If `type` is None,
  // `: type` may follow the literal.
  AttrId ParseAttribute(TypeId type = TypeId::None());
  // Parses a symbol reference, such as `@a` or `@a::@b`.
  AttrId ParseSymbolRef();
  // Parses a dictionary, such as `{a = 1, b}`, or nothing, and appends it to
  // `attrs`.
  bool ParseOptionalAttrDict(std::vector<NamedAttr>& attrs);
  bool ParseOptionalAttrDictWithKeyword(std::vector<NamedAttr>& attrs);
  // Parse an attribute without `#dialect.mnemonic`: only the `<...>` of a
  // struct, or only the name of an enum's case. `number` is a StructId or
  // EnumId (ops/attr_tables.h).
  AttrId ParseStructBody(int number);
  AttrId ParseEnumCase(int number);

  // --- values

  // Parses an operand, or reports "expected SSA operand".
  bool ParseOperand(OperandRef& operand, bool allow_number = true);
  // Parses `operand (, operand)*`, or nothing.
  bool ParseOperands(std::vector<OperandRef>& operands);
  // Looks up a value and appends it to op.operands. A name that isn't defined
  // yet becomes a forward reference with this type.
  bool ResolveOperand(const OperandRef& operand, TypeId type, ParsedOp& op);
  // Resolves all operands. If the number of types differs from the number of
  // operands, the error is reported at `offset`.
  bool ResolveOperands(std::span<const OperandRef> operands,
                       std::span<const TypeId> types, size_t offset,
                       ParsedOp& op);
  ValueId Resolve(const OperandRef& operand, TypeId type);

  // --- regions

  // Parses a block argument: `%name : type {attrs} loc(...)`.
  bool ParseArgument(ParsedArg& arg, bool allow_type, bool allow_attrs);
  // Parses a region, `{ ... }`, and appends it to op.regions. `args` are the
  // arguments of its entry block.
  bool ParseRegion(ParsedOp& op, std::span<const ParsedArg> args = {});
  // Returns an empty region, which the caller fills and adds to op.regions.
  RegionId TakeRegion();

  // --- locations
  Opt ParseOptionalLoc(Loc& loc);

  // --- the module as a whole (read.cc)
  bool ParseTopLevel();
  // Parses the text after the op's name in the generic form: `(operands) ... :
  // (types) -> types`.
  bool ParseGenericTail(ParsedOp& op);
  // Parse the text after `module` and after `func.func`.
  bool ParseModuleForm(ParsedOp& op);
  bool ParseFuncForm(ParsedOp& op);
  // Sets the argument's location, which may be an alias that is defined later.
  void SetArgLoc(ValueId arg, Loc loc);

 private:
  static constexpr size_t kForgetStep = 1 << 18;
  // Numbered names mostly come in order, so the table grows by several entries
  // at once.
  static constexpr size_t kMoreNumbers = 64;

  // --- values: a table of names for each isolated region
  struct ForwardTag {};
  using ForwardId = Id<ForwardTag>;  // index into forward_refs_
  struct NameEntry {
    // The value, or the first of several. While the name is undefined, the last
    // forward reference to it, if there is one.
    Either<ValueId, ForwardId> is;
    int32_t count = 0;    // the number of values; 0 while undefined
    uint32_t offset = 0;  // where the name was defined

    bool IsUsed() const { return !is.IsNeither(); }
  };
  struct ForwardRef {
    int32_t number = 0;
    ForwardId next;  // the previous forward reference to the same name
    ValueId placeholder;
    OpId op;  // the op that defines the placeholder
    size_t offset = 0;
    bool resolved = false;
  };
  // Where the entry of a name such as `%12` is: in `numbered`, at 12. That of
  // any other name is in `named`.
  struct NumberedTag {};
  struct NamedTag {};
  using NumberedName = Id<NumberedTag>;
  using NamedName = Id<NamedTag>;
  using NamePlace = Either<NumberedName, NamedName>;
  // The names in one isolated region.
  struct NameTable {
    Table<NameEntry> numbered;  // %0, %1, ...
    Table<NameEntry> named;     // all other names
    TextMap<NamedName> slots;   // all other names
    uint32_t id = 0;            // unique among all tables
    // Whether any names were defined in the region itself, not just in nested
    // scopes.
    bool any_of_its_own = false;
    // Names defined in inner scopes, in order. They are removed when their
    // scope ends.
    std::vector<NamePlace> defined;
    std::vector<size_t> scopes;  // size of `defined` at the start of each scope
  };
  // A short name, the `id` of the table that contains it, and its place in that
  // table.
  struct RecentName {
    uint64_t packed = 0;  // the characters of the name
    uint32_t table = 0;
    NamePlace place;
  };
  struct TypeLists {
    std::vector<TypeId> inputs, results;
  };
  // Temporary lists for function types. Their memory is reused.
  class TypeScratch;
  struct DenseLiteral;

  // An alias can expand to much more text than it contains. For example, 40
  // aliases that each use the previous one twice expand to a terabyte. So
  // nesting and size are limited.
  struct AliasExtent {
    int depth = 0;    // levels of nesting
    size_t size = 0;  // bytes of text with all aliases expanded
  };
  template <class IdT>
  struct Alias {
    IdT id;
    AliasExtent extent;
  };

  bool FailExpect(Tok kind, std::string_view message);
  bool TooDeep(size_t at);  // reports the error and returns false
  bool Enter();             // enters a level; returns false if too deep
  void Leave() { --depth_; }
  // Returns the text from `begin` to the end of the last consumed token.
  std::string_view TextSince(const char* begin) const {
    return {begin, static_cast<size_t>(prev_end_ - begin)};
  }
  bool SkipBalanced();
  // Tells the source that the text before the offset `end` will only be needed
  // to report errors.
  void ForgetText(size_t end);
  NameId InternString(std::string_view token);
  std::string AttrText(AttrId attr) const;
  std::string QuotedType(TypeId type) const;

  // --- parse_value.cc
  // Returns the place of a name in the current table.
  NamePlace PlaceOf(std::string_view name);
  NamedName FindSlot(std::string_view name);
  NamePlace PlaceOf(const OperandRef& ref) {
    if (ref.plain >= 0 && ref.plain < plain_end_) {
      return NumberedName(ref.plain);
    }
    return PlaceOf(ref.name());
  }
  NameEntry& EntryAt(NamePlace place) {
    NameTable& table = tables_.back();
    if (place.Is<NamedName>()) {
      return table.named[place.Get<NamedName>().Slot()];
    }
    const size_t number = place.Get<NumberedName>().Slot();
    if (number >= table.numbered.size()) [[unlikely]] {
      table.numbered.resize(number + kMoreNumbers);
    }
    return table.numbered[number];
  }
  NameEntry& Entry(const OperandRef& ref) { return EntryAt(PlaceOf(ref)); }
  // Adds a newly defined name whose entry has already been set.
  void AddDefined(const OperandRef& name, NamePlace place, ValueId first,
                  int32_t count);
  bool DefineValues(const OperandRef& name, ValueId first, int32_t count);
  bool ResolveForward(ForwardId forward, const OperandRef& name, ValueId first,
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
  bool DefineResults(ParsedOp& op, size_t start, BlockId block);
  void SetOpName(ParsedOp& op, std::string_view name);
  bool ParseCustomOp(ParsedOp& op);
  bool UnknownCustomOp(const ParsedOp& op, std::string_view written);
  bool ParseGenericOp(ParsedOp& op);
  void AddDefaultAttr(ParsedOp& op);
  bool CheckUnknownOp(const ParsedOp& op);
  bool ParseProperties(ParsedOp& op);
  bool ParseOpType(ParsedOp& op, std::span<const OperandRef> operands);
  OpId CreateOp(ParsedOp& op);
  AttrId MakeDict(std::vector<NamedAttr>& attrs);

  // --- parse_known_op.cc
  bool ReplayLines(BlockId block);
  Opt ReplayOp(const OpMemo::Entry& known, BlockId block);
  ValueId KnownValue(const OperandRef& name, TypeId type);
  void RememberOp(const ParsedOp& op, OpId id, const TakenShardings& taken);

  // --- parse_region.cc
  // Moves the blocks of a region from TakeRegion to the region of an op.
  void FillRegion(RegionId of_op, RegionId from);
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
  // Adds the extent of an alias that is used at `at`. Reports an error and
  // returns false if aliases are nested too deeply.
  bool Expand(const AliasExtent& alias, size_t at);
  bool ParseTrailer();
  bool UnwrapModule();

  // --- parse_type.cc
  bool AtType();
  TypeId SimpleType(std::string_view word);
  TypeId ParseNonFunctionType();
  TypeId ParseCompositeType(std::string_view word);
  TypeId ParseMemRef();
  // The contents of a tensor type's brackets.
  struct TensorParts {
    std::vector<int64_t> dims;
    bool unranked = false;
    TypeId element;
    size_t element_at = 0;  // offset of the element type in the text
    AttrId encoding;
  };
  TypeId ParseTensorType();
  TypeId ParseTensorBody();
  bool ParseTensorParts(TensorParts& parts);
  TypeId MakeTensor(const TensorParts& parts);
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

  // The name of the op whose own parser is running, used by OpError. Empty
  // inside attributes.
  std::string_view op_prefix_;
  std::string_view default_dialect_;

  std::vector<NameTable> tables_;
  uint32_t table_count_ = 0;  // number of tables made so far
  // The names that were looked up recently. Most are soon looked up again, and
  // finding them here is faster than hashing.
  std::array<RecentName, 256> recent_names_;
  std::vector<ForwardRef> forward_refs_;
  // For each region that is being parsed, the names of its blocks.
  std::vector<std::vector<std::string_view>> block_scopes_;
  std::vector<RegionId> free_regions_;
  std::vector<std::unique_ptr<ParsedOp>> op_pool_;
  size_t op_level_ = 0;
  std::vector<std::unique_ptr<TypeLists>> type_pool_;
  size_t type_level_ = 0;
  // Placeholders for location aliases, each with the offset of its use.
  std::vector<std::pair<AttrId, size_t>> deferred_locs_;
  // Arguments whose locations are placeholders for aliases.
  std::vector<ValueId> deferred_args_;

  // Names such as `%12` whose number is less than this have their own entries
  // in NameTable::numbered. There are at most as many of these entries as the
  // text has bytes.
  const int32_t plain_end_;
  const std::unique_ptr<KnownLines> lines_;
  OpMemo op_memo_;
  AttrId empty_dict_;
  TextMap<std::pair<OpKind, NameId>> op_names_;
  TextMap<TypeId> simple_types_;
  TextMap<TypeId> type_memo_;
  TextMap<Alias<AttrId>> attr_aliases_;
  TextMap<Alias<TypeId>> type_aliases_;
  // The extent, so far, of the alias that is being defined.
  AliasExtent extent_;
};

inline void Parser::AddDefined(const OperandRef& name, NamePlace place,
                               ValueId first, int32_t count) {
  // The names of the isolated region itself needn't be removed one by one,
  // because they are dropped with the table.
  NameTable& table = tables_.back();
  if (table.scopes.size() > 1) {
    table.defined.push_back(place);
  } else {
    table.any_of_its_own = true;
  }
  if (options_.names != nullptr) {
    options_.names->push_back({name.name(), first, count});
  }
}

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
