#include "auto/colours.h"

#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include "absl/container/flat_hash_set.h"

#include "ir/walk.h"
#include "ops/data_flow.h"
#include "ops/functions.h"
#include "ops/properties.h"
#include "ops/work.h"

namespace shardflow::internal {
namespace {

uint64_t Mix(uint64_t hash, uint64_t word) {
  hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
  return hash ^ (hash >> 29);
}

// Disjoint sets of elements, each of which has an owner. No two elements of a
// set have the same owner.
class OwnedSets {
 public:
  uint32_t Add(uint32_t owner) {
    const uint32_t id = static_cast<uint32_t>(parent_.size());
    parent_.push_back(id);
    owners_.push_back({owner});
    return id;
  }
  uint32_t Root(uint32_t id) {
    while (parent_[id] != id) {
      parent_[id] = parent_[parent_[id]];
      id = parent_[id];
    }
    return id;
  }
  // Joins two sets, unless they have elements of the same owner.
  void Join(uint32_t a, uint32_t b) {
    a = Root(a);
    b = Root(b);
    if (a == b) return;
    if (owners_[a].size() < owners_[b].size()) std::swap(a, b);
    for (const uint32_t owner : owners_[b]) {
      if (owners_[a].contains(owner)) return;
    }
    for (const uint32_t owner : owners_[b]) owners_[a].insert(owner);
    absl::flat_hash_set<uint32_t>().swap(owners_[b]);
    parent_[b] = a;
  }
  size_t size() const { return parent_.size(); }
  const absl::flat_hash_set<uint32_t>& owners(uint32_t root) const {
    return owners_[root];
  }

 private:
  std::vector<uint32_t> parent_;
  // For each root, the owners of the elements in its set.
  std::vector<absl::flat_hash_set<uint32_t>> owners_;
};

class Finder {
 public:
  Finder(const Module& m, RuleLookup& rules) : m_(m), rules_(rules) {}

  Colours Run(size_t most) {
    AddDims();
    WalkPreOrder(m_, m_.root(), [&](OpId op) {
      TieByRule(op);
      TieByFlow(op);
    });
    MakeColours(most);
    return std::move(out_);
  }

 private:
  void AddDims() {
    for (size_t v = 0; v < m_.value_table_size(); ++v) {
      out_.first_dim.push_back(static_cast<uint32_t>(sets_.size()));
      const std::span<const int64_t> shape = ShapeOf(ValueId(v));
      for (size_t d = 0; d < shape.size(); ++d) {
        sets_.Add(static_cast<uint32_t>(v));
        value_of_.push_back(static_cast<uint32_t>(v));
      }
    }
    dims_ = sets_.size();
  }

  std::span<const int64_t> ShapeOf(ValueId v) const {
    return m_.types.IsTensor(m_.type(v)) ? Shape(m_, v)
                                         : std::span<const int64_t>();
  }
  uint32_t Dim(ValueId v, size_t d) const {
    return out_.first_dim[v.Slot()] + static_cast<uint32_t>(d);
  }

  void TieByRule(OpId op) {
    const RuleId id = rules_.Get(op);
    if (id.IsNone()) return;
    const Rule& rule = m_.rules.Get(id);
    const uint32_t owner =
        static_cast<uint32_t>(m_.value_table_size() + op.Slot());
    const uint32_t first = static_cast<uint32_t>(sets_.size());
    for (size_t f = 0; f < rule.factor_count(); ++f) sets_.Add(owner);
    const size_t operands = static_cast<size_t>(m_.operand_count(op));
    // A part of a dimension doesn't share the colour of the whole dimension,
    // because devices would have to exchange elements even if both were sharded
    // alike.
    const Work work = WorkOf(m_.kind(op));
    const bool has_parts = work == Work::kConcatenate || work == Work::kSlice;
    for (size_t t = 0; t < rule.tensor_count(); ++t) {
      const ValueId v = t < operands
                            ? m_.operand(op, static_cast<int>(t))
                            : m_.result(op, static_cast<int>(t - operands));
      const size_t rank = std::min(rule.rank(t), ShapeOf(v).size());
      for (size_t d = 0; d < rank; ++d) {
        const std::span<const int32_t> factors = rule.factors(t, d);
        // If a dimension consists of several factors, only the outermost
        // counts, because it is sharded first.
        if (factors.empty()) continue;
        const auto factor = static_cast<uint32_t>(factors[0]);
        const int64_t whole = rule.factor_size(factor);
        if (whole < 2 || (has_parts && ShapeOf(v)[d] <= whole / 2)) continue;
        sets_.Join(Dim(v, d), first + factor);
        Describe(op, v, d, t, id);
      }
    }
  }

