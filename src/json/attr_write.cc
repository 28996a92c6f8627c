#include "json/attr_write.h"

#include <algorithm>
#include <cstring>

#include "ops/attr_read.h"
#include "sharding/print.h"
#include "text/printer.h"
#include "text/write.h"

namespace shardflow::internal {
namespace {

// Lists that nest deeper than this are written as text.
constexpr int kMaxTreeDepth = 64;

// Longer text, such as a large literal, isn't remembered.
constexpr size_t kMaxWrittenBytes = 1024;

void HexBytes(std::string_view bytes, JsonEmitter& e) {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string text;
  text.reserve(2 * bytes.size());
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    text.push_back(kHex[byte >> 4]);
    text.push_back(kHex[byte & 15]);
  }
  e.String(text);
}

// Writes the text as {"text": ...} or, if it isn't UTF-8, in hexadecimal as
// {"text_bytes": ...}.
void WriteText(std::string_view text, JsonEmitter& e) {
  e.BeginObject();
  if (IsUtf8(text)) {
    e.String("text", text);
  } else {
    e.Key("text_bytes");
    HexBytes(text, e);
  }
  e.EndObject();
}

// Writes an axis, such as "x", or a sub-axis, such as {"name": "x", "pre_size":
// 1, "size": 2}.
void WriteAxis(const Module& m, const AxisRef& axis, JsonEmitter& e) {
  if (axis.IsFull()) return e.String(m.names.Get(axis.name));
  e.BeginObject();
  e.String("name", m.names.Get(axis.name));
  e.Int("pre_size", axis.pre_size);
  e.Int("size", axis.size);
  e.EndObject();
}

void WriteAxes(const Module& m, AxisListId axes, JsonEmitter& e) {
  e.BeginArray();
  for (const AxisRef& axis : m.shardings.axes(axes)) WriteAxis(m, axis, e);
  e.EndArray();
}

// Writes a dimension as a list of axes or, if it is open or has a priority, as
// {"axes": [...], "open": true, "priority": 1}.
void WriteDim(const Module& m, const DimSharding& dim, JsonEmitter& e) {
  const bool open = dim.closed == 0;
  const bool has_priority = dim.priority != kNoPriority;
  if (!open && !has_priority) return WriteAxes(m, dim.axes, e);
  e.BeginObject();
  e.Key("axes");
  WriteAxes(m, dim.axes, e);
  if (open) {
    e.Bool("open", true);
  }
  if (has_priority) {
    e.Int("priority", dim.priority);
  }
  e.EndObject();
}

std::string_view FactorTypeName(FactorType type) {
  switch (type) {
    case FactorType::kReduction:
      return "reduction";
    case FactorType::kNeedReplication:
      return "need_replication";
    case FactorType::kPermutation:
      return "permutation";
    case FactorType::kPassThrough:
      break;
  }
  return "pass_through";
}

// Writes the factors of each dimension, as in [["i"], ["j", "k"], []].
void WriteTensorFactors(const Rule& rule, size_t tensor, JsonEmitter& e) {
  e.BeginArray();
  for (size_t dim = 0; dim < rule.rank(tensor); ++dim) {
    e.BeginArray();
    for (const int32_t factor : rule.factors(tensor, dim)) {
      e.String(FactorText(factor));
    }
    e.EndArray();
  }
  e.EndArray();
}

}  // namespace

void WriteMesh(const Module& m, const Mesh& mesh, JsonEmitter& e) {
  e.BeginObject();
  e.Key("axes");
  e.BeginArray();
  for (const MeshAxis& axis : mesh.axes) {
    e.BeginObject();
    e.String("name", m.names.Get(axis.name));
    e.Int("size", axis.size);
    e.EndObject();
  }
  e.EndArray();
  if (!mesh.device_ids.empty()) {
    e.Key("device_ids");
    e.BeginArray();
    for (const int64_t id : mesh.device_ids) e.Int(id);
    e.EndArray();
  }
  e.EndObject();
}

