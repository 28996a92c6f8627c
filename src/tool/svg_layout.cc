#include "tool/svg_layout.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace shardflow {
namespace {

constexpr double kBoxGap = 16;    // space between boxes
constexpr double kLayerGap = 30;  // space between layers
// Room for an arrow that passes through a layer.
constexpr double kBendWidth = 8;
constexpr int kSweeps = 12;

// Layers of boxes and bends. A bend is a point where an arrow passes through a
// layer.
class Layers {
 public:
  explicit Layers(const SvgBoxes& boxes) : boxes_(boxes) {
    FindRanks();
    AddBends();
    for (int sweep = 0; sweep < kSweeps; ++sweep) Order(sweep % 2 == 0);
    PlaceAll();
  }

  SvgLayout Take() const {
    SvgLayout layout;
    double left = 0, right = 0;
    for (size_t i = 0; i < x_.size(); ++i) {
      left = std::min(left, x_[i] - Width(static_cast<int>(i)) / 2);
      right = std::max(right, x_[i] + Width(static_cast<int>(i)) / 2);
    }
    const auto top = [&](int node) {
      return rank_[At(node)] * (boxes_.height + kLayerGap);
    };
    for (int i = 0; i < boxes_.count; ++i) {
      layout.boxes.push_back({x_[At(i)] - left, top(i)});
    }
    for (size_t a = 0; a < boxes_.arrows.size(); ++a) {
      const auto& [from, to] = boxes_.arrows[a];
      std::vector<SvgPoint>& points = layout.arrows.emplace_back();
      points.push_back({x_[At(from)] - left, top(from) + boxes_.height});
      for (const int bend : bends_[a]) {
        points.push_back({x_[At(bend)] - left, top(bend)});
        points.push_back({x_[At(bend)] - left, top(bend) + boxes_.height});
      }
      points.push_back({x_[At(to)] - left, top(to)});
    }
    layout.width = right - left;
    layout.height = layers_.empty() ? 0
                                    : static_cast<double>(layers_.size()) *
                                              (boxes_.height + kLayerGap) -
                                          kLayerGap;
    return layout;
  }

 private:
  static size_t At(int row) { return static_cast<size_t>(row); }
  double Width(int node) const {
    return node < boxes_.count ? boxes_.width : kBendWidth;
  }

  void FindRanks() {
    rank_.assign(At(boxes_.count), 0);
    // Every arrow leads to a later box. So a single pass over the arrows,
    // sorted by their ends, is enough.
    std::vector<std::pair<int, int>> arrows = boxes_.arrows;
    std::ranges::sort(arrows, {}, &std::pair<int, int>::second);
    std::vector<bool> is_made(At(boxes_.count), false);
    for (const auto& [from, to] : arrows) {
      rank_[At(to)] = std::max(rank_[At(to)], rank_[At(from)] + 1);
      is_made[At(to)] = true;
    }
    // A box without incoming arrows is placed directly above its nearest user.
    std::vector<int> nearest(At(boxes_.count), boxes_.count);
    for (const auto& [from, to] : arrows) {
      nearest[At(from)] = std::min(nearest[At(from)], rank_[At(to)]);
    }
    for (int i = 0; i < boxes_.count; ++i) {
      if (!is_made[At(i)] && nearest[At(i)] < boxes_.count) {
        rank_[At(i)] = nearest[At(i)] - 1;
      }
    }
    const int last = rank_.empty() ? -1 : *std::ranges::max_element(rank_);
    layers_.resize(static_cast<size_t>(last + 1));
    for (int i = 0; i < boxes_.count; ++i) {
      layers_[At(rank_[At(i)])].push_back(i);
    }
  }

