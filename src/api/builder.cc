#include "shardflow/builder.h"

#include <algorithm>
#include <array>
#include <deque>
#include <span>
#include <type_traits>
#include <utility>
#include <variant>

#include "absl/container/node_hash_map.h"
#include <fmt/format.h>

#include "api/annotate.h"
#include "api/attribute_value.h"
#include "api/builder_access.h"
#include "api/convert.h"
#include "api/program_impl.h"
#include "api/sharding_info.h"
#include "api/verify_named.h"
#include "base/quick_hash.h"
#include "ir/uses.h"
#include "ir/walk.h"
#include "ops/attr_make.h"
#include "ops/dialects.h"
#include "ops/functions.h"
#include "ops/op_def.h"
#include "ops/sharding_spelling.h"
#include "ops/verify.h"
#include "sharding/direction.h"
#include "sharding/verify.h"
#include "text/read.h"
#include "text/text_map.h"

namespace shardflow {

using namespace internal;
namespace {

// Converts to an empty handle of any kind, or to false.
struct Nothing {
  template <class Tag>
  operator Handle<Tag>() const {
    return {};
  }
  operator bool() const { return false; }
};

std::string FirstError(const Diagnostics& diagnostics) {
  return diagnostics.empty() ? "it is not valid"
                             : diagnostics.all().front().text;
}

// Moves the shardings of ops with regions from attributes to where the module
// stores them. This has to wait until the regions exist.
void PlaceShardingsOfRegionOps(Module& m) {
  WalkPreOrder(m, m.root(), [&](OpId op) {
    if (m.region_count(op) == 0 || m.HasFuncRow(op)) return;
    OpOutline outline{.kind = m.kind(op),
                      .results = static_cast<size_t>(m.result_count(op))};
    if (m.region_count(op) == 1) {
      const BlockId body = m.first_block(m.region(op, 0));
      outline.body_args = body ? m.args(body).size() : 0;
    }
    std::vector<NamedAttr> attrs = m.attrs.DictItems(m.attr_dict(op));
    const TakenShardings taken = TakeShardings(m, outline, attrs);
    m.SetAttrDict(op, m.attrs.Dict(std::move(attrs), m.names));
    PlaceShardings(m, op, taken);
  });
}

}  // namespace

struct SHARDFLOW_HIDDEN ProgramBuilder::Impl {
  // Data about an op name, cached on its first use.
  struct OpName {
    std::string_view text;
    OpKind kind{};
    NameId name;
    // The name of an attribute that is added as "" if it isn't given, or None.
    NameId empty_by_default;
    bool may_add = false;  // whether AddOp accepts ops with this name
    // The first few lists of attributes that AddOp received with this name, and
    // the dictionaries made from them.
    std::vector<std::pair<std::vector<NamedAttribute>, AttrId>> dicts;
  };
  static constexpr size_t kMostDicts = 4;
  // The attributes of an op.
  struct AttrList {
    std::vector<NamedAttr> items;
    AttrId dict;  // of `items`
    // Whether `items` may include a sharding or rule (see TakeShardings).
    bool may_shard = false;
  };

  Module m = NewModule();
  Origin origin = NewOrigin();
  std::vector<Message> messages;
  bool failed = false;
  bool finished = false;
  // New ops are added before this op, or at the end of the block if it is None.
  OpId anchor;
  // Parsed attributes by their text. Many ops of a program have the same
  // attributes.
  using Parsed = absl::node_hash_map<std::string, AttrId>;
  Parsed parsed;
  std::deque<OpName> name_rows;
  TextMap<OpName*> op_names;  // keys point into the module's names
  // The most recently used op names and parsed strings, indexed by QuickHash.
  static constexpr int kRecentBits = 7;
  std::array<OpName*, 1 << kRecentBits> recent_names = {};
  std::array<const Parsed::value_type*, 1 << kRecentBits> recent_parsed = {};
  std::vector<AttrList> attr_lists;  // indexed by AttributesRef::index
  // Whether any op has regions or was moved. If so, uses may not be linked in
  // the order in which a parser would link them.
  bool reordered = false;
  // Buffers for the op that is being added.
  std::vector<ValueId> operands;
  std::vector<TypeId> types;
  std::vector<NamedAttr> attrs;
  AnnotationMemo annotations;

