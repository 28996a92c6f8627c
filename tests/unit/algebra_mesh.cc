#include "unit/algebra_mesh.h"

#include <charconv>

#include "base/check.h"

namespace shardflow::internal {
namespace {

// Reads the short notation, character by character.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  bool AtEnd() {
    while (!text_.empty() && text_.front() == ' ') text_.remove_prefix(1);
    return text_.empty();
  }
  bool Take(std::string_view token) {
    if (AtEnd() || !text_.starts_with(token)) return false;
    text_.remove_prefix(token.size());
    return true;
  }
  void Expect(std::string_view token) { SHARDFLOW_CHECK(Take(token)); }
  std::string_view Name() {
    SHARDFLOW_CHECK(!AtEnd());
    size_t size = 0;
    while (size < text_.size() &&
           (std::isalnum(static_cast<unsigned char>(text_[size])) != 0 ||
            text_[size] == '_')) {
      ++size;
    }
    SHARDFLOW_CHECK(size > 0);
    const std::string_view name = text_.substr(0, size);
    text_.remove_prefix(size);
    return name;
  }
  int64_t Number() {
    int64_t value = 0;
    SHARDFLOW_CHECK(!AtEnd());
    const auto result =
        std::from_chars(text_.data(), text_.data() + text_.size(), value);
    SHARDFLOW_CHECK(result.ec == std::errc());
    text_.remove_prefix(static_cast<size_t>(result.ptr - text_.data()));
    return value;
  }

 private:
  std::string_view text_;
};

AxisRef ReadAxis(Reader& in, StringStore& names) {
  const NameId name = names.Intern(in.Name());
  if (!in.Take(":")) return AxisRef::Full(name);
  in.Expect("(");
  const int64_t pre_size = in.Number();
  in.Expect(")");
  return AxisRef::Sub(name, pre_size, in.Number());
}

// Reads what follows "{": axes, an optional "?", and "}". Returns whether there
// was a "?".
bool ReadAxes(Reader& in, StringStore& names, std::vector<AxisRef>& axes) {
  bool open = false;
  while (!in.Take("}")) {
    if (in.Take("?")) {
      open = true;
    } else {
      axes.push_back(ReadAxis(in, names));
    }
    in.Take(",");
  }
  return open;
}

int32_t ReadFactor(Reader& in) {
  const std::string_view name = in.Name();
  return name.front() - 'i';
}

// Reads text such as "[ij,k]" and appends its dimensions to the last tensor of
// the rule.
void ReadTensor(Reader& in, Rule& rule) {
  in.Expect("[");
  while (!in.Take("]")) {
    std::vector<int32_t> factors;
    if (!in.Take("*")) {
      for (const char c : in.Name()) factors.push_back(c - 'i');
    }
    rule.AddDim(factors);
    in.Take(",");
  }
}

template <class Visit>
void ReadFactorSet(Reader& in, std::string_view name, Visit visit) {
  if (!in.Take(name)) return;
  in.Expect("={");
  while (!in.Take("}")) {
    visit(static_cast<size_t>(ReadFactor(in)));
    in.Take(",");
  }
}

std::string FactorName(size_t factor) {
  return std::string(1, static_cast<char>('i' + factor));
}

}  // namespace

MeshId TestMesh::AddMesh(std::string_view name, std::string_view axes) {
  Mesh mesh;
  Reader in(axes);
  if (in.Take("#")) mesh.device_ids.push_back(in.Number());
  while (!in.AtEnd()) {
    const NameId axis = names.Intern(in.Name());
    in.Expect("=");
    mesh.axes.push_back({axis, 0, in.Number()});
    in.Take(",");
  }
  const MeshId id = store.InternMesh(mesh);
  meshes.Set(names.Intern(name), id);
  return id;
}

AxisRef TestMesh::Axis(std::string_view text) {
  Reader in(text);
  return ReadAxis(in, names);
}

std::vector<AxisRef> TestMesh::Axes(std::string_view text) {
  std::vector<AxisRef> axes;
  const std::string closed = std::string(text) + "}";
  Reader in(closed);
  ReadAxes(in, names, axes);
  return axes;
}

ShardingId TestMesh::Sharding(std::string_view text) {
  if (text == "none") return ShardingId::None();
  Reader in(text);
  TensorSharding sharding;
  sharding.mesh = Ref(in.Take("@") ? in.Name() : "mesh");
  in.Expect("[");
  while (!in.Take("]")) {
    std::vector<AxisRef> axes;
    in.Expect("{");
    const bool open = ReadAxes(in, names, axes);
    DimSharding dim = {store.InternAxes(axes), open ? 0 : 1, kNoPriority};
    if (in.Take("p")) dim.priority = static_cast<int32_t>(in.Number());
    sharding.dims.push_back(dim);
    in.Take(",");
  }
  std::vector<AxisRef> replicated, unreduced;
  if (in.Take("rep={")) ReadAxes(in, names, replicated);
  if (in.Take("unr={")) ReadAxes(in, names, unreduced);
  if (in.Take("max")) sharding.reduction = ReductionKind::kMax;
  sharding.replicated = store.InternAxes(replicated);
  sharding.unreduced = store.InternAxes(unreduced);
  SHARDFLOW_CHECK(in.AtEnd());
  return store.Intern(sharding);
}

