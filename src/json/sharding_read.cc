#include "base/append.h"
#include "json/attr_read.h"
#include "sharding/print.h"
#include "sharding/rule_text.h"

// Converts shardings, meshes and rules from JSON to MLIR text, which the parser
// for MLIR text then checks. Creating the values here would duplicate the
// parser's checks and messages (sharding/grammar.h).

namespace shardflow::internal {
namespace {

// Calls `item` for each element, and appends ", " between the elements.
template <class Fn>
bool Join(const JsonDocument& d, JsonRef array, std::string& out,
          const Fn& item) {
  bool first = true;
  for (const JsonRef value : d.Items(array)) {
    if (!first) out += ", ";
    first = false;
    if (!item(value)) return false;
  }
  return true;
}

}  // namespace

// Reads an axis, such as "x", or a sub-axis, such as {"name": "x", "pre_size":
// 1, "size": 2}.
bool AttrReader::AxisText(JsonRef value, std::string& out) {
  if (in_.d.Is(value, JsonKind::kString)) {
    AppendQuoted(in_.d.String(value, room_), out);
    return true;
  }
  enum { kName, kPreSize, kSize };
  static constexpr std::array<std::string_view, 3> kKeys = {"name", "pre_size",
                                                            "size"};
  std::array<JsonRef, 3> at;
  int64_t pre_size = 0, size = 0;
  if (!in_.Fields(value, kKeys, at) || !in_.Needs(value, at[kName], "name") ||
      !in_.Needs(value, at[kPreSize], "pre_size") ||
      !in_.Needs(value, at[kSize], "size") ||
      !in_.Expect(at[kName], JsonKind::kString) ||
      !in_.Integer(at[kPreSize], pre_size) || !in_.Integer(at[kSize], size)) {
    return false;
  }
  AppendQuoted(in_.d.String(at[kName], room_), out);
  out += ":(" + std::to_string(pre_size) + ")" + std::to_string(size);
  return true;
}

bool AttrReader::AxesText(JsonRef value, std::string& out) {
  return in_.Expect(value, JsonKind::kArray) &&
         Join(in_.d, value, out,
              [&](JsonRef axis) { return AxisText(axis, out); });
}

bool AttrReader::DimText(JsonRef value, std::string& out) {
  out += '{';
  if (in_.d.Is(value, JsonKind::kArray)) {
    if (!AxesText(value, out)) return false;
    out += '}';
    return true;
  }
  enum { kAxes, kOpen, kPriority };
  static constexpr std::array<std::string_view, 3> kKeys = {"axes", "open",
                                                            "priority"};
  std::array<JsonRef, 3> at;
  bool open = false;
  if (!in_.Fields(value, kKeys, at) ||
      (at[kAxes] && !AxesText(at[kAxes], out)) ||
      (at[kOpen] && !in_.ExpectBool(at[kOpen], open))) {
    return false;
  }
  if (open) out += out.ends_with('{') ? "?" : ", ?";
  out += '}';
  if (!at[kPriority]) return true;
  int64_t priority = 0;
  if (!in_.Integer(at[kPriority], priority)) return false;
  out += 'p' + std::to_string(priority);
  return true;
}

// Reads a mesh, such as {"axes": [{"name": "x", "size": 2}], "device_ids": [0,
// 1]}.
bool AttrReader::MeshText(JsonRef value, std::string& out) {
  enum { kAxes, kDeviceIds };
  static constexpr std::array<std::string_view, 2> kKeys = {"axes",
                                                            "device_ids"};
  static constexpr std::array<std::string_view, 2> kAxisKeys = {"name", "size"};
  std::array<JsonRef, 2> at;
  if (!in_.Fields(value, kKeys, at) || !in_.Needs(value, at[kAxes], "axes") ||
      !in_.Expect(at[kAxes], JsonKind::kArray)) {
    return false;
  }
  out += "<[";
  const bool ok = Join(in_.d, at[kAxes], out, [&](JsonRef axis) {
    std::array<JsonRef, 2> field;
    int64_t size = 0;
    if (!in_.Fields(axis, kAxisKeys, field) ||
        !in_.Needs(axis, field[0], "name") ||
        !in_.Needs(axis, field[1], "size") ||
        !in_.Expect(field[0], JsonKind::kString) ||
        !in_.Integer(field[1], size)) {
      return false;
    }
    AppendQuoted(in_.d.String(field[0], room_), out);
    out += '=' + std::to_string(size);
    return true;
  });
  if (!ok) return false;
  out += ']';
  if (at[kDeviceIds]) {
    if (!in_.Expect(at[kDeviceIds], JsonKind::kArray)) return false;
    out += ", device_ids=[";
    const bool ids = Join(in_.d, at[kDeviceIds], out, [&](JsonRef id) {
      int64_t number = 0;
      if (!in_.Integer(id, number)) return false;
      out += std::to_string(number);
      return true;
    });
    if (!ids) return false;
    out += ']';
  }
  out += '>';
  return true;
}

bool AttrReader::ShardingText(JsonRef value, std::string& out) {
  enum { kMesh, kDimensions, kReplicated, kUnreduced, kReduction };
  static constexpr std::array<std::string_view, 5> kKeys = {
      "mesh", "dimensions", "replicated", "unreduced", "reduction"};
  std::array<JsonRef, 5> at;
  if (!in_.Fields(value, kKeys, at) || !in_.Needs(value, at[kMesh], "mesh") ||
      !in_.Needs(value, at[kDimensions], "dimensions") ||
      !in_.Expect(at[kDimensions], JsonKind::kArray)) {
    return false;
  }
  out += '<';
  if (in_.d.Is(at[kMesh], JsonKind::kString)) {
    out += '@';
    AppendQuoted(in_.d.String(at[kMesh], room_), out);
  } else {
    out += "mesh";
    if (!MeshText(at[kMesh], out)) return false;
  }
  out += ", [";
  if (!Join(in_.d, at[kDimensions], out,
            [&](JsonRef dim) { return DimText(dim, out); })) {
    return false;
  }
  out += ']';
  const auto axes = [&](std::string_view keyword, JsonRef list) {
    if (!list) return true;
    if (in_.d.Is(list, JsonKind::kArray) &&
        in_.d.First(list) == in_.d.Next(list)) {
      return true;
    }
    out += ", ";
    out += keyword;
    out += '{';
    if (!AxesText(list, out)) return false;
    out += '}';
    return true;
  };
  std::string unreduced = "unreduced=";
  if (at[kReduction]) {
    if (!in_.Expect(at[kReduction], JsonKind::kString)) return false;
    const std::string_view kind = in_.d.String(at[kReduction], room_);
    if (kind != "sum" && kind != "max" && kind != "min") {
      return in_.Fail(at[kReduction], "expected \"sum\", \"max\" or \"min\"");
    }
    if (kind != "sum") unreduced += kind;
  }
  if (!axes("replicated=", at[kReplicated]) ||
      !axes(unreduced, at[kUnreduced])) {
    return false;
  }
  out += '>';
  return true;
}

namespace {

enum FactorKey { kName, kSize, kFactorType, kBlocked };
constexpr std::array<std::string_view, 4> kFactorKeys = {"name", "size", "type",
                                                         "blocked"};

class RuleReader {
 public:
  RuleReader(JsonInput& in, RuleText& text) : in_(in), text_(text) {}