  // Records how an op uses a dimension, for the signature of its class.
  void Describe(OpId op, ValueId v, size_t d, size_t t, RuleId rule) {
    uint64_t hash = Mix(static_cast<uint64_t>(m_.kind(op)), rule.Slot());
    hash = Mix(hash, t);
    hash = Mix(hash, d);
    hash = Mix(hash, m_.type(v).Slot());
    uses_.push_back({Dim(v, d), hash});
  }

  void TieByFlow(OpId op) {
    if (DataFlow(m_, op) == nullptr) return;
    std::vector<ValueId> owners = ArgEdgeOwners(m_, op);
    const std::vector<ValueId> results = ResultEdgeOwners(m_, op);
    owners.insert(owners.end(), results.begin(), results.end());
    for (const ValueId owner : owners) {
      std::vector<UseId> sources;
      std::vector<ValueId> others;
      AppendEdgeSources(m_, owner, sources);
      AppendNonOwnerTargets(m_, owner, others);
      for (const UseId use : sources) others.push_back(m_.use(use).value);
      for (const ValueId other : others) {
        const size_t rank =
            std::min(ShapeOf(owner).size(), ShapeOf(other).size());
        for (size_t d = 0; d < rank; ++d) {
          sets_.Join(Dim(owner, d), Dim(other, d));
        }
      }
    }
  }

  struct Class {
    uint32_t root = 0;
    int64_t bytes = 0, size = 0;
    ValueId example;
    size_t example_dim = 0;
    int64_t example_bytes = -1;
    uint64_t signature = 0;
  };

  bool IsMainArgument(ValueId v) const {
    return m_.IsArg(v) && m_.parent_op(m_.arg_block(v)) == main_;
  }

  void AddTo(Class& c, ValueId v, size_t d) const {
    const std::span<const int64_t> shape = ShapeOf(v);
    int64_t bytes = ElementBytes(m_.types, m_.type(v));
    for (const int64_t size : shape) {
      bytes = size > 0 && bytes > (int64_t{1} << 50) / size ? int64_t{1} << 50
                                                            : bytes * size;
    }
    c.bytes = std::min(c.bytes + bytes, int64_t{1} << 60);
    c.size = std::max(c.size, shape[d]);
    const int64_t rank = IsMainArgument(v) ? bytes : bytes / 1024;
    if (rank > c.example_bytes) {
      c.example_bytes = rank;
      c.example = v;
      c.example_dim = d;
    }
  }

  void MakeColours(size_t most) {
    main_ = MainFunction(m_);
    std::vector<int32_t> class_of(sets_.size(), -1);
    std::vector<Class> classes;
    for (uint32_t e = 0; e < dims_; ++e) {
      const ValueId v(size_t{value_of_[e]});
      const size_t d = e - out_.first_dim[v.Slot()];
      if (ShapeOf(v)[d] < 2) continue;
      if (!m_.IsArg(v) && m_.IsErased(m_.def(v))) continue;
      const uint32_t root = sets_.Root(e);
      if (class_of[root] < 0) {
        class_of[root] = static_cast<int32_t>(classes.size());
        classes.emplace_back().root = root;
      }
      AddTo(classes[static_cast<size_t>(class_of[root])], v, d);
    }
    Sign(class_of, classes);
    const std::vector<int32_t> colour_of_class = Tie(classes, most);
    out_.of_dim.assign(dims_, kNoColour);
    for (uint32_t e = 0; e < dims_; ++e) {
      const int32_t c = class_of[sets_.Root(e)];
      if (c >= 0) out_.of_dim[e] = colour_of_class[static_cast<size_t>(c)];
    }
  }

