#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include <fmt/format.h>

#include "base/text_pool.h"
#include "ops/op_def.h"
#include "ops/user_names.h"
#include "shardflow/diff.h"

namespace shardflow {
namespace {

// Lists that differ in more places than this are matched by name, because the
// time for an exact match grows with the square of the number of differences.
constexpr int64_t kMostEdits = 2000;

// A range of items of one function.
struct Run {
  size_t begin = 0, end = 0;
  size_t size() const { return end - begin; }
};

std::vector<std::pair<std::string_view, Run>> RunsOf(const ShardingList& list) {
  std::vector<std::pair<std::string_view, Run>> runs;
  for (size_t i = 0; i < list.items.size(); ++i) {
    if (runs.empty() || runs.back().first != list.items[i].function) {
      runs.push_back({list.items[i].function, {i, i}});
    }
    runs.back().second.end = i + 1;
  }
  return runs;
}

std::string_view KindOf(const ShardedItem& item) {
  return internal::NameBeforeImport(item.op);
}

// `is_result` isn't set in items read from golden files.
bool IsResult(const ShardedItem& item) {
  return item.is_result ||
         (item.op.empty() && item.value.starts_with("result "));
}

// Whether any argument (or, if `of_results` is set, any result) has a name from
// the user. (Without debug information, only results have names.)
bool HasLabels(const ShardingList& list, bool of_results) {
  return std::any_of(
      list.items.begin(), list.items.end(), [&](const ShardedItem& i) {
        return i.op.empty() && IsResult(i) == of_results && !i.label.empty();
      });
}

// Whether arguments can be distinguished from results. (In golden files, both
// may have only a label.)
bool TellsResults(const ShardingList& list) {
  return std::none_of(list.items.begin(), list.items.end(),
                      [](const ShardedItem& i) {
                        return i.op.empty() && i.value.empty() && !i.is_result;
                      });
}

bool HasOpLabels(const ShardingList& list) {
  return std::any_of(
      list.items.begin(), list.items.end(),
      [](const ShardedItem& i) { return !i.op.empty() && !i.label.empty(); });
}

// Assigns numbers to items; items that match get the same number.
class Keys {
 public:
  // The flags say which kinds of items are matched by the user's names.
  Keys(bool arguments, bool results, bool op_labels)
      : arguments_(arguments), results_(results), op_labels_(op_labels) {}

  std::vector<int> Of(const ShardingList& list, Run run) {
    std::vector<int> keys;
    keys.reserve(run.size());
    // Equal strings usually share an address, so keys are cached by address.
    absl::flat_hash_map<std::array<const char*, 3>, int> known_texts;
    for (size_t i = run.begin; i < run.end; ++i) {
      const ShardedItem& item = list.items[i];
      if (item.op.empty()) {
        keys.push_back(KeyOf(item));
        continue;
      }
      const std::array<const char*, 3> texts = {
          item.op.data(), item.type.data(),
          op_labels_ ? item.label.data() : nullptr};
      const auto [at, added] = known_texts.try_emplace(texts, 0);
      if (added) at->second = KeyOf(item);
      keys.push_back(at->second);
    }
    return keys;
  }

 private:
  int KeyOf(const ShardedItem& item) {
    // Arguments and results have no op, so they are identified by name or
    // number.
    const bool by_label = IsResult(item) ? results_ : arguments_;
    const std::string_view name =
        by_label && !item.label.empty() ? item.label : item.value;
    std::string key(item.op.empty() ? name : KindOf(item));
    // Items that the user has named are matched by name, even if the shape has
    // changed.
    const bool named = item.op.empty() && by_label && !item.label.empty();
    key.append("\n");
    if (!named) key.append(item.type);
    if (op_labels_ && !item.op.empty()) key.append("\n").append(item.label);
    return known_.try_emplace(std::move(key), static_cast<int>(known_.size()))
        .first->second;
  }

