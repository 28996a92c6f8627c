#ifndef SHARDFLOW_TEXT_PARSER_H_
#define SHARDFLOW_TEXT_PARSER_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"

#include "base/diagnostics.h"
#include "base/source.h"
#include "ir/module.h"
#include "ops/op_def.h"
#include "text/lexer.h"
#include "text/read.h"

// The recursive-descent parser, as op forms and dialect attributes see it.
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

namespace shardflow {

enum class Opt : uint8_t { kAbsent, kOk, kFailed };

// `%name` or `%name#number`, not yet looked up.
struct OperandRef {
  const char* at = nullptr;  // the '%'
  uint32_t length = 0;       // of the name, '%' included
  int32_t number = 0;

  std::string_view name() const { return {at, length}; }
};

// `%name : type {attrs} loc(...)`: a block argument as a region header or a
// function signature declares it.
struct ParsedArg {
  OperandRef name;  // at == nullptr: none given
  TypeId type;
  AttrId attrs;  // a kDict or None
  Loc loc;
};

// An op being parsed: what MLIR calls an OperationState. The op is created
// from it when its text has been read; regions are parsed before that, so
// uses inside them are older than the op's own uses, as in MLIR.
struct ParsedOp {
  OpKind kind{};
  NameId name;
  size_t offset = 0;  // of the op's name: where MLIR's name location is
  std::vector<ValueId> operands;
  std::vector<TypeId> result_types;
  std::vector<NamedAttr> attrs;  // inherent and discardable, any order
  std::vector<RegionId> regions;
  Loc loc;  // preset to `offset`
  // Set for a func.func: becomes the op's FuncRow.
  std::optional<FuncRow> func;

  void Clear();
  void AddAttr(NameId key, AttrId value) { attrs.push_back({key, value}); }
  AttrId GetAttr(NameId key) const;  // None if absent
};

class Parser {
 public:
  Parser(Module& m, const SourceBuffer& source, const ParseOptions& options,
         Diagnostics& diagnostics);

  Module& module() { return m_; }
  const ParseOptions& options() const { return options_; }

  // --- tokens
  const Token& token() const { return token_; }
  Tok kind() const { return token_.kind; }
  std::string_view text() const { return token_.text(); }
  // The byte offset of the current token: places in errors are such offsets.
  size_t offset() const { return OffsetOf(token_.begin); }
  size_t OffsetOf(const char* at) const {
    return static_cast<size_t>(at - lexer_.begin());
  }
  bool At(Tok kind) const { return token_.kind == kind; }
  bool AtKeyword(std::string_view word) const {
    return token_.kind == Tok::kBareId && token_.text() == word;
  }
  void Advance() { token_ = lexer_.Next(); }
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
  // Any word, or a string whose contents are meant.
  bool ParseKeywordOrString(std::string& out);

  // --- errors; all return false (None converts from nothing: return {}).
  // At the current token, in the plain form of MLIR's parser.
  bool Error(std::string message);
  bool ErrorAt(size_t offset, std::string message);
  // As an op's own parser reports: "custom op 'd.op' " stands before the
  // message (not while an attribute or type of a dialect is being parsed).
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
  // `type`: the type that a typed literal has if it doesn't say; None: as
  // written (`: type` may follow).
  AttrId ParseAttribute(TypeId type = TypeId::None());
  Opt ParseOptionalAttribute(AttrId& attr, TypeId type = TypeId::None());
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
  Opt ParseOptionalOperand(OperandRef& operand);
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

  // An op name without its dialect gets `dialect` (func in a function body).
  std::string_view default_dialect() const { return default_dialect_; }

 private:
  friend struct ParserInternals;

  // --- values: names to values, for each isolated scope
  struct NameEntry {
    int32_t base = -1;    // first value; a forward reference: ~ its number
    int32_t count = 0;    // results; 0: not defined
    uint32_t offset = 0;  // of the definition
  };
  struct ForwardRef {
    std::string_view name;
    int32_t number = 0;
    ValueId placeholder;
    OpId op;  // the placeholder op
    size_t offset = 0;
    bool resolved = false;
  };
  // The names of one isolated region.
  struct NameTable {
    std::vector<NameEntry> numbered;  // %0, %1, ...
    absl::flat_hash_map<std::string_view, NameEntry> named;
    std::vector<std::string_view> defined;  // in order, for undo
    std::vector<size_t> scopes;             // sizes of `defined`
  };
  struct BlockName {
    std::string_view name;
    BlockId block;
    size_t offset = 0;
    bool defined = false;
  };

