#ifndef SHARDFLOW_TEXT_PRINTER_H_
#define SHARDFLOW_TEXT_PRINTER_H_

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ir/module.h"
#include "ops/attr_tables.h"
#include "ops/op_def.h"
#include "text/print_memo.h"
#include "text/write.h"

// Appends the text of parts of a module to a buffer. Op forms and dialect
// attributes use it like this:
//
//   p.Text(" across dimensions = [");
//   p.Join(dims, [&](int64_t d) { p.Int(d); });
//   p.Char(']');
//   p.OptionalAttrDict(op, {"dimensions"});
//   p.Text(" : ");
//   p.FunctionalType(op);
//
// The names of values are determined before anything is printed
// (text/ssa_names.h).

namespace shardflow::internal {

class SsaNames;
class Aliases;

// An attribute of an op, as printed. `value` is None for an attribute that the
// module keeps in a column, such as a sharding or a sharding rule.
struct PrintedAttr {
  NameId key;
  AttrId value;
};

class Printer {
 public:
  // If `names` is null, values are printed as `<<VALUE>>`. If `aliases` is
  // null, aliases aren't used. If there is a `sink`, the buffer is passed to it
  // and emptied whenever it has become long, but only between ops.
  Printer(const Module& m, const PrintOptions& options, const SsaNames* names,
          const Aliases* aliases, std::string& out,
          const TextSink* sink = nullptr);

  const Module& module() const { return m_; }

  // --- plain text
  void Text(std::string_view text) { out_.append(text); }
  void Char(char c) { out_.push_back(c); }
  void Int(int64_t value);
  void Name(NameId name) { out_.append(m_.names.Get(name)); }
  // Prints the text in quotes, with escapes.
  void String(std::string_view text);
  // Prints a word without quotes, and anything else as a string.
  void KeywordOrString(std::string_view text);
  void Symbol(NameId name);  // @name or @"any name"
  void Newline();            // with the indentation of the current op
  // Calls `item` for each element, and prints ", " between elements.
  template <class Range, class Fn>
  void Join(const Range& range, Fn item) {
    bool first = true;
    for (const auto& x : range) {
      if (!first) out_.append(", ");
      first = false;
      item(x);
    }
  }
  // Prints a list of dimensions, such as `[1, ?, 3]`.
  void Dims(std::span<const int64_t> dims);
  void Ints(std::span<const int64_t> values);  // as in 1, 2, 3

  // --- types
  void Type(TypeId type);
  void Types(std::span<const TypeId> types);  // as in a, b
  void OperandTypes(OpId op);                 // as in a, b
  void ResultTypes(OpId op);                  // as in a, b
  // Prints a function type, such as `(a, b) -> c` or `(a) -> (b, c)`.
  void FunctionalType(OpId op);
  // Prints the types after `->`. A single type is printed without parentheses
  // unless it is a function type. Several types are printed as `(a, b)`.
  void ArrowTypes(std::span<const TypeId> types);

  // --- attributes
  void Attr(AttrId attr);
  // Prints the attribute without its trailing `: type`.
  void AttrWithoutType(AttrId attr);
  // Prints the attribute without `#dialect.mnemonic`: only the `<...>` of a
  // struct, or the name of an enum's case.
  void StrippedAttr(AttrId attr);
  // Returns the values of an attribute `array<i64: ...>`.
  std::vector<int64_t> DimsOf(AttrId attr) const;
  // Returns the op's attributes, including those in columns, sorted by name.
  std::vector<PrintedAttr> OpAttrs(OpId op) const;
  // Prints the attributes that aren't elided, as in ` {a = 1, b}`, or nothing
  // if none are left.
  void OptionalAttrDict(OpId op, std::span<const std::string_view> elided = {});
  void OptionalAttrDictWithKeyword(
      OpId op, std::span<const std::string_view> elided = {});
  void OptionalAttrDict(OpId op,
                        std::initializer_list<std::string_view> elided) {
    OptionalAttrDict(op, std::span(elided.begin(), elided.size()));
  }
  void OptionalAttrDictWithKeyword(
      OpId op, std::initializer_list<std::string_view> elided) {
    OptionalAttrDictWithKeyword(op, std::span(elided.begin(), elided.size()));
  }
  // Prints ` {...}` with the entries of `dict` and the `sharding`, which is
  // named sdy.sharding. Either may be None. Prints nothing if both are None.
  void OptionalDict(AttrId dict, ShardingId sharding = ShardingId::None());