  const bool arguments_;
  const bool results_;
  const bool op_labels_;
  std::unordered_map<std::string, int> known_;
};

using Matches = std::vector<std::pair<size_t, size_t>>;

// Finds the longest common subsequence with Myers' algorithm, which computes,
// for each number of `edits` (insertions and deletions), the furthest point
// reachable on each diagonal. Returns false if more than kMostEdits are needed.
bool MatchInOrder(std::span<const int> a, std::span<const int> b,
                  Matches& matches) {
  const auto n = static_cast<int64_t>(a.size());
  const auto m = static_cast<int64_t>(b.size());
  const int64_t most = std::min(n + m, kMostEdits);
  std::vector<int64_t> furthest(static_cast<size_t>(2 * most + 3), 0);
  const auto at = [&](std::vector<int64_t>& v, int64_t diagonal) -> int64_t& {
    return v[static_cast<size_t>(diagonal + most + 1)];
  };
  // The furthest points reached in each round, for tracing the path back from
  // the end.
  std::vector<std::vector<int64_t>> rounds;
  const auto same = [&](int64_t x, int64_t y) {
    return a[static_cast<size_t>(x)] == b[static_cast<size_t>(y)];
  };
  int64_t edits = 0;
  bool found = false;
  for (; edits <= most && !found; ++edits) {
    for (int64_t d = -edits; d <= edits; d += 2) {
      const bool down = d == -edits || (d != edits && at(furthest, d - 1) <
                                                          at(furthest, d + 1));
      int64_t x = down ? at(furthest, d + 1) : at(furthest, d - 1) + 1;
      while (x < n && x - d < m && x - d >= 0 && same(x, x - d)) ++x;
      at(furthest, d) = x;
      found |= x >= n && x - d >= m;
    }
    const auto first = static_cast<std::ptrdiff_t>(most + 1 - edits);
    rounds.emplace_back(furthest.begin() + first,
                        furthest.begin() + first + 2 * edits + 1);
  }
  if (!found) return false;

  int64_t x = n, y = m;
  for (int64_t round = edits - 1; round > 0; --round) {
    const std::vector<int64_t>& before = rounds[static_cast<size_t>(round - 1)];
    const auto reached = [&](int64_t d) {
      return before[static_cast<size_t>(d + round - 1)];
    };
    const int64_t d = x - y;
    const bool down =
        d == -round || (d != round && reached(d - 1) < reached(d + 1));
    const int64_t start_x = down ? reached(d + 1) : reached(d - 1) + 1;
    for (; x > start_x; --x, --y) {
      matches.push_back(
          {static_cast<size_t>(x - 1), static_cast<size_t>(y - 1)});
    }
    (down ? y : x) -= 1;
  }
  std::ranges::reverse(matches);
  return true;
}

// Matches items with the same name, in the order of both lists.
void MatchByName(const ShardingList& a, Run run_a, const ShardingList& b,
                 Run run_b, Matches& matches) {
  std::unordered_map<std::string_view, size_t> places;
  for (size_t j = run_b.begin; j < run_b.end; ++j) {
    places.try_emplace(b.items[j].value, j - run_b.begin);
  }
  size_t next = 0;
  for (size_t i = run_a.begin; i < run_a.end; ++i) {
    const auto place = places.find(a.items[i].value);
    if (place == places.end() || place->second < next ||
        !a.items[i].Matches(b.items[run_b.begin + place->second])) {
      continue;
    }
    matches.push_back({i - run_a.begin, place->second});
    next = place->second + 1;
  }
}

Matches MatchRuns(const ShardingList& a, Run run_a, const ShardingList& b,
                  Run run_b, Keys& keys) {
  const std::vector<int> all_a = keys.Of(a, run_a), all_b = keys.Of(b, run_b);
  // Most lists have a long beginning and end in common.
  size_t head = 0;
  while (head < all_a.size() && head < all_b.size() &&
         all_a[head] == all_b[head]) {
    ++head;
  }
  size_t tail = 0;
  while (tail < all_a.size() - head && tail < all_b.size() - head &&
         all_a[all_a.size() - 1 - tail] == all_b[all_b.size() - 1 - tail]) {
    ++tail;
  }
  Matches matches;
  matches.reserve(std::min(all_a.size(), all_b.size()));
  for (size_t i = 0; i < head; ++i) matches.push_back({i, i});
  Matches middle;
  const std::span<const int> middle_a(all_a.data() + head,
                                      all_a.size() - head - tail);
  const std::span<const int> middle_b(all_b.data() + head,
                                      all_b.size() - head - tail);
  if (!MatchInOrder(middle_a, middle_b, middle)) {
    MatchByName(a, {run_a.begin + head, run_a.end - tail}, b,
                {run_b.begin + head, run_b.end - tail}, middle);
  }
  for (const auto& [i, j] : middle) matches.push_back({head + i, head + j});
  for (size_t k = tail; k > 0; --k) {
    matches.push_back({all_a.size() - k, all_b.size() - k});
  }
  return matches;
}

// Appends the unmatched items of both ranges, and the matched ones whose
// shardings or types differ, in order.
void AppendDifferences(const ShardingList& a, Run run_a, const ShardingList& b,
                       Run run_b, const Matches& matches, ShardingDiff& diff) {
  size_t i = 0, j = 0;
  const auto skip_to = [&](size_t end_a, size_t end_b) {
    for (; i < end_a; ++i, ++diff.only_a) {
      diff.items.push_back({run_a.begin + i, std::nullopt, false});
    }
    for (; j < end_b; ++j, ++diff.only_b) {
      diff.items.push_back({std::nullopt, run_b.begin + j, false});
    }
  };
  for (const auto& [match_a, match_b] : matches) {
    skip_to(match_a, match_b);
    ++diff.matched;
    const size_t row_a = run_a.begin + i++, row_b = run_b.begin + j++;
    if (a.items[row_a].sharding == b.items[row_b].sharding &&
        a.items[row_a].type == b.items[row_b].type) {
      continue;
    }
    ++diff.changed;
    diff.items.push_back({row_a, row_b, false});
  }
  skip_to(run_a.size(), run_b.size());
}

// Returns how well a name fits the item. `main` is the main function's name.
NameFit FitOfItem(std::string_view name, std::string_view main,
                  const ShardedItem& item) {
  TensorNames names;
  names.text = item.op.empty() ? item.name : item.value;
  names.label = item.label;
  const auto number = [&](std::string_view what) {
    int value = -1;
    if (item.value.starts_with(what)) {
      const std::string_view digits = item.value.substr(what.size());
      std::from_chars(digits.data(), digits.data() + digits.size(), value);
    }
    return value;
  };
  if (item.op.empty() && item.function == main) {
    names.argument = number("parameter ");
    names.result = number("result ");
  }
  const NameFit fit = FitOf(name, names);
  return fit == NameFit::kNone && name == item.value ? NameFit::kText : fit;
}

void DiffMeshes(const ShardingList& a, const ShardingList& b,
                ShardingDiff& diff) {
  std::map<std::string, std::pair<MeshItem, MeshItem>> meshes;
  for (const MeshItem& mesh : a.meshes) meshes[mesh.name].first = mesh;
  for (const MeshItem& mesh : b.meshes) meshes[mesh.name].second = mesh;
  for (auto& [name, pair] : meshes) {
    if (pair.first.text != pair.second.text) diff.meshes.push_back(pair);
  }
}

// Lists a graph's tensors. Strings in the graph's rows aren't copied; other
// strings are kept with the list.
class Lister {
 public:
  explicit Lister(const ProgramGraph& graph)
      : graph_(graph), tensors_(graph.tensors.size()) {
    memory_->graph = graph.memory;
  }