void WriteSharding(const Module& m, ShardingId id, JsonEmitter& e) {
  const ShardingView sharding = m.shardings.Get(id);
  e.BeginObject();
  e.Key("mesh");
  if (sharding.mesh.IsInlined()) {
    WriteMesh(m, m.shardings.mesh(sharding.mesh.inlined()), e);
  } else {
    e.String(m.names.Get(sharding.mesh.symbol()));
  }
  e.Key("dimensions");
  e.BeginArray();
  for (const DimSharding& dim : sharding.dims) WriteDim(m, dim, e);
  e.EndArray();
  if (sharding.replicated != ShardingStore::kEmptyAxes) {
    e.Key("replicated");
    WriteAxes(m, sharding.replicated, e);
  }
  if (sharding.unreduced != ShardingStore::kEmptyAxes) {
    e.Key("unreduced");
    WriteAxes(m, sharding.unreduced, e);
  }
  if (sharding.reduction != ReductionKind::kSum &&
      sharding.unreduced != ShardingStore::kEmptyAxes) {
    e.String("reduction", ReductionName(sharding.reduction));
  }
  e.EndObject();
}

void WriteRule(const Rule& rule, JsonEmitter& e) {
  e.BeginObject();
  e.Key("factors");
  e.BeginArray();
  for (size_t i = 0; i < rule.factor_count(); ++i) {
    e.BeginObject();
    e.String("name", FactorText(static_cast<int64_t>(i)));
    e.Int("size", rule.HasSize(i) ? rule.factor_size(i) : -1);
    if (rule.factor_type(i) != FactorType::kPassThrough) {
      e.String("type", FactorTypeName(rule.factor_type(i)));
    }
    if (rule.IsBlocked(i)) {
      e.Bool("blocked", true);
    }
    e.EndObject();
  }
  e.EndArray();
  e.Key("operands");
  e.BeginArray();
  for (size_t i = 0; i < rule.operand_count(); ++i) {
    WriteTensorFactors(rule, i, e);
  }
  e.EndArray();
  e.Key("results");
  e.BeginArray();
  for (size_t i = rule.operand_count(); i < rule.tensor_count(); ++i) {
    WriteTensorFactors(rule, i, e);
  }
  e.EndArray();
  if (rule.is_custom()) {
    e.Bool("custom", true);
  }
  e.EndObject();
}

template <class Fn>
void AttrWriter::Remember(std::vector<Span>& spans, size_t slot, size_t size,
                          JsonEmitter& e, const Fn& write) {
  if (slot >= spans.size()) spans.resize(std::max(size, slot + 1));
  const Span known = spans[slot];
  if (known.length > 0) {
    return e.Raw(std::string_view(pool_).substr(known.begin, known.length));
  }
  std::string text;
  JsonEmitter emitter(text, /*one_line=*/true);
  write(emitter);
  e.Raw(text);
  if (text.size() > kMaxWrittenBytes || pool_.size() > UINT32_MAX / 2) return;
  spans[slot] = {static_cast<uint32_t>(pool_.size()),
                 static_cast<uint32_t>(text.size())};
  pool_ += text;
}

void AttrWriter::Attr(AttrId attr, JsonEmitter& e) {
  Remember(attrs_, attr.Slot(), m_.attrs.size(), e,
           [&](JsonEmitter& emitter) { Write(attr, 0, emitter); });
}

void AttrWriter::Type(TypeId type, JsonEmitter& e) {
  Remember(types_, type.Slot(), m_.types.size(), e, [&](JsonEmitter& emitter) {
    std::string text;
    PrintType(m_, type, text);
    emitter.String(text);
  });
}

void AttrWriter::Sharding(ShardingId sharding, JsonEmitter& e) {
  Remember(shardings_, sharding.Slot(), m_.shardings.sharding_count(), e,
           [&](JsonEmitter& emitter) { WriteSharding(m_, sharding, emitter); });
}