  bool Factor(JsonRef value) {
    std::array<JsonRef, 4> at;
    int64_t size = 0;
    bool blocked = false;
    if (!in_.Fields(value, kFactorKeys, at) ||
        !in_.Needs(value, at[kName], "name") ||
        !in_.Needs(value, at[kSize], "size") ||
        !in_.Expect(at[kName], JsonKind::kString) ||
        !in_.Integer(at[kSize], size) ||
        (at[kBlocked] && !in_.ExpectBool(at[kBlocked], blocked))) {
      return false;
    }
    const auto index = static_cast<int64_t>(names_.size());
    const auto [name, is_new] =
        names_.try_emplace(std::string(in_.d.String(at[kName], room_)), index);
    if (!is_new) return in_.Fail(at[kName], "another factor has this name");
    text_.sizes.push_back(size == -1 ? kUnknownSize : size);
    if (blocked) text_.blocked.push_back(index);
    return !at[kFactorType] || Type(at[kFactorType], index);
  }

  // Reads the factors of a tensor, such as [["i"], ["j", "k"]].
  bool Tensor(JsonRef value, std::vector<RuleText::Mapping>& tensors) {
    if (!in_.Expect(value, JsonKind::kArray)) return false;
    RuleText::Mapping& mapping = tensors.emplace_back();
    for (const JsonRef dim : in_.d.Items(value)) {
      if (!in_.Expect(dim, JsonKind::kArray)) return false;
      std::vector<int64_t>& factors = mapping.emplace_back();
      for (const JsonRef factor : in_.d.Items(dim)) {
        if (!in_.Expect(factor, JsonKind::kString)) return false;
        const auto at = names_.find(std::string(in_.d.String(factor, room_)));
        if (at == names_.end()) return in_.Fail(factor, "no such factor");
        factors.push_back(at->second);
      }
    }
    return true;
  }

 private:
  bool Type(JsonRef value, int64_t index) {
    if (!in_.Expect(value, JsonKind::kString)) return false;
    const std::string_view type = in_.d.String(value, room_);
    if (type == "reduction") {
      text_.reduction.push_back(index);
    } else if (type == "need_replication") {
      text_.need_replication.push_back(index);
    } else if (type == "permutation") {
      text_.permutation.push_back(index);
    } else if (type != "pass_through") {
      return in_.Fail(value,
                      "expected \"pass_through\", \"reduction\", "
                      "\"need_replication\" or \"permutation\"");
    }
    return true;
  }

  JsonInput& in_;
  RuleText& text_;
  absl::flat_hash_map<std::string, int64_t> names_;
  std::string room_;
};

}  // namespace

bool AttrReader::RuleText(JsonRef value, std::string& out) {
  enum { kFactors, kOperands, kResults, kCustom };
  static constexpr std::array<std::string_view, 4> kKeys = {
      "factors", "operands", "results", "custom"};
  std::array<JsonRef, 4> at;
  if (!in_.Fields(value, kKeys, at)) return false;
  for (const size_t key : {kFactors, kOperands, kResults}) {
    if (!in_.Needs(value, at[key], kKeys[key]) ||
        !in_.Expect(at[key], JsonKind::kArray)) {
      return false;
    }
  }
  internal::RuleText text;
  RuleReader reader(in_, text);
  for (const JsonRef factor : in_.d.Items(at[kFactors])) {
    if (!reader.Factor(factor)) return false;
  }
  for (const JsonRef tensor : in_.d.Items(at[kOperands])) {
    if (!reader.Tensor(tensor, text.operands)) return false;
  }
  for (const JsonRef tensor : in_.d.Items(at[kResults])) {
    if (!reader.Tensor(tensor, text.results)) return false;
  }
  if (at[kCustom] && !in_.ExpectBool(at[kCustom], text.custom)) return false;
  AppendRule(text, out);
  return true;
}

}  // namespace shardflow::internal