  ShardingList Run() {
    for (const GraphMesh& mesh : graph_.meshes) {
      if (!mesh.mesh.name.empty()) {
        list_.meshes.push_back({mesh.mesh.name, mesh.text});
      }
    }
    // Op results, by function. Results outside functions aren't listed.
    std::vector<std::vector<int>> values(graph_.functions.size());
    for (size_t v = 0; v < graph_.values.size(); ++v) {
      const GraphValue& value = graph_.values[v];
      if (value.is_argument || value.op < 0) continue;
      const int function = graph_.ops[static_cast<size_t>(value.op)].function;
      if (function >= 0) {
        values[static_cast<size_t>(function)].push_back(static_cast<int>(v));
      }
    }
    list_.items.reserve(graph_.values.size());
    for (size_t f = 0; f < graph_.functions.size(); ++f) {
      AddFunction(graph_.functions[f], values[f]);
    }
    list_.memory = std::move(memory_);
    return std::move(list_);
  }

 private:
  struct Memory {
    std::shared_ptr<const void> graph;
    internal::TextPool texts;
  };
  // The strings for a tensor of the graph. If `type` is empty, they haven't
  // been made yet.
  struct TensorTexts {
    std::string_view type, sharding, spec;
  };

  void AddFunction(const GraphFunction& function,
                   const std::vector<int>& values) {
    ShardedItem start;
    start.function = memory_->texts.Intern(function.name);
    const GraphOp& home = graph_.ops[static_cast<size_t>(function.op)];
    start.file = home.file();
    start.line = home.line;
    for (size_t i = 0; i < function.arguments.size(); ++i) {
      const int v = function.arguments[i];
      ShardedItem item = start;
      item.row = v;
      const GraphValue& value = graph_.values[static_cast<size_t>(v)];
      if (value.named) item.name = value.name;
      Add(item, fmt::format("parameter {}", i), value.label, value.tensor);
    }
    for (const int v : values) {
      const GraphValue& value = graph_.values[static_cast<size_t>(v)];
      const GraphOp& op = graph_.ops[static_cast<size_t>(value.op)];
      ShardedItem item = start;
      item.row = v;
      item.op = op.name;
      if (!op.target().empty()) {
        item.op =
            memory_->texts.Intern(std::string(op.name).append(op.target()));
      }
      item.value = value.name;
      item.file = op.file();
      item.line = op.line;
      Add(item, {}, LabelOf(graph_, v), value.tensor);
    }
    for (size_t i = 0; i < function.results.size(); ++i) {
      ShardedItem item = start;
      item.row = static_cast<int>(i);
      item.is_result = true;
      Add(item, fmt::format("result {}", i),
          memory_->texts.Intern(function.result_labels[i]),
          function.results[i]);
    }
  }