  Nothing Fail(std::string text, const SourceLocation& at = {}) {
    failed = true;
    Message& message = messages.emplace_back();
    message.file = at.file;
    message.line = at.line;
    message.column = at.column;
    message.text = std::move(text);
    message.code = ErrorCode::kInvalidArgument;
    return {};
  }

  bool Open() {
    if (!finished) return true;
    return Fail("the builder has finished its program, or was moved");
  }
  static std::unique_ptr<Impl> Finished() {
    auto impl = std::make_unique<Impl>();
    impl->finished = true;
    return impl;
  }

  // Returns None after reporting an error. An empty handle isn't reported after
  // an earlier error, which may have caused it. `what` is the name to use in
  // messages, or a function that returns it.
  template <class Tag, class What>
  auto Resolve(Handle<Tag> ref, const What& what,
               const SourceLocation& at = {}) {
    using IdT = decltype(ToId(m, origin, ref));
    // Nothing is erased while a program is being built, so handles stay
    // valid. (With an anchor, the program was built earlier.)
    if (!finished && !anchor) {
      const IdT known = Known<IdT>(ref, RowCount(ref));
      if (known) return known;
    }
    const IdT id = ToId(m, origin, ref);
    if (!Open()) return IdT();
    if (!ref) {
      if (!failed) Fail(fmt::format("{} is an empty handle", Words(what)), at);
    } else if (ref.origin != origin) {
      Fail(fmt::format("{} belongs to another builder", Words(what)), at);
    } else if (!id) {
      Fail(fmt::format("{} doesn't belong to this builder", Words(what)), at);
    }
    return id;
  }
  size_t RowCount(ValueRef) const { return m.value_table_size(); }
  size_t RowCount(OpRef) const { return m.op_table_size(); }
  size_t RowCount(BlockRef) const { return m.block_table_size(); }
  // Returns the id that a handle of this builder holds, or None.
  template <class IdT, class Tag>
  IdT Known(Handle<Tag> ref, size_t count) const {
    const bool known = ref.origin == origin && ref.index >= 0 &&
                       static_cast<size_t>(ref.index) < count;
    return known ? IdT(ref.index) : IdT();
  }
  // `what` is a string, or a function that returns one. The function is called
  // only if a message needs the string.
  template <class What>
  static std::string Words(const What& what) {
    if constexpr (std::is_invocable_v<What>) {
      return what();
    } else {
      return std::string(what);
    }
  }

  OpId ResolveFunction(OpRef ref) {
    const OpId op = Resolve(ref, "the function");
    if (!op || m.HasFuncRow(op)) return op;
    Fail(fmt::format("'{}' is not a function", m.op_name(op)));
    return OpId::None();
  }

  // On error, returns None and sets `why` to the reason.
  AttrId Parse(const std::string& text, Error& why) {
    auto& recent = recent_parsed[QuickHash(text) >> (64 - kRecentBits)];
    if (recent != nullptr && recent->first == text) return recent->second;
    const auto [at, inserted] = parsed.try_emplace(text);
    if (inserted) {
      Diagnostics diagnostics;
      at->second = ParseAttr(m, text, diagnostics,
                             {.allow_unregistered_dialects = true});
      if (!at->second) why.message = FirstError(diagnostics);
    } else if (!at->second) {
      why.message = "it is not valid";
    }
    if (at->second) recent = &*at;
    return at->second;
  }

  TypeId Type(const TypeSpec& spec, Error& why) {
    const AttrId attr = Parse(spec.text_, why);
    if (!attr) {
      why.message = fmt::format("type '{}': {}", spec.text_, why.message);
      return TypeId::None();
    }
    if (!m.attrs.Is(attr, AttrKind::kType)) {
      why.message = fmt::format("'{}' is not a type", spec.text_);
      return TypeId::None();
    }
    const TypeId type = m.attrs.TypeValue(attr);
    if (!spec.shape_) return type;
    const TypeKind kind = m.types.kind(type);
    if (kind == TypeKind::kTensor || kind == TypeKind::kUnrankedTensor ||
        kind == TypeKind::kFunction || kind == TypeKind::kTuple) {
      why.message = fmt::format("'{}' is not an element type", spec.text_);
      return TypeId::None();
    }
    std::vector<int64_t> dims = *spec.shape_;
    for (int64_t& size : dims) {
      if (size < -1) {
        why.message = fmt::format("a dimension has size {}", size);
        return TypeId::None();
      }
      if (size == -1) size = kDynamicDim;
    }
    return m.types.Tensor(dims, type);
  }

