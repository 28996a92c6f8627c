// Builds random valid sdy attributes through the API. The text of each must
// parse to the same attribute, that is, to the id that the API gives this
// attribute in the parsed module.

#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "ops/attr_make.h"
#include "ops/attr_tables.h"
#include "sharding/axis.h"
#include "sharding/rule_text.h"
#include "sharding/verify.h"
#include "text/read.h"
#include "text/write.h"

namespace shardflow::internal {
namespace {

// The same seed results in the same numbers and names for any module.
class Generator {
 public:
  Generator(Module& m, uint32_t seed) : m_(m), rng_(seed) {}

  AttrId Make(AttrKind kind);

 private:
  int64_t Number(int64_t low, int64_t high) {
    const auto range = static_cast<uint64_t>(high - low) + 1;
    return low + static_cast<int64_t>(rng_() % range);
  }
  size_t Count(size_t low, size_t high) {
    return static_cast<size_t>(
        Number(static_cast<int64_t>(low), static_cast<int64_t>(high)));
  }
  bool Sometimes() { return rng_() % 4 == 0; }
  NameId Name(size_t i) {
    // Names may be any text. If a name isn't a word, it is quoted or escaped.
    constexpr std::string_view kNames[] = {
        "a", "x_1", "data parallel", "\xC3\xA9", "quo\"te", "0", "back\\slash",
    };
    return m_.names.Intern(kNames[i]);
  }
  void Shuffle(auto& list) {
    for (size_t i = list.size(); i > 1; --i) {
      std::swap(list[i - 1], list[Count(0, i - 1)]);
    }
  }

  Mesh RandomMesh();
  // Returns all axes of the mesh, each whole or split into sub-axes, in random
  // order.
  std::vector<AxisRef> Axes(const Mesh& mesh);
  // Removes up to `most` axes from `axes`, and returns them.
  std::vector<AxisRef> Take(std::vector<AxisRef>& axes, size_t most);
  AxisListId Sorted(std::vector<AxisRef> axes, const Mesh& mesh);
  DimSharding Dim(std::vector<AxisRef>& axes);
  ShardingId Sharding();
  Rule RandomRule();
  std::vector<int64_t> Factors(size_t most);
  // Returns an attribute that is a list, with `item(i)` as its items.
  template <class T>
  AttrId List(size_t low, size_t high, auto item, const T& head = {}) {
    std::vector<layout::ItemOf<T>> items;
    const size_t count = Count(low, high);
    for (size_t i = 0; i < count; ++i) items.push_back(item(i));
    return m_.attrs.Make(head, items);
  }
  AttrId Debug(AttrKind kind);
  AttrId Axis(AttrKind kind);