  // Computes a signature for each class: a hash of the arguments in it or, if
  // there are none, of how ops use the class. Equal arguments or uses count
  // once, so that the first and the last layer get the same signature as the
  // others.
  void Sign(const std::vector<int32_t>& class_of, std::vector<Class>& classes) {
    std::vector<std::vector<uint64_t>> words(classes.size());
    const auto add = [&](uint32_t e, uint64_t word) {
      const int32_t c = class_of[sets_.Root(e)];
      if (c >= 0) words[static_cast<size_t>(c)].push_back(word);
    };
    for (uint32_t e = 0; e < dims_; ++e) {
      const ValueId v(size_t{value_of_[e]});
      if (!IsMainArgument(v)) continue;
      add(e, Mix(Mix(1, m_.type(v).Slot()), e - out_.first_dim[v.Slot()]));
    }
    std::vector<char> has_arguments(classes.size());
    for (size_t c = 0; c < classes.size(); ++c) {
      has_arguments[c] = !words[c].empty();
    }
    for (const auto& [e, hash] : uses_) {
      const int32_t c = class_of[sets_.Root(e)];
      if (c >= 0 && !has_arguments[static_cast<size_t>(c)]) add(e, hash);
    }
    for (size_t c = 0; c < classes.size(); ++c) {
      std::sort(words[c].begin(), words[c].end());
      words[c].erase(std::unique(words[c].begin(), words[c].end()),
                     words[c].end());
      uint64_t hash = words[c].size();
      for (const uint64_t word : words[c]) hash = Mix(hash, word);
      classes[c].signature = hash;
    }
  }

  // Gives classes with the same signature one colour, unless they occur in the
  // same op or tensor.
  std::vector<int32_t> Tie(const std::vector<Class>& classes, size_t most) {
    // The classes with each signature, in order of appearance.
    std::map<uint64_t, std::vector<size_t>> alike;
    for (size_t c = 0; c < classes.size(); ++c) {
      alike[classes[c].signature].push_back(c);
    }
    struct Tied {
      std::vector<size_t> classes;
      int64_t bytes = 0;
    };
    std::vector<Tied> tied;
    for (const auto& [signature, members] : alike) {
      const size_t first = tied.size();
      std::vector<absl::flat_hash_set<uint32_t>> owners;
      for (const size_t c : members) {
        const auto& own = sets_.owners(classes[c].root);
        size_t t = 0;
        for (; t < owners.size(); ++t) {
          const bool meet = std::any_of(
              own.begin(), own.end(),
              [&](uint32_t owner) { return owners[t].contains(owner); });
          if (!meet) break;
        }
        if (t == owners.size()) {
          owners.emplace_back();
          tied.emplace_back();
        }
        for (const uint32_t owner : own) owners[t].insert(owner);
        tied[first + t].classes.push_back(c);
        tied[first + t].bytes = std::min(
            tied[first + t].bytes + classes[c].bytes, int64_t{1} << 60);
      }
    }
    std::sort(tied.begin(), tied.end(), [&](const Tied& a, const Tied& b) {
      return a.bytes != b.bytes ? a.bytes > b.bytes
                                : a.classes[0] < b.classes[0];
    });
    std::vector<int32_t> colour_of(classes.size(), kNoColour);
    for (size_t t = 0; t < std::min(tied.size(), most); ++t) {
      Colours::Colour& colour = out_.colours.emplace_back();
      colour.bytes = tied[t].bytes;
      int64_t best = -1;
      for (const size_t c : tied[t].classes) {
        colour_of[c] = static_cast<int32_t>(t);
        colour.size = std::max(colour.size, classes[c].size);
        if (classes[c].example_bytes > best) {
          best = classes[c].example_bytes;
          colour.example = classes[c].example;
          colour.example_dim = classes[c].example_dim;
        }
      }
    }
    return colour_of;
  }

  const Module& m_;
  RuleLookup& rules_;
  Colours out_;
  OwnedSets sets_;
  size_t dims_ = 0;
  std::vector<uint32_t> value_of_;  // the value of each dimension
  std::vector<std::pair<uint32_t, uint64_t>> uses_;
  OpId main_;
};

}  // namespace

Colours FindColours(const Module& m, RuleLookup& rules, size_t most) {
  return Finder(m, rules).Run(most);
}

}  // namespace shardflow::internal