  // `what` and `of` are for messages: "result", "'my.op'".
  template <class Of>
  bool Types(const std::vector<TypeSpec>& specs, std::string_view what,
             const Of& of, const SourceLocation& at,
             std::vector<TypeId>& types) {
    for (size_t i = 0; i < specs.size(); ++i) {
      Error why;
      types.push_back(Type(specs[i], why));
      if (!types.back()) {
        return Fail(
            fmt::format("{} {} of {}: {}", what, i, Words(of), why.message),
            at);
      }
    }
    return true;
  }

  AttrId Attribute(const AttributeSpec& spec, Error& why) {
    return std::visit(
        [&](const auto& value) -> AttrId {
          using T = std::decay_t<decltype(value)>;
          if constexpr (std::is_same_v<T, AttributeSpec::Value::Text>) {
            const AttrId attr = Parse(value.text, why);
            if (!attr)
              why.message = fmt::format("'{}': {}", value.text, why.message);
            return attr;
          } else if constexpr (std::is_same_v<T,
                                              AttributeSpec::Value::Integer>) {
            if (value.width < 1 || value.width > 64) {
              why.message = fmt::format("integers have 1 to 64 bits, not {}",
                                        value.width);
              return {};
            }
            const std::optional<AttrId> made =
                MakeFittingInt(m, value.value, value.width);
            if (made) return *made;
            why.message =
                fmt::format("{} doesn't fit into {} bit{}", value.value,
                            value.width, value.width == 1 ? "" : "s");
            return {};
          } else if constexpr (std::is_same_v<T,
                                              AttributeSpec::Value::String>) {
            return m.attrs.String(m.names.Intern(value.value));
          } else if constexpr (std::is_same_v<T,
                                              AttributeSpec::Value::Symbol>) {
            return m.attrs.SymbolRef(m.names.Intern(value.name));
          } else {
            return MakeI64Array(m, value);
          }
        },
        spec.value_->value);
  }

  Loc Location(const SourceLocation& at) {
    if (at.file.empty()) return {};
    const LocFileAttr place{m.names.Intern(at.file), at.line, at.column};
    return Loc::Attr(m.attrs.Make(place, {}));
  }

  SourceLocation LocationOf(OpId op) const {
    SourcePlace place = m.Place(op);
    return {std::move(place.file), place.line, place.column};
  }

  bool Said(const std::optional<Message>& error) {
    if (!error) return true;
    failed = true;
    messages.push_back(*error);
    return false;
  }

  OpName& Named(std::string_view name) {
    OpName*& recent = recent_names[QuickHash(name) >> (64 - kRecentBits)];
    if (recent != nullptr && recent->text == name) return *recent;
    recent = &NamedAnew(name);
    return *recent;
  }
  OpName& NamedAnew(std::string_view name) {
    const auto known = op_names.find(name);
    if (known != op_names.end()) return *known->second;
    const NameId id = m.names.Intern(name);
    OpName& made = name_rows.emplace_back();
    made.text = m.names.Get(id);
    op_names[made.text] = &made;
    made.kind = FindOpKind(name);
    made.name = id;
    const std::string_view missing = Def(made.kind).empty_by_default;
    if (!missing.empty()) made.empty_by_default = m.names.Intern(missing);
    return made;
  }

  OpId Create(BlockId block, OpSpec spec, std::string_view name) {
    return Create(block, spec, Named(name));
  }
  OpId Create(BlockId block, OpSpec spec, const OpName& name) {
    spec.kind = name.kind;
    spec.name = name.name;
    const OpId op = m.CreateOp(spec);
    if (anchor) {
      m.InsertBefore(anchor, op);
    } else {
      m.Append(block, op);
    }
    return op;
  }

  // Adds an sdy op that returns its operand unchanged.
  OpId PassOn(BlockRef block_ref, ValueRef value_ref, std::string_view name,
              std::vector<NamedAttr> attrs) {
    const BlockId block = Resolve(block_ref, "the block");
    const ValueId value = Resolve(value_ref, "the value");
    if (!block || !value || !MayAppend(block, name, {})) return OpId::None();
    const TypeId type = m.type(value);
    return Create(block,
                  {.operands = {&value, 1},
                   .result_types = {&type, 1},
                   .attrs = m.attrs.Dict(std::move(attrs), m.names)},
                  name);
  }