std::vector<ShardingId> TestMesh::Shardings(
    std::initializer_list<std::string_view> texts) {
  std::vector<ShardingId> ids;
  for (const std::string_view text : texts) ids.push_back(Sharding(text));
  return ids;
}

RuleId TestMesh::Rule(std::string_view text) {
  // Factors come first in a Rule, but last in the notation.
  shardflow::internal::Rule rule;
  Reader sizes(text.substr(text.find('{')));
  sizes.Expect("{");
  while (!sizes.Take("}")) {
    rule.AddFactor(sizes.Number());
    sizes.Take(",");
  }
  ReadFactorSet(sizes, "red", [&](size_t f) {
    rule.SetFactorType(f, FactorType::kReduction);
  });
  ReadFactorSet(sizes, "need", [&](size_t f) {
    rule.SetFactorType(f, FactorType::kNeedReplication);
  });
  ReadFactorSet(sizes, "perm", [&](size_t f) {
    rule.SetFactorType(f, FactorType::kPermutation);
  });
  ReadFactorSet(sizes, "blocked", [&](size_t f) { rule.SetBlocked(f); });
  SHARDFLOW_CHECK(sizes.AtEnd());

  Reader in(text);
  in.Expect("(");
  while (!in.Take(")")) {
    rule.AddOperand();
    ReadTensor(in, rule);
    in.Take(",");
  }
  in.Expect("->(");
  while (!in.Take(")")) {
    rule.AddResult();
    ReadTensor(in, rule);
    in.Take(",");
  }
  return rules.Intern(rule);
}

std::string TestMesh::Text(const AxisRef& axis) const {
  std::string text(names.Get(axis.name));
  if (axis.IsFull()) return text;
  return text + ":(" + std::to_string(axis.pre_size) + ")" +
         std::to_string(axis.size);
}

std::string TestMesh::Text(std::span<const AxisRef> axes) const {
  std::string text;
  for (const AxisRef& axis : axes) {
    if (!text.empty()) text += ",";
    text += Text(axis);
  }
  return text;
}

std::string TestMesh::Text(ShardingId id) const {
  if (!id) return "none";
  const ShardingView view = store.Get(id);
  std::string text;
  const std::string_view mesh_name = names.Get(view.mesh.symbol());
  if (mesh_name != "mesh") text += "@" + std::string(mesh_name) + " ";
  text += "[";
  for (size_t i = 0; i < view.dims.size(); ++i) {
    const DimSharding& dim = view.dims[i];
    if (i > 0) text += ",";
    text += "{" + Text(store.axes(dim.axes));
    if (dim.closed == 0) text += store.axes(dim.axes).empty() ? "?" : ",?";
    text += "}";
    if (dim.priority != kNoPriority) {
      text += "p" + std::to_string(dim.priority);
    }
  }
  text += "]";
  if (!store.axes(view.replicated).empty()) {
    text += " rep={" + Text(store.axes(view.replicated)) + "}";
  }
  if (!store.axes(view.unreduced).empty()) {
    text += " unr={" + Text(store.axes(view.unreduced)) + "}";
  }
  if (view.reduction == ReductionKind::kMax) text += " max";
  return text;
}

std::string TestMesh::Text(const Projection& projection, size_t tensor) const {
  const auto list = [&](ResolvedList axes) {
    std::vector<AxisRef> literal;
    for (const ResolvedAxis& axis : axes) {
      literal.push_back(projection.mesh().ToAxisRef(axis));
    }
    return Text(literal);
  };
  std::string text;
  for (size_t factor = 0; factor < projection.factor_count(); ++factor) {
    const FactorSharding& cell = projection.at(tensor, factor);
    if (!cell.present) continue;
    if (!text.empty()) text += " ";
    text += FactorName(factor) + ":" + list(cell.axes);
    if (!cell.closed) text += "?";
    if (cell.minor_most) text += "!";
    if (!cell.overflow.empty()) text += " over{" + list(cell.overflow) + "}";
  }
  const std::string replicated = list(projection.replicated(tensor));
  const std::string unreduced = list(projection.unreduced(tensor));
  if (!replicated.empty()) text += " | rep{" + replicated + "}";
  if (!unreduced.empty()) text += " | unr{" + unreduced + "}";
  return text;
}

}  // namespace shardflow::internal