void AttrWriter::Location(Loc loc, JsonEmitter& e) const {
  const auto place = [&](std::string_view file, int64_t line, int64_t column) {
    e.BeginObject();
    e.String("file", file);
    e.Int("line", line);
    e.Int("column", column);
    e.EndObject();
  };
  if (loc.IsUnknown()) return e.Null();
  if (loc.IsOffset()) {
    const SourcePlace at = m_.Place(loc);
    return at.line == 0 ? e.Null() : place(at.file, at.line, at.column);
  }
  if (m_.attrs.Is<LocUnknownAttr>(loc.attr())) return e.Null();
  if (m_.attrs.Is<LocFileAttr>(loc.attr())) {
    const auto at = m_.attrs.As<LocFileAttr>(loc.attr());
    const std::string_view file = m_.names.Get(at.file);
    if (at.end.empty() && IsUtf8(file)) return place(file, at.line, at.column);
  }
  PrintOptions options;
  options.local_scope = true;
  std::string text;
  Printer(m_, options, nullptr, nullptr, text).TrailingLoc(loc);
  WriteText(std::string_view(text).substr(1), e);
}

void AttrWriter::Write(AttrId attr, int depth, JsonEmitter& e) {
  switch (m_.attrs.kind(attr)) {
    case AttrKind::kUnit:
      return e.Null();
    case AttrKind::kInteger:
      return Integer(attr, e);
    case AttrKind::kFloat:
      return Float(attr, e);
    case AttrKind::kString:
      return String(attr, e);
    case AttrKind::kSymbolRef:
      return Symbol(attr, e);
    case AttrKind::kArray:
      if (depth >= kMaxTreeDepth) return Text(attr, e);
      e.BeginArray();
      for (const AttrId item : m_.attrs.As<ArrayAttr>(attr).items) {
        Write(item, depth + 1, e);
      }
      return e.EndArray();
    case AttrKind::kDict:
      return depth >= kMaxTreeDepth ? Text(attr, e) : Dict(attr, depth, e);
    case AttrKind::kDenseArray:
      return DenseArray(attr, e) ? void() : Text(attr, e);
    default:
      break;
  }
  const AttrKind kind = m_.attrs.kind(attr);
  if (kind != AttrKind::kType && kind != AttrKind::kSharding &&
      kind != AttrKind::kShardingPerValue && kind != AttrKind::kMesh &&
      kind != AttrKind::kRule) {
    return Text(attr, e);
  }
  e.BeginObject();
  if (kind == AttrKind::kType) {
    e.Key("type");
    Type(m_.attrs.As<TypeAttr>(attr).type, e);
  } else if (kind == AttrKind::kSharding) {
    e.Key("sharding");
    Sharding(m_.attrs.As<ShardingAttr>(attr).sharding, e);
  } else if (kind == AttrKind::kShardingPerValue) {
    e.Key("shardings");
    e.BeginArray();
    for (const ShardingId sharding :
         m_.attrs.As<ShardingPerValueAttr>(attr).shardings) {
      Sharding(sharding, e);
    }
    e.EndArray();
  } else if (kind == AttrKind::kMesh) {
    e.Key("mesh");
    WriteMesh(m_, m_.shardings.mesh(m_.attrs.As<MeshAttr>(attr).mesh), e);
  } else {
    e.Key("rule");
    WriteRule(m_.rules.Get(m_.attrs.As<RuleAttr>(attr).rule), e);
  }
  e.EndObject();
}

// Writes an integer, such as true, 3, or {"integer": 3, "type": "i32"}.
void AttrWriter::Integer(AttrId attr, JsonEmitter& e) {
  const auto [type, value] = m_.attrs.As<IntegerAttr>(attr);
  // Integers of other types, such as si1 and ui64, are written with their type.
  if (IsSignlessInteger(m_, type, 1)) return e.Bool((value & 1) != 0);
  if (IsSignlessInteger(m_, type, 64) && value <= kMaxJsonInt &&
      value >= -kMaxJsonInt) {
    return e.Int(value);
  }
  e.BeginObject();
  e.Key("integer");
  const bool is_unsigned = m_.types.kind(type) == TypeKind::kInteger &&
                           m_.types.signedness(type) == Signedness::kUnsigned;
  if (is_unsigned && value < 0) {
    e.String(std::to_string(static_cast<uint64_t>(value)));
  } else {
    e.Int(value);
  }
  e.Key("type");
  Type(type, e);
  e.EndObject();
}

