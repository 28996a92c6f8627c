#include "report/baseline.h"

#include <utility>

#include "absl/container/flat_hash_map.h"

namespace shardflow::internal {
namespace {

class Comparer {
 public:
  Comparer(const BaselineInput& in, ProgramGraph& graph)
      : in_(in), graph_(graph), meshes_(in.other.meshes.size(), -1) {
    for (size_t t = 0; t < graph.tensors.size(); ++t) {
      const GraphTensor& tensor = graph.tensors[t];
      tensors_.try_emplace(Key(tensor, tensor.mesh), static_cast<int>(t));
    }
  }

  ReportBaseline Compare() {
    ReportBaseline baseline;
    for (const ItemPair& pair : in_.diff.items) {
      if (!pair.b) {
        baseline.removed.push_back(NameOf(in_.a.items[*pair.a]));
        continue;
      }
      const ReportPlace place = PlaceOf(in_.b.items[*pair.b]);
      if (!pair.a) {
        baseline.added.push_back(place);
        continue;
      }
      ++(pair.root ? baseline.roots : baseline.follow);
      baseline.changes.push_back({place, Before(in_.a.items[*pair.a]),
                                  pair.root,
                                  pair.root ? "" : in_.because(place)});
    }
    baseline.before.border = BorderBytes(in_.a);
    baseline.after.border = BorderBytes(in_.b);
    return baseline;
  }

 private:
  static std::string NameOf(const ShardedItem& item) {
    return std::string(item.label.empty() ? item.value : item.label);
  }

  // Returns the item's place in the report. Results of functions other than
  // main don't have one.
  static ReportPlace PlaceOf(const ShardedItem& item) {
    if (!item.is_result) return {item.row, -1};
    return {-1, item.function == "main" ? item.row : -1};
  }

  std::string Key(const GraphTensor& tensor, int mesh) const {
    return tensor.type + "\n" + tensor.sharding + "\n" + std::to_string(mesh);
  }

  // Returns the index of `item`'s tensor in graph_, after adding the tensor if
  // it is missing.
  int Before(const ShardedItem& item) {
    const GraphTensor& tensor =
        in_.other.tensors[static_cast<size_t>(item.tensor)];
    const int mesh = MeshOf(tensor.mesh);
    const auto [at, added] = tensors_.try_emplace(
        Key(tensor, mesh), static_cast<int>(graph_.tensors.size()));
    if (added) graph_.tensors.emplace_back(tensor).mesh = mesh;
    return at->second;
  }

  int MeshOf(int other) {
    if (other < 0) return -1;
    int& known = meshes_[static_cast<size_t>(other)];
    if (known >= 0) return known;
    const GraphMesh& mesh = in_.other.meshes[static_cast<size_t>(other)];
    for (size_t k = 0; k < graph_.meshes.size(); ++k) {
      if (graph_.meshes[k].mesh.name == mesh.mesh.name &&
          graph_.meshes[k].text == mesh.text) {
        return known = static_cast<int>(k);
      }
    }
    known = static_cast<int>(graph_.meshes.size());
    GraphMesh& copy = graph_.meshes.emplace_back(mesh);
    if (!copy.mesh.name.empty()) copy.mesh.name += " (before)";
    return known;
  }

  const BaselineInput& in_;
  ProgramGraph& graph_;
  // For each mesh of `other`, its index in graph_, or -1 if not added yet.
  std::vector<int> meshes_;
  absl::flat_hash_map<std::string, int> tensors_;
};

}  // namespace

ReportBaseline CompareWith(const BaselineInput& input, ProgramGraph& graph) {
  return Comparer(input, graph).Compare();
}

}  // namespace shardflow::internal