  bool MayAppend(BlockId block, std::string_view name,
                 const SourceLocation& at) {
    const OpId last = anchor ? OpId::None() : m.terminator(block);
    if (!last || !HasTrait(m, last, kTerminator)) return true;
    return Fail(
        fmt::format("'{}': the block is ended by '{}'", name, m.op_name(last)),
        at);
  }

  // Returns null, after reporting an error, if AddOp doesn't accept ops with
  // this name.
  OpName* NameToAdd(std::string_view name, const SourceLocation& at) {
    OpName& named = Named(name);
    if (!named.may_add) named.may_add = MayAdd(name, named.kind, at);
    return named.may_add ? &named : nullptr;
  }
  bool MayAdd(std::string_view name, OpKind kind, const SourceLocation& at) {
    const size_t dot = name.find('.');
    if (dot == 0 || dot == name.npos || dot + 1 == name.size() ||
        name.find('\0') != name.npos) {
      return Fail(fmt::format("'{}' is not the name of an op: expected "
                              "'dialect.name'",
                              name),
                  at);
    }
    const std::string_view dialect = name.substr(0, dot);
    if (kind == OpKind{} && IsKnownDialect(dialect)) {
      return Fail(
          fmt::format("unregistered operation '{}' found in dialect ('{}') "
                      "that does not allow unknown operations",
                      name, dialect),
          at);
    }
    if (kind != OpKind{} && (Def(kind).traits & kSymbol) != 0) {
      return Fail(fmt::format("'{}' is made with AddFunction or AddMesh", name),
                  at);
    }
    return true;
  }

  // Sets `attrs` to the attributes. On error, returns false after reporting a
  // message that begins with "attribute 'NAME'" and `of`.
  template <class Of>
  bool ReadAttributes(const std::vector<NamedAttribute>& attributes,
                      const Of& of, const SourceLocation& at) {
    attrs.clear();
    for (const NamedAttribute& attribute : attributes) {
      Error why;
      const AttrId value = Attribute(attribute.value, why);
      if (!value) {
        return Fail(fmt::format("attribute '{}'{}: {}", attribute.name,
                                Words(of), why.message),
                    at);
      }
      attrs.push_back({m.names.Intern(attribute.name), value});
    }
    return true;
  }

  static bool AreEqual(const std::vector<NamedAttribute>& a,
                       const std::vector<NamedAttribute>& b) {
    return std::ranges::equal(
        a, b, [](const NamedAttribute& x, const NamedAttribute& y) {
          return x.name == y.name &&
                 (x.value.value_ == y.value.value_ ||
                  x.value.value_->value == y.value.value_->value);
        });
  }