  Module& m_;
  std::mt19937 rng_;
};

Mesh Generator::RandomMesh() {
  Mesh mesh;
  std::vector<size_t> names(7);
  std::iota(names.begin(), names.end(), 0u);
  Shuffle(names);
  for (size_t i = Count(0, 4); i > 0; --i) {
    constexpr int64_t kSizes[] = {1, 2, 3, 4, 6, 8, 12};
    mesh.axes.push_back({Name(names[i]), 0, kSizes[Count(0, 6)]});
  }
  if (mesh.axes.empty()) {
    if (Sometimes()) mesh.device_ids = {Number(0, 99)};
  } else if (Sometimes()) {
    mesh.device_ids.resize(static_cast<size_t>(mesh.TotalSize()));
    std::iota(mesh.device_ids.begin(), mesh.device_ids.end(), 0);
    std::reverse(mesh.device_ids.begin(), mesh.device_ids.end());
    if (mesh.device_ids.size() == 1) mesh.device_ids.clear();
  }
  EXPECT_EQ(CheckMesh(mesh, m_.names), std::nullopt);
  return mesh;
}

std::vector<AxisRef> Generator::Axes(const Mesh& mesh) {
  std::vector<AxisRef> axes;
  for (const MeshAxis& axis : mesh.axes) {
    if (axis.size < 4 || !Sometimes()) {
      axes.push_back(AxisRef::Full(axis.name));
      continue;
    }
    int64_t pre = 1;
    while (pre < axis.size) {
      int64_t size = Number(2, axis.size / pre);
      while ((axis.size / pre) % size != 0) ++size;
      if (size < axis.size) axes.push_back(AxisRef::Sub(axis.name, pre, size));
      pre *= size;
    }
  }
  Shuffle(axes);
  return axes;
}

std::vector<AxisRef> Generator::Take(std::vector<AxisRef>& axes, size_t most) {
  std::vector<AxisRef> taken;
  for (size_t i = Count(0, most); i > 0 && !axes.empty(); --i) {
    // (Adjacent sub-axes that could be merged are not valid.)
    if (!taken.empty() && CanMerge(taken.back(), axes.back())) break;
    taken.push_back(axes.back());
    axes.pop_back();
  }
  return taken;
}

AxisListId Generator::Sorted(std::vector<AxisRef> axes, const Mesh& mesh) {
  SortAndMerge(axes, mesh);
  return m_.shardings.InternAxes(axes);
}

DimSharding Generator::Dim(std::vector<AxisRef>& axes) {
  DimSharding dim;
  dim.axes = m_.shardings.InternAxes(Take(axes, 3));
  dim.closed = Sometimes() ? 0 : 1;
  if (Sometimes() &&
      (dim.closed == 0 || dim.axes != ShardingStore::kEmptyAxes)) {
    dim.priority = static_cast<int32_t>(Number(0, 12));
  }
  return dim;
}

ShardingId Generator::Sharding() {
  const Mesh mesh = RandomMesh();
  TensorSharding s;
  s.mesh = Sometimes() ? MeshRef::Inlined(m_.shardings.InternMesh(mesh))
                       : MeshRef::Symbol(Name(Count(0, 6)));
  std::vector<AxisRef> axes = Axes(mesh);
  const size_t rank = mesh.IsMaximal() ? 0 : Count(0, 4);
  for (size_t i = 0; i < rank; ++i) s.dims.push_back(Dim(axes));
  s.replicated = Sorted(Take(axes, 2), mesh);
  s.unreduced = Sorted(Take(axes, 2), mesh);
  if (s.unreduced != ShardingStore::kEmptyAxes) {
    s.reduction = static_cast<ReductionKind>(Number(0, 2));
  }
  const ShardingId id = m_.shardings.Intern(s);
  const std::vector<int64_t> dims(rank, 1);
  EXPECT_EQ(
      CheckSharding(m_.shardings.Get(id), dims, mesh, m_.shardings, m_.names),
      std::nullopt);
  return id;
}

// Returns distinct factors. From the 18th on, they are called z_1, z_2, ...
std::vector<int64_t> Generator::Factors(size_t most) {
  std::vector<int64_t> all(40);
  std::iota(all.begin(), all.end(), 0);
  Shuffle(all);
  all.resize(Count(1, most));
  return all;
}

Rule Generator::RandomRule() {
  Rule rule;
  const size_t factors = Count(1, 24);
  const auto type = [&] {
    return Sometimes() ? static_cast<FactorType>(Number(1, 3))
                       : FactorType::kPassThrough;
  };
  for (size_t i = 0; i < factors; ++i) {
    rule.AddFactor(Number(2, 1 << 20), type(), Sometimes());
  }
  const auto add_dims = [&](bool result) {
    std::vector<int32_t> order(factors);
    std::iota(order.begin(), order.end(), 0);
    Shuffle(order);
    for (size_t i = Count(0, 4); i > 0; --i) {
      std::vector<int32_t> dim;
      for (size_t k = Count(1, 3); k > 0 && !order.empty(); --k) {
        const int32_t factor = order.back();
        order.pop_back();
        const bool reduction = rule.factor_type(static_cast<size_t>(factor)) ==
                               FactorType::kReduction;
        if (!result || !reduction) dim.push_back(factor);
      }
      if (!dim.empty()) rule.AddDim(dim);
    }
  };
  for (size_t i = Count(1, 3); i > 0; --i) {
    rule.AddOperand();
    add_dims(false);
  }
  for (size_t i = Count(1, 2); i > 0; --i) {
    rule.AddResult();
    add_dims(true);
  }
  rule.SetCustom(Sometimes());
  return rule;
}

AttrId Generator::Debug(AttrKind kind) {
  const auto ref = [&](bool result, int64_t index) {
    return m_.attrs.Make(EdgeValueRefAttr{result, index});
  };
  switch (kind) {
    case AttrKind::kEdgeValueRef:
      return ref(Number(0, 1) != 0, Number(0, 200));
    case AttrKind::kAxisToDetails: {
      const AxisToDetailsAttr head{Axis(AttrKind::kAxisRef),
                                   ref(Sometimes(), 0)};
      const auto target = [&](size_t i) {
        return ref(Sometimes(), static_cast<int64_t>(i) + 1);
      };
      return List(1, 4, target, head);
    }
    case AttrKind::kPropagationOneStep: {
      const auto entry = [&](size_t) {
        return Debug(AttrKind::kAxisToDetails);
      };
      return List(1, 3, entry, PropagationOneStepAttr{Number(0, 1000)});
    }
    default:
      return List<PropagationEdgesAttr>(1, 3, [&](size_t i) {
        const AttrId entries[] = {Debug(AttrKind::kAxisToDetails)};
        return m_.attrs.Make(
            PropagationOneStepAttr{static_cast<int64_t>(i) * 7 + 7}, entries);
      });
  }
}

AttrId Generator::Axis(AttrKind kind) {
  const int64_t pre = Number(1, 1000);
  const int64_t size = Number(2, int64_t{1} << 40);
  if (kind == AttrKind::kSubAxisInfo) {
    return m_.attrs.Make(SubAxisInfoAttr{pre, size});
  }
  const NameId name = Name(Count(0, 6));
  return m_.attrs.Make(Sometimes() ? AxisRefAttr{name, pre, size}
                                   : AxisRefAttr{name, 0, 0});
}

AttrId Generator::Make(AttrKind kind) {
  std::vector<AxisRef> axes = Axes(RandomMesh());
  const auto axis_list = [&](size_t = 0) {
    return m_.shardings.InternAxes(Take(axes, 3));
  };
  const auto param = [&](size_t = 0) {
    const AxisRef one[] = {axes.empty() ? AxisRef::Full(Name(0)) : axes[0]};
    return AllToAllParamAttr{m_.shardings.InternAxes(one), Number(0, 9),
                             Number(0, 9)};
  };
  switch (kind) {
    case AttrKind::kSharding:
      return m_.attrs.Sharding(Sharding());
    case AttrKind::kShardingPerValue:
      return List<ShardingPerValueAttr>(0, 3,
                                        [&](size_t) { return Sharding(); });
    case AttrKind::kMesh:
      return m_.attrs.Mesh(m_.shardings.InternMesh(RandomMesh()));
    case AttrKind::kMeshAxis:
      return m_.attrs.Make(
          MeshAxisAttr{Name(Count(0, 6)), Number(1, int64_t{1} << 40)});
    case AttrKind::kAxisRef:
    case AttrKind::kSubAxisInfo:
      return Axis(kind);
    case AttrKind::kAxisRefList:
      return m_.attrs.Make(AxisRefListAttr{axis_list()});
    case AttrKind::kListOfAxisRefLists:
      return List<ListOfAxisRefListsAttr>(0, 3, axis_list);
    case AttrKind::kAllToAllParam:
      return m_.attrs.Make(param());
    case AttrKind::kAllToAllParamList:
      return List<AllToAllParamListAttr>(0, 3, param);
    case AttrKind::kDimSharding: {
      const DimSharding dim = Dim(axes);
      return m_.attrs.Make(DimShardingAttr{dim.axes, dim.closed, dim.priority});
    }
    case AttrKind::kManualAxes:
      return List<ManualAxesAttr>(0, 3, [&](size_t i) { return Name(i); });
    case AttrKind::kDimMapping:
      return m_.attrs.Make(DimMappingAttr{}, Factors(3));
    case AttrKind::kTensorMapping: {
      RuleText::Mapping mapping(Count(0, 3));
      for (std::vector<int64_t>& dim : mapping) dim = Factors(3);
      return m_.attrs.Make(TensorMappingAttr{}, EncodeMapping(mapping));
    }
    case AttrKind::kRule:
      return m_.attrs.Rule(m_.rules.Intern(RandomRule()));
    default:
      return Debug(kind);
  }
}

// Reads `module attributes {t.a = ...}`. Returns nothing on error.
std::optional<Module> Read(std::string_view attr) {
  Diagnostics diagnostics;
  std::optional<Module> m = ParseModule(
      std::make_shared<const SourceBuffer>(
          "a.mlir", "module attributes {t.a = " + std::string(attr) + "} {\n}"),
      {.allow_unregistered_dialects = true}, diagnostics);
  for (const Message& d : diagnostics.all()) {
    ADD_FAILURE() << d.text << ": " << attr;
  }
  return m;
}

class AttrProperty : public testing::TestWithParam<AttrKind> {};

TEST_P(AttrProperty, PrintedAndParsedHasTheSameId) {
  constexpr uint32_t kSeeds = 2000;
  size_t distinct = 0;
  std::string previous;
  for (uint32_t seed = 0; seed < kSeeds; ++seed) {
    Module built;
    const AttrId attr = Generator(built, seed).Make(GetParam());
    std::string text;
    PrintAttr(built, attr, text);
    std::optional<Module> parsed = Read(text);
    ASSERT_TRUE(parsed);
    const AttrId read =
        parsed->attr(parsed->root(), parsed->names.Intern("t.a"));
    ASSERT_EQ(read, Generator(*parsed, seed).Make(GetParam())) << text;
    std::string again;
    PrintAttr(*parsed, read, again);
    ASSERT_EQ(again, text);
    distinct += text != previous ? 1 : 0;
    previous = text;
  }
  EXPECT_GT(distinct, kSeeds / 4);
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, AttrProperty,
    testing::Values(AttrKind::kSharding, AttrKind::kShardingPerValue,
                    AttrKind::kMesh, AttrKind::kMeshAxis, AttrKind::kAxisRef,
                    AttrKind::kSubAxisInfo, AttrKind::kAxisRefList,
                    AttrKind::kListOfAxisRefLists, AttrKind::kAllToAllParam,
                    AttrKind::kAllToAllParamList, AttrKind::kDimSharding,
                    AttrKind::kManualAxes, AttrKind::kDimMapping,
                    AttrKind::kTensorMapping, AttrKind::kRule,
                    AttrKind::kEdgeValueRef, AttrKind::kAxisToDetails,
                    AttrKind::kPropagationOneStep,
                    AttrKind::kPropagationEdges));

}  // namespace
}  // namespace shardflow::internal