  bool FailExpect(Tok kind, std::string_view message);
  bool Enter();  // one level of nesting deeper; false: too deep
  void Leave() { --depth_; }

  NameEntry& Entry(std::string_view name);
  bool DefineResults(const OperandRef& name, ValueId first, int32_t count);
  bool DefineValue(const OperandRef& name, ValueId value);
  bool ResolveForward(NameEntry& entry, const OperandRef& name, ValueId first,
                      int32_t count);
  ValueId Forward(NameEntry& entry, const OperandRef& operand, TypeId type);
  void PushScope(bool isolated);
  bool PopScope(bool isolated);

  // --- ops (parse_op.cc)
  bool ParseOp(BlockId block);
  bool ParseOpNamed(std::span<const std::pair<OperandRef, int32_t>> results,
                    size_t start, BlockId block);
  bool ParseGenericOp(ParsedOp& op);
  bool ParseCustomOp(ParsedOp& op);
  bool SetOpName(ParsedOp& op, std::string_view name, size_t offset);
  OpId FinishOp(ParsedOp& op, BlockId block);
  void MoveShardings(ParsedOp& op, OpId id);
  bool ParseResultNames(std::vector<std::pair<OperandRef, int32_t>>& results);
  bool ParseRegionBody(RegionId region, std::span<const ParsedArg> args);
  bool ParseBlockLabel(RegionId region, BlockId& block);
  bool ParseBlockArgs(BlockId block);
  bool AddBlockArgs(BlockId block, std::span<const ParsedArg> args);
  bool ParseTrailer();
  bool ParseAliasDefinition();

  // --- types (parse_type.cc)
  TypeId ParseNonFunctionType();
  TypeId ParseTensorType();
  TypeId ParseTensorBody();
  TypeId ParseBuiltinWordType(std::string_view word);
  TypeId ParseDialectType();
  bool ParseDimensionList(std::vector<int64_t>& dims, bool& unranked);

  // --- attributes (parse_attr.cc, parse_dense.cc, parse_loc.cc)
  AttrId ParseNumberAttr(TypeId type, bool negative);
  AttrId ParseArrayAttr();
  AttrId ParseDictAttr();
  bool ParseDictBody(std::vector<NamedAttr>& attrs);
  AttrId ParseWordAttr(TypeId type);
  AttrId ParseHashAttr(TypeId type);
  AttrId ParseDialectAttr(std::string_view dialect, std::string_view mnemonic,
                          size_t offset);
  AttrId ParseDenseAttr(TypeId type);
  AttrId ParseDenseArrayAttr();
  AttrId ParseDenseResourceAttr(TypeId type);
  AttrId ParseVerbatim(const char* begin);
  bool SkipBalanced();
  AttrId ParseLocation();
  AttrId ParseLocationInner();

  Module& m_;
  const SourceBuffer& source_;
  const ParseOptions options_;
  Diagnostics& diagnostics_;
  Lexer lexer_;
  Token token_;
  bool failed_ = false;
  int depth_ = 0;

  // The op whose own parser runs, for OpError; empty inside attributes.
  std::string_view op_prefix_;
  std::string_view default_dialect_;

  std::vector<NameTable> tables_;
  std::vector<ForwardRef> forward_refs_;
  size_t open_forward_refs_ = 0;
  std::vector<std::vector<BlockName>> block_scopes_;
  std::vector<RegionId> free_regions_;

  absl::flat_hash_map<std::string_view, TypeId> type_memo_;
  absl::flat_hash_map<std::string_view, AttrId> attr_aliases_;
  absl::flat_hash_map<std::string_view, TypeId> type_aliases_;
};

}  // namespace shardflow

#endif  // SHARDFLOW_TEXT_PARSER_H_