  OpRef AddOp(BlockRef block_ref, const OpSpecification& spec);
  OpRef AddInterned(BlockRef block_ref, const InternedOp& spec);
  // Begins adding an op: checks its block, name, number of regions and
  // operands, and sets `operands`. Returns null on error.
  OpName* Begin(BlockRef block_ref, std::string_view name, int regions,
                std::span<const ValueRef> refs, const SourceLocation& at,
                BlockId& block);
  // Adds the op with `operands`, `types` and `attrs`.
  OpRef Finish(BlockId block, const OpName& name, int regions, Loc loc);
  OpRef Finish(BlockId block, const OpName& name, AttrId dict, int regions,
               Loc loc, const TakenShardings& taken);
};

ProgramBuilder::Impl::OpName* ProgramBuilder::Impl::Begin(
    BlockRef block_ref, std::string_view name, int regions,
    std::span<const ValueRef> refs, const SourceLocation& at, BlockId& block) {
  block = Resolve(
      block_ref, [&] { return fmt::format("the block of '{}'", name); }, at);
  OpName* const named = block ? NameToAdd(name, at) : nullptr;
  if (named == nullptr || !MayAppend(block, name, at)) return nullptr;
  if (regions < 0 || regions > UINT16_MAX) {
    Fail(fmt::format("'{}' with {} regions", name, regions), at);
    return nullptr;
  }
  operands.clear();
  for (size_t i = 0; i < refs.size(); ++i) {
    operands.push_back(Resolve(
        refs[i], [&] { return fmt::format("operand {} of '{}'", i, name); },
        at));
    if (!operands.back()) return nullptr;
  }
  return named;
}

OpRef ProgramBuilder::Impl::Finish(BlockId block, const OpName& name,
                                   int regions, Loc loc) {
  if (name.empty_by_default &&
      std::none_of(attrs.begin(), attrs.end(), [&](const NamedAttr& a) {
        return a.name == name.empty_by_default;
      })) {
    attrs.push_back({name.empty_by_default, m.attrs.String(name::kEmpty)});
  }
  TakenShardings taken;
  if (regions == 0) {
    taken =
        TakeShardings(m, {.kind = name.kind, .results = types.size()}, attrs);
  }
  // One attribute needs no sorting.
  const AttrId dict = attrs.size() < 2 ? m.attrs.SortedDict(attrs)
                                       : m.attrs.Dict(attrs, m.names);
  return Finish(block, name, dict, regions, loc, taken);
}

OpRef ProgramBuilder::Impl::Finish(BlockId block, const OpName& name,
                                   AttrId dict, int regions, Loc loc,
                                   const TakenShardings& taken) {
  const OpId op = Create(block,
                         {.operands = operands,
                          .result_types = types,
                          .attrs = dict,
                          .region_count = regions,
                          .loc = loc},
                         name);
  PlaceShardings(m, op, taken);
  reordered = reordered || regions > 0;
  return ToRef(origin, op);
}

OpRef ProgramBuilder::Impl::AddOp(BlockRef block_ref,
                                  const OpSpecification& spec) {
  BlockId block;
  OpName* const name = Begin(block_ref, spec.name, spec.regions, spec.operands,
                             spec.location, block);
  if (name == nullptr) return {};
  types.clear();
  if (!Types(
          spec.results, "result",
          [&] { return fmt::format("'{}'", spec.name); }, spec.location,
          types)) {
    return {};
  }
  for (const auto& [known, dict] : name->dicts) {
    if (!AreEqual(known, spec.attributes)) continue;
    return Finish(block, *name, dict, spec.regions, Location(spec.location),
                  {});
  }
  if (!ReadAttributes(
          spec.attributes, [&] { return fmt::format(" of '{}'", spec.name); },
          spec.location)) {
    return {};
  }
  if (name->dicts.size() < kMostDicts && !name->empty_by_default &&
      !MayTakeShardings(attrs)) {
    name->dicts.emplace_back(spec.attributes, m.attrs.Dict(attrs, m.names));
  }
  return Finish(block, *name, spec.regions, Location(spec.location));
}

OpRef ProgramBuilder::Impl::AddInterned(BlockRef block_ref,
                                        const InternedOp& spec) {
  const SourceLocation unknown;
  const SourceLocation& at =
      spec.location != nullptr ? *spec.location : unknown;
  BlockId block;
  const OpName* const name =
      Begin(block_ref, spec.name, spec.regions, spec.operands, at, block);
  if (name == nullptr) return {};
  types.clear();
  for (const TypeRef ref : spec.results) {
    types.push_back(Known<TypeId>(ref, m.types.size()));
    if (types.back()) continue;
    return Fail(fmt::format("result {} of '{}': the type is not one of this "
                            "builder's",
                            types.size() - 1, spec.name),
                at);
  }
  attrs.clear();
  if (spec.attributes) {
    const auto list = Known<Id<AttrList>>(spec.attributes, attr_lists.size());
    if (!list) {
      return Fail(fmt::format("the attributes of '{}' are not this builder's",
                              spec.name),
                  at);
    }
    const AttrList& known = attr_lists[list.Slot()];
    if (!known.may_shard && !name->empty_by_default) {
      return Finish(block, *name, known.dict, spec.regions, Location(at), {});
    }
    attrs = known.items;
  }
  return Finish(block, *name, spec.regions, Location(at));
}

OpId ProgramBuilderAccess::AddOpBefore(Module& m, Origin origin, OpId anchor,
                                       const OpSpecification& op,
                                       std::vector<Message>& messages) {
  ProgramBuilder::Impl builder;
  builder.m = std::move(m);
  builder.origin = origin;
  builder.anchor = anchor;
  const BlockId block = builder.m.op(anchor).parent;
  const OpRef added = builder.AddOp(ToRef(origin, block), op);
  m = std::move(builder.m);
  messages.insert(messages.end(), builder.messages.begin(),
                  builder.messages.end());
  return ToId(m, origin, added);
}

ProgramBuilder::ProgramBuilder() : impl_(std::make_unique<Impl>()) {}
ProgramBuilder::ProgramBuilder(ProgramBuilder&& other) noexcept
    : impl_(std::exchange(other.impl_, Impl::Finished())) {}
ProgramBuilder& ProgramBuilder::operator=(ProgramBuilder&& other) noexcept {
  if (this != &other) impl_ = std::exchange(other.impl_, Impl::Finished());
  return *this;
}
ProgramBuilder::~ProgramBuilder() = default;

bool ProgramBuilder::AddMesh(const MeshInfo& info) {
  Impl& b = *impl_;
  if (!b.Open()) return false;
  const Mesh mesh = FromInfo(info, b.m.names);
  const auto fail = [&](const std::string& why) {
    return b.Fail(fmt::format("mesh @{}: {}", info.name, why));
  };
  if (info.name.empty()) return fail("expected a name");
  if (const auto why = CheckMesh(mesh, b.m.names)) return fail(why->message);
  const NameId symbol = b.m.names.Intern(info.name);
  for (const OpId op : b.m.Ops(b.m.body())) {
    if (b.m.symbol(op) == symbol) return fail("redefinition of symbol");
  }
  // Meshes go before functions, as in text.
  const OpId op = b.Create(
      b.m.body(),
      {.attrs = b.m.attrs.Dict(
           {{name::kSymName, b.m.attrs.String(symbol)},
            {name::kMesh, b.m.attrs.Mesh(b.m.shardings.InternMesh(mesh))}},
           b.m.names)},
      OpMnemonic(OpKind::kMesh));
  for (const OpId other : b.m.Ops(b.m.body())) {
    if (other == op) break;
    if (b.m.kind(other) == b.m.kind(op)) continue;
    b.m.Unlink(op);
    b.m.InsertBefore(other, op);
    break;
  }
  return true;
}

OpRef ProgramBuilder::AddFunction(std::string_view name,
                                  const std::vector<TypeSpec>& arguments,
                                  bool is_private) {
  Impl& b = *impl_;
  if (!b.Open()) return {};
  if (name.empty()) return b.Fail("a function without a name");
  const NameId symbol = b.m.names.Intern(name);
  for (const OpId op : b.m.Ops(b.m.body())) {
    if (b.m.symbol(op) == symbol) {
      return b.Fail(fmt::format("redefinition of symbol named '{}'", name));
    }
  }
  std::vector<TypeId> types;
  if (!b.Types(arguments, "argument", fmt::format("@{}", name), {}, types)) {
    return {};
  }
  std::vector<NamedAttr> attrs = {
      {name::kSymName, b.m.attrs.String(symbol)},
      {name::kFunctionType, b.m.attrs.Type(b.m.types.Function(types, {}))}};
  if (is_private) {
    attrs.push_back({name::kSymVisibility, b.m.attrs.String(name::kPrivate)});
  }
  const OpId op = b.Create(
      b.m.body(),
      {.attrs = b.m.attrs.Dict(std::move(attrs), b.m.names), .region_count = 1},
      OpMnemonic(OpKind::kFunc));
  b.m.CreateFuncRow(op).arg_attrs.resize(types.size());
  const BlockId body = b.m.AppendBlock(b.m.region(op, 0));
  for (const TypeId type : types) b.m.AddArg(body, type);
  return ToRef(b.origin, op);
}

BlockRef ProgramBuilder::Body(OpRef function) {
  const OpId op = impl_->ResolveFunction(function);
  return op ? ToRef(impl_->origin, EntryBlock(impl_->m, op)) : BlockRef{};
}

ValueRef ProgramBuilder::Argument(OpRef function, int i) {
  return Argument(Body(function), i);
}

ValueRef ProgramBuilder::Argument(BlockRef block_ref, int i) {
  Impl& b = *impl_;
  const BlockId block = b.Resolve(block_ref, "the block");
  if (!block) return {};
  const std::span<const ValueId> args = b.m.args(block);
  if (i < 0 || static_cast<size_t>(i) >= args.size()) {
    return b.Fail(
        fmt::format("the block has {} arguments; there is no "
                    "argument {}",
                    args.size(), i));
  }
  return ToRef(b.origin, args[static_cast<size_t>(i)]);
}

OpRef ProgramBuilder::AddOp(BlockRef block, const OpSpecification& op) {
  return impl_->AddOp(block, op);
}

OpRef ProgramBuilder::AddInterned(BlockRef block, const InternedOp& op) {
  return impl_->AddInterned(block, op);
}

TypeRef ProgramBuilder::Type(const TypeSpec& type) {
  Impl& b = *impl_;
  if (!b.Open()) return {};
  Error why;
  const TypeId id = b.Type(type, why);
  if (!id) return b.Fail(std::move(why.message));
  return {b.origin, id.index};
}

AttributesRef ProgramBuilder::Attributes(
    const std::vector<NamedAttribute>& attributes) {
  Impl& b = *impl_;
  if (!b.Open() || !b.ReadAttributes(attributes, "", {})) return {};
  Impl::AttrList& list = b.attr_lists.emplace_back();
  list.items = b.attrs;
  list.dict = b.m.attrs.Dict(b.attrs, b.m.names);
  list.may_shard = MayTakeShardings(list.items);
  return {b.origin, static_cast<int32_t>(b.attr_lists.size() - 1)};
}

ValueRef ProgramBuilder::Result(OpRef op_ref, int i) {
  Impl& b = *impl_;
  const OpId op = b.Resolve(op_ref, "the op");
  if (!op) return {};
  if (i < 0 || i >= b.m.result_count(op)) {
    return b.Fail(fmt::format("'{}' has {} results; there is no result {}",
                              b.m.op_name(op), b.m.result_count(op), i));
  }
  return ToRef(b.origin, b.m.result(op, i));
}

BlockRef ProgramBuilder::AddBlock(OpRef op_ref, int region,
                                  const std::vector<TypeSpec>& arguments) {
  Impl& b = *impl_;
  const OpId op = b.Resolve(op_ref, "the op");
  if (!op) return {};
  const std::string name(b.m.op_name(op));
  if (b.m.HasFuncRow(op)) return b.Fail("a function has the one block");
  if (region < 0 || region >= b.m.region_count(op)) {
    return b.Fail(fmt::format("'{}' has {} regions; there is no region {}",
                              name, b.m.region_count(op), region));
  }
  std::vector<TypeId> types;
  if (!b.Types(arguments, "argument", fmt::format("a block of '{}'", name),
               b.LocationOf(op), types)) {
    return {};
  }
  const BlockId block = b.m.AppendBlock(b.m.region(op, region));
  for (const TypeId type : types) b.m.AddArg(block, type);
  return ToRef(b.origin, block);
}

OpRef ProgramBuilder::Return(OpRef function,
                             const std::vector<ValueRef>& values) {
  Impl& b = *impl_;
  const OpId op = b.ResolveFunction(function);
  if (!op) return {};
  const OpRef returned = b.AddOp(
      Body(function), {.name = std::string(OpMnemonic(OpKind::kFuncReturn)),
                       .operands = values});
  if (!returned) return {};
  const OpId id = ToId(b.m, b.origin, returned);
  const TypeId old = FunctionType(b.m, op);
  std::vector<TypeId> inputs, results;
  for (size_t i = 0; i < b.m.types.input_count(old); ++i) {
    inputs.push_back(b.m.types.input(old, i));
  }
  for (int i = 0; i < b.m.operand_count(id); ++i) {
    results.push_back(b.m.type(b.m.operand(id, i)));
  }
  b.m.SetAttr(op, name::kFunctionType,
              b.m.attrs.Type(b.m.types.Function(inputs, results)));
  FuncRow& row = b.m.mutable_func(op);
  row.res_attrs.resize(results.size());
  row.res_shardings.resize(results.size());
  return returned;
}

bool ProgramBuilder::SetSharding(ValueRef value,
                                 const std::optional<ShardingInfo>& sharding) {
  const ValueId id = impl_->Resolve(value, "the value");
  return id &&
         impl_->Said(Annotate(impl_->m, id, sharding, &impl_->annotations));
}

bool ProgramBuilder::SetResultSharding(OpRef function, int i,
                                       const ShardingInfo& sharding) {
  const OpId op = impl_->ResolveFunction(function);
  return op && impl_->Said(AnnotateResult(impl_->m, op, i, sharding));
}

bool ProgramBuilder::SetPriority(ValueRef value, int dimension, int priority) {
  Impl& b = *impl_;
  const ValueId id = b.Resolve(value, "the value");
  if (!id) return false;
  const ShardingId sharding = b.m.sharding(id);
  const auto d = static_cast<size_t>(dimension);
  if (!sharding || dimension < 0 || d >= b.m.shardings.Get(sharding).rank()) {
    return b.Fail(fmt::format("{} has no sharding of a dimension {}",
                              Describe(b.m, id), dimension));
  }
  ShardingInfo info = ToInfo(b.m.shardings, b.m.names, sharding);
  info.dims[d].priority = priority;
  return SetSharding(value, info);
}

bool ProgramBuilder::AddToGroup(ValueRef value_ref, int64_t group) {
  Impl& b = *impl_;
  const ValueId value = b.Resolve(value_ref, "the value");
  if (!value) return false;
  const BlockId block = b.m.home_block(value);
  const OpId last = b.m.terminator(block);
  const OpId op =
      b.Create(block,
               {.operands = {&value, 1},
                .attrs = b.m.attrs.Dict({{name::kGroupId, MakeInt(b.m, group)}},
                                        b.m.names)},
               OpMnemonic(OpKind::kShardingGroup));
  if (last && HasTrait(b.m, last, kTerminator)) {
    b.m.Unlink(op);
    b.m.InsertBefore(last, op);
    b.reordered = true;
  }
  return true;
}

ValueRef ProgramBuilder::Constrain(BlockRef block, ValueRef value,
                                   const ShardingInfo& sharding) {
  Impl& b = *impl_;
  const ValueId id = b.Resolve(value, "the value");
  if (!id) return {};
  Error error;
  const ShardingId checked =
      CheckAnnotation(b.m, b.m.type(id), sharding, error);
  if (!checked) {
    b.Said(AnnotationError(b.m, id, error));
    return {};
  }
  const OpId op =
      b.PassOn(block, value, OpMnemonic(OpKind::kShardingConstraint), {});
  if (!op) return {};
  b.m.SetSharding(b.m.result(op, 0), checked);
  return ToRef(b.origin, b.m.result(op, 0));
}

ValueRef ProgramBuilder::Barrier(BlockRef block, ValueRef value, Flow allowed) {
  Impl& b = *impl_;
  if (allowed == Flow::kBoth) {
    return b.Fail("a propagation barrier must not allow both directions");
  }
  Direction direction = Direction::kNone;
  if (allowed == Flow::kForward) direction = Direction::kForward;
  if (allowed == Flow::kBackward) direction = Direction::kBackward;
  const OpId op =
      b.PassOn(block, value, "sdy.propagation_barrier",
               {{name::kAllowedDirection,
                 MakeInt(b.m, static_cast<int64_t>(direction), 32)}});
  return op ? ToRef(b.origin, b.m.result(op, 0)) : ValueRef{};
}

bool ProgramBuilder::ok() const { return !impl_->failed; }

const std::vector<Message>& ProgramBuilder::messages() const {
  return impl_->messages;
}

std::optional<Program> ProgramBuilder::Finish(std::vector<Message>& messages) {
  return ProgramBuilderAccess::Finish(*this, /*name=*/{}, messages);
}

std::optional<Program> ProgramBuilderAccess::Finish(
    ProgramBuilder& builder, const OpNameFunction& name,
    std::vector<Message>& messages) {
  ProgramBuilder::Impl& b = *builder.impl_;
  const bool open = b.Open();
  messages.insert(messages.end(), b.messages.begin(), b.messages.end());
  b.messages.clear();
  if (!open) return std::nullopt;
  b.finished = true;
  bool ok = !b.failed;
  if (ok) {
    if (b.reordered) {
      PlaceShardingsOfRegionOps(b.m);
      RenewUses(b.m);
    }
    Diagnostics diagnostics;
    ok = VerifyModule(b.m, diagnostics);
    if (!ok && name) {
      VerifyWithNames(b.m, b.origin, name, messages);
    } else {
      AppendMessages(diagnostics, nullptr, messages);
    }
  }
  b.parsed.clear();
  Module m = std::exchange(b.m, NewModule());
  if (!ok) return std::nullopt;
  return ProgramAccess::Make(std::move(m), b.origin);
}

}  // namespace shardflow