  // Adds the item if it is a tensor. An argument or result of a function gets
  // the name `value`.
  void Add(ShardedItem& item, const std::string& value, std::string_view label,
           int tensor) {
    const GraphTensor& row = graph_.tensors[static_cast<size_t>(tensor)];
    if (row.element.empty()) return;  // a token, for example
    if (item.op.empty()) item.value = memory_->texts.Add(value);
    item.label = Path(label);
    const TensorTexts& texts = TextsOf(tensor);
    item.type = texts.type;
    item.sharding = texts.sharding;
    item.spec = texts.spec;
    item.tensor = tensor;
    item.local_bytes = row.local_bytes;
    list_.items.push_back(item);
  }

  std::string_view Path(std::string_view label) {
    if (label.empty()) return {};
    const auto [at, added] = paths_.try_emplace(label);
    if (added) at->second = memory_->texts.Intern(internal::NamePath(label));
    return at->second;
  }

  const TensorTexts& TextsOf(int tensor) {
    TensorTexts& texts = tensors_[static_cast<size_t>(tensor)];
    if (texts.type.empty()) {
      const GraphTensor& row = graph_.tensors[static_cast<size_t>(tensor)];
      internal::TextPool& pool = memory_->texts;
      texts = {pool.Intern(row.type), pool.Intern(row.sharding),
               pool.Intern(row.spec)};
    }
    return texts;
  }