  // --- values
  void Operand(ValueId value);
  void Operands(OpId op);  // as in %a, %b

  // --- ops and regions

  // Prints a region. Must only be called while an op is being printed.
  void Region(RegionId region, bool entry_args = true, bool terminator = true,
              bool empty_block = false);
  // Prints an argument, as in `%arg0: type loc(...)`.
  void RegionArg(ValueId arg, bool type = true);
  // Prints an op with its results, form and location.
  void Op(OpId op);
  // Prints the generic form, beginning with the quoted name or, if `with_name`
  // is false, with the opening parenthesis.
  void GenericOp(OpId op, bool with_name = true);

  // Prints the location after an op: ` loc(...)`.
  void TrailingLoc(Loc loc);

  // --- for write.cc

  // Walks over everything that would be printed for `root`, and collects the
  // attributes and types that need an alias.
  void CollectAliases(OpId root, Aliases& aliases);
  void AliasDefinitions(bool deferred);
  // Passes the buffer to the sink and empties the buffer. Returns false if the
  // sink has refused any text so far.
  bool Flush();

 private:
  // When the text reaches this size, it is passed to the sink, if any. This
  // keeps the buffer in the second-level cache.
  static constexpr size_t kFlushSize = 64 * 1024;
  static constexpr int kIndent = 2;

  // Whether `: type` follows a value.
  enum class TypeText { kAlways, kInList, kNever };
  struct TextSpan {
    size_t begin = 0, length = 0;
  };
  // A piece of an op's text that hasn't been printed yet. The text before the
  // op's first region is written immediately, and the rest is split into
  // pieces.
  struct Piece {
    // The last three kinds are only used while aliases are collected.
    enum class Kind : uint8_t { kText, kRegion, kType, kAttr, kLoc };
    Kind kind = Kind::kText;
    std::string text;
    int32_t id = 0;  // id of the type, attribute or location
    bool deferrable = false;
    // For a region: how to print it, and how much of it has been printed.
    bool entry_args = true, terminator = true, empty_block = false;
    bool is_open = false;
    bool has_op = false;  // whether an op was printed in the current block
    RegionId region;
    BlockId block;
    OpId next;
    int number = 0;  // the block number
    std::string_view outer_dialect;
  };

  // --- printer.cc
  void TypeBody(TypeId type);
  void TensorBody(TypeId type);
  void FunctionBody(TypeId type);

  // --- print_attr.cc, print_dense.cc
  void AttrBody(AttrId attr, TypeText text);
  void DialectAttr(AttrId attr);
  void ValueType(TypeId type, TypeText text, bool obvious);
  void ListItem(AttrId attr);
  void IntegerBody(AttrId attr, TypeText text);
  void IntegerValue(int64_t value, TypeId type);
  void FloatValue(uint64_t bits, TypeId type);
  void DictBody(AttrId dict);
  void DictEntry(NameId key, AttrId value);
  void ArgDictBody(AttrId dict, ShardingId sharding);
  void EnumCase(AttrId attr);
  void EnumBody(AttrId attr);
  bool IsZeroField(AttrId field) const;
  void StructBody(AttrId attr);
  void StructField(AttrId field, FieldKind kind);
  void HexBytes(std::string_view bytes);
  void ElementValue(const char* at, size_t width, TypeId element);
  void DenseElements(AttrId attr);
  void KnownList(AttrId attr, std::string_view bytes, TypeId type);
  void DenseElement(const char* at, size_t width, TypeId tensor);
  void DenseList(std::string_view bytes, TypeId type);
  void DenseArray(AttrId attr);