  void AddBends() {
    above_.resize(At(boxes_.count));
    below_.resize(At(boxes_.count));
    for (const auto& [from, to] : boxes_.arrows) {
      std::vector<int>& bends = bends_.emplace_back();
      int last = from;
      for (int rank = rank_[At(from)] + 1; rank < rank_[At(to)]; ++rank) {
        const int bend = static_cast<int>(rank_.size());
        rank_.push_back(rank);
        above_.emplace_back();
        below_.emplace_back();
        layers_[At(rank)].push_back(bend);
        bends.push_back(bend);
        Link(last, bend);
        last = bend;
      }
      Link(last, to);
    }
    place_.resize(rank_.size());
    for (const std::vector<int>& layer : layers_) Number(layer);
  }

  void Link(int from, int to) {
    below_[At(from)].push_back(to);
    above_[At(to)].push_back(from);
  }

  void Number(const std::vector<int>& layer) {
    for (size_t k = 0; k < layer.size(); ++k) {
      place_[At(layer[k])] = static_cast<double>(k);
    }
  }

  // Sorts the nodes of each layer by the average position of their neighbours
  // in the layer above (or below).
  void Order(bool down) {
    const auto order = [&](std::vector<int>& layer) {
      std::vector<std::pair<double, int>> keys;
      for (const int node : layer) {
        const std::vector<int>& next =
            down ? above_[At(node)] : below_[At(node)];
        double key = place_[At(node)];
        if (!next.empty()) {
          key = 0;
          for (const int other : next) key += place_[At(other)];
          key /= static_cast<double>(next.size());
        }
        keys.push_back({key, node});
      }
      std::ranges::stable_sort(keys, {}, &std::pair<double, int>::first);
      for (size_t k = 0; k < keys.size(); ++k) layer[k] = keys[k].second;
      Number(layer);
    };
    if (down) {
      for (std::vector<int>& layer : layers_) order(layer);
    } else {
      for (size_t k = layers_.size(); k > 0; --k) order(layers_[k - 1]);
    }
  }

  void PlaceAll() {
    x_.assign(rank_.size(), 0);
    for (int sweep = 0; sweep < kSweeps; ++sweep) {
      for (size_t k = 0; k < layers_.size(); ++k) {
        Place(layers_[sweep % 2 == 0 ? k : layers_.size() - 1 - k]);
      }
    }
  }

  // Places each node at the average position of its neighbours, or as close to
  // it as possible.
  void Place(const std::vector<int>& layer) {
    std::vector<double> wanted(layer.size()), right(layer.size()),
        left(layer.size());
    for (size_t k = 0; k < layer.size(); ++k) {
      double sum = 0;
      size_t count = 0;
      for (const auto* next : {&above_[At(layer[k])], &below_[At(layer[k])]}) {
        for (const int other : *next) sum += x_[At(other)];
        count += next->size();
      }
      wanted[k] =
          count == 0 ? x_[At(layer[k])] : sum / static_cast<double>(count);
    }
    const auto apart = [&](size_t k) {
      return (Width(layer[k]) + Width(layer[k + 1])) / 2 + kBoxGap;
    };
    // Both passes keep nodes far enough apart. So does the average of their
    // results.
    for (size_t k = 0; k < layer.size(); ++k) {
      right[k] =
          k == 0 ? wanted[k] : std::max(wanted[k], right[k - 1] + apart(k - 1));
    }
    for (size_t k = layer.size(); k > 0; --k) {
      left[k - 1] = k == layer.size()
                        ? wanted[k - 1]
                        : std::min(wanted[k - 1], left[k] - apart(k - 1));
    }
    for (size_t k = 0; k < layer.size(); ++k) {
      x_[At(layer[k])] = (left[k] + right[k]) / 2;
    }
  }

  const SvgBoxes& boxes_;
  // Indexed by node. The boxes come first, followed by the bends.
  std::vector<int> rank_;
  std::vector<std::vector<int>> above_, below_;
  std::vector<double> place_, x_;
  std::vector<std::vector<int>> layers_;
  std::vector<std::vector<int>> bends_;  // indexed by arrow
};

}  // namespace

SvgLayout LayOut(const SvgBoxes& boxes) { return Layers(boxes).Take(); }

}  // namespace shardflow