  const ProgramGraph& graph_;
  // Indexed by tensor.
  std::vector<TensorTexts> tensors_;
  // Paths, by label.
  absl::flat_hash_map<std::string_view, std::string_view> paths_;
  std::shared_ptr<Memory> memory_ = std::make_shared<Memory>();
  ShardingList list_;
};

}  // namespace

bool ShardedItem::Matches(const ShardedItem& other) const {
  const bool same_label = !label.empty() && label == other.label;
  return KindOf(*this) == KindOf(other) &&
         (op.empty() && same_label
              ? true
              : type == other.type && (!op.empty() || value == other.value));
}

void KeepNamed(const std::vector<std::string>& patterns, ShardingList& list) {
  if (patterns.empty()) return;
  const bool has_one_function = RunsOf(list).size() == 1 && !list.items.empty();
  const std::string_view main =
      has_one_function ? list.items.front().function : "main";
  std::vector<bool> keep(list.items.size());
  for (const std::string& pattern : patterns) {
    internal::BestFit<size_t> best;
    for (size_t i = 0; i < list.items.size(); ++i) {
      best.Add(FitOfItem(pattern, main, list.items[i]), i);
    }
    for (const size_t i : best.found) keep[i] = true;
  }
  std::vector<ShardedItem> kept;
  for (size_t i = 0; i < keep.size(); ++i) {
    if (keep[i]) kept.push_back(list.items[i]);
  }
  list.items = std::move(kept);
}

ShardingList ListShardings(const ProgramGraph& graph,
                           const std::vector<std::string>& patterns) {
  ShardingList list = Lister(graph).Run();
  KeepNamed(patterns, list);
  return list;
}

ShardingDiff DiffShardings(const ShardingList& a, const ShardingList& b) {
  ShardingDiff diff;
  DiffMeshes(a, b, diff);
  const auto runs_a = RunsOf(a), runs_b = RunsOf(b);
  std::map<std::string_view, Run> in_b(runs_b.begin(), runs_b.end());
  const bool tells = TellsResults(a) && TellsResults(b);
  const auto has = [&](const ShardingList& list, bool results) {
    return HasLabels(list, results) || (!tells && HasLabels(list, !results));
  };
  const auto both_label = [&](bool results) {
    return has(a, results) && has(b, results);
  };
  Keys keys(both_label(false), both_label(true),
            HasOpLabels(a) && HasOpLabels(b));
  for (const auto& [function, run] : runs_a) {
    const auto other = in_b.find(function);
    const Run run_b = other == in_b.end() ? Run() : other->second;
    AppendDifferences(a, run, b, run_b, MatchRuns(a, run, b, run_b, keys),
                      diff);
    if (other != in_b.end()) in_b.erase(other);
  }
  // Functions that only `b` has, in the order of `b`.
  for (const auto& [function, run] : runs_b) {
    if (in_b.contains(function)) {
      AppendDifferences(a, Run(), b, run, {}, diff);
    }
  }
  return diff;
}

size_t MarkRoots(const ShardingList& written_a, const ShardingList& written_b,
                 const ShardingList& b, ShardingDiff& diff) {
  using Key = std::pair<std::string_view, std::string_view>;
  const auto key_of = [](const ShardedItem& item) {
    return Key(item.function, item.value);
  };
  absl::flat_hash_set<Key> roots;
  for (const ItemPair& pair : DiffShardings(written_a, written_b).items) {
    if (pair.a && pair.b) roots.insert(key_of(written_b.items[*pair.b]));
  }
  size_t count = 0;
  for (ItemPair& pair : diff.items) {
    pair.root = pair.a && pair.b && roots.contains(key_of(b.items[*pair.b]));
    count += pair.root ? 1 : 0;
  }
  return count;
}

int64_t BorderBytes(const ShardingList& list) {
  int64_t bytes = -1;  // stays -1 if no arguments or results are listed
  for (const ShardedItem& item : list.items) {
    if (item.function != "main" || !item.op.empty()) continue;
    if (item.local_bytes < 0 || bytes > INT64_MAX - item.local_bytes) {
      return -1;
    }
    bytes = std::max<int64_t>(bytes, 0) + item.local_bytes;
  }
  return bytes;
}

}  // namespace shardflow