  // --- print_known_op.cc
  bool MayBeKnown(OpId op, OpId& applied) const;
  AttrId NumberedChannel(OpId op) const;
  void KnownOp(OpId op, std::span<const PrintMemo::Piece> pieces,
               AttrId channel);
  OpId KnownOps(OpId op, bool with_last);
  struct Room;
  bool KnownLine(OpId op, Room& room);
  bool KnownBody(OpId op, Room& room);
  std::string_view KnownType(TypeId type) const;
  void NewOp(OpId op, bool has_region, AttrId channel);
  bool SlotsOf(OpId op);

  // --- print_op.cc
  void ResultList(OpId op);
  void OpWithoutResults(OpId op);
  void OpName(OpId op);
  void GenericRegion(RegionId region);
  std::vector<PrintedAttr> OpAttrs(OpId op, bool all) const;
  bool ArgsHaveShardings(OpId op) const;
  void AddColumns(OpId op, std::vector<PrintedAttr>& attrs) const;
  void AddFuncColumns(OpId op, std::vector<PrintedAttr>& attrs) const;
  void AttrEntry(OpId op, const PrintedAttr& attr);
  void ColumnAttr(OpId op, NameId key);
  void ShardingList(std::span<const ValueId> values);
  void ArgAttrList(OpId op);
  ShardingId ArgSharding(OpId func, size_t i) const;
  void AttrDict(OpId op, std::span<const std::string_view> elided,
                std::string_view before);
  void OpText(OpId op);
  void BlockArg(ValueId arg);
  void ArgLoc(ValueId arg);
  void RegionArg(ValueId arg, bool type, AttrId attrs, ShardingId sharding);
  void ModuleForm(OpId op);
  void FuncForm(OpId op);
  void FuncSignature(OpId op);

  // --- print_region.cc
  void StartOp(OpId op, std::vector<Piece>& stack);
  void CutText();
  // While aliases are collected, the text after a region of the op has to wait
  // until the region has been visited. Returns true if this type, attribute or
  // location has to wait, and then makes a piece for it.
  bool PutOff(Piece::Kind kind, int32_t id, bool deferrable = false);
  bool NextOp(Piece& at, OpId& op);
  bool IsElided(const Piece& at, OpId op) const;
  void OpenRegion(Piece& at);
  void OpenBlock(Piece& at);

  // --- print_loc.cc
  void InlineLoc(Loc loc);
  void LocOrAlias(Loc loc);
  void LocBody(Loc loc);
  void LocInner(AttrId loc);
  void FileLoc(AttrId loc);
  void CollectLoc(Loc loc, bool deferrable);
  void CollectType(TypeId type);
  void CollectAttr(AttrId attr);

  const Module& m_;
  const PrintOptions& options_;
  const SsaNames* names_;
  const Aliases* aliases_;
  std::string& out_;
  const TextSink* sink_;
  bool sink_ok_ = true;
  int indent_ = 0;
  // Names of ops of this dialect are printed without it, such as `return` in a
  // func.func.
  std::string_view default_dialect_ = "builtin";
  // Set while aliases are being collected.
  Aliases* collecting_ = nullptr;
  bool deferrable_ = false;
  // The pieces made so far of the op that is being printed.
  std::vector<Piece> pieces_;
  // Whether the current op has begun a region.
  bool putting_off_ = false;
  // The position in out_ after the current op's last region.
  size_t cut_ = 0;
  // The text of each type printed so far.
  std::vector<TextSpan> type_texts_;
  std::string type_pool_;
  // The text of lists of elements. Most lists are groups of collectives, which
  // are the same in many ops.
  std::unordered_map<AttrId, TextSpan> list_texts_;
  std::string list_pool_;
  // For ops that MayBeKnown() accepts. When such an op is printed for the first
  // time, the names of its operands and its channel number are noted.
  PrintMemo memo_;
  bool noting_names_ = false;
  AttrId noted_channel_;
  struct NotedName {
    PrintMemo::Slot slot;
    ValueId value;  // None for a number
  };
  std::vector<NotedName> noted_names_;
  std::vector<PrintMemo::Slot> slots_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_TEXT_PRINTER_H_