// Writes a float, such as {"float": 1.5, "type": "f32"}. A value without a
// decimal form is written as a string, such as "0x7FC00000".
void AttrWriter::Float(AttrId attr, JsonEmitter& e) {
  std::string text;
  Printer(m_, PrintOptions(), nullptr, nullptr, text).AttrWithoutType(attr);
  e.BeginObject();
  e.Key("float");
  if (text.find('x') == std::string::npos) {
    e.Raw(text);
  } else {
    e.String(text);
  }
  e.Key("type");
  Type(m_.attrs.As<FloatAttr>(attr).type, e);
  e.EndObject();
}

void AttrWriter::String(AttrId attr, JsonEmitter& e) {
  const auto string = m_.attrs.As<StringAttr>(attr);
  if (string.type) return Text(attr, e);
  const std::string_view text = m_.names.Get(string.text);
  if (IsUtf8(text)) return e.String(text);
  e.BeginObject();
  e.Key("bytes");
  HexBytes(text, e);
  e.EndObject();
}

// Writes a symbol, such as {"symbol": "f"}, or {"symbol": ["m", "f"]} if it is
// nested.
void AttrWriter::Symbol(AttrId attr, JsonEmitter& e) const {
  const WordList<NameId> path = m_.attrs.As<SymbolRefAttr>(attr).path;
  e.BeginObject();
  e.Key("symbol");
  if (path.size() > 1) e.BeginArray();
  for (const NameId name : path) e.String(m_.names.Get(name));
  if (path.size() > 1) e.EndArray();
  e.EndObject();
}

// Writes an array, such as {"array": [0, 1], "type": "i64"}. Returns false if
// the element type isn't i1, i8, i16, i32 or i64.
bool AttrWriter::DenseArray(AttrId attr, JsonEmitter& e) const {
  const auto array = m_.attrs.As<DenseArrayAttr>(attr);
  const TypeId type = array.element;
  const bool is_bool = IsSignlessInteger(m_, type, 1);
  size_t width = is_bool ? 1 : 0;
  for (const size_t bytes : {size_t{1}, size_t{2}, size_t{4}, size_t{8}}) {
    if (IsSignlessInteger(m_, type, static_cast<int>(8 * bytes))) width = bytes;
  }
  if (width == 0) return false;
  const std::string_view bytes = m_.names.Get(array.bytes);
  e.BeginObject();
  e.Key("array");
  e.BeginArray();
  for (size_t i = 0; i + width <= bytes.size(); i += width) {
    uint64_t value = 0;
    std::memcpy(&value, bytes.data() + i, width);
    const auto shift = static_cast<unsigned>(64 - 8 * width);
    if (is_bool) {
      e.Bool(value != 0);
    } else {
      e.Int(static_cast<int64_t>(value << shift) >> shift);
    }
  }
  e.EndArray();
  e.Key("type");
  std::string text;
  PrintType(m_, type, text);
  e.String(text);
  e.EndObject();
  return true;
}

void AttrWriter::Dict(AttrId attr, int depth, JsonEmitter& e) {
  e.BeginObject();
  e.Key("dict");
  e.BeginObject();
  for (size_t i = 0; i < m_.attrs.DictSize(attr); ++i) {
    const NamedAttr item = m_.attrs.DictItem(attr, i);
    e.AnyKey(m_.names.Get(item.name));
    Write(item.value, depth + 1, e);
  }
  e.EndObject();
  e.EndObject();
}

void AttrWriter::Text(AttrId attr, JsonEmitter& e) const {
  std::string text;
  PrintAttr(m_, attr, text);
  WriteText(text, e);
}

}  // namespace shardflow::internal
