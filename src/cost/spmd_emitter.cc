#include "cost/spmd_emitter.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

#include "lower/axes.h"

namespace shardflow::internal {
namespace {

// Limits the recursion of reshards that consist of other reshards.
constexpr int kMaxDepth = 6;

std::string KeyOf(const DigitList& digits) {
  return std::string(digits.begin(), digits.end());
}

}  // namespace

void SpmdEmitter::BeginRecipe(Recipe& recipe,
                              std::span<const uint8_t> is_uniform) {
  recipe.op_operands = static_cast<int32_t>(is_uniform.size());
  operand_is_uniform_.assign(is_uniform.begin(), is_uniform.end());
  recipe_ = &recipe;
}

NodeId SpmdEmitter::AddStep(RecipeStep step, std::span<const NodeId> operands) {
  step.first_operand = static_cast<uint32_t>(recipe_->operands.size());
  for (const NodeId operand : operands) {
    if (operand != kNoNode) recipe_->operands.push_back(operand);
  }
  step.operand_count =
      static_cast<uint32_t>(recipe_->operands.size()) - step.first_operand;
  recipe_->steps.push_back(step);
  return recipe_->op_operands + static_cast<NodeId>(recipe_->steps.size()) - 1;
}

RecipeStep& SpmdEmitter::StepOf(NodeId symbol) {
  return recipe_->steps[static_cast<size_t>(symbol - recipe_->op_operands)];
}

void SpmdEmitter::MarkAlias(NodeId node) {
  if (recipe_ != nullptr) {
    StepOf(node).is_alias = true;
  } else {
    program_.nodes[static_cast<size_t>(node)].is_alias = true;
  }
}

void SpmdEmitter::MarkUniform(NodeId node) {
  if (recipe_ != nullptr) {
    StepOf(node).is_uniform = true;
  } else {
    program_.nodes[static_cast<size_t>(node)].is_uniform = true;
  }
}

void SpmdEmitter::TellBytes(NodeId node, int64_t bytes) {
  if (recipe_ != nullptr) {
    StepOf(node).told = bytes;
  } else {
    program_.told_bytes.push_back({node, bytes});
  }
}

bool SpmdEmitter::IsUniform(NodeId node) const {
  if (node == kNoNode) return false;
  const auto i = static_cast<size_t>(node);
  if (recipe_ == nullptr) return program_.nodes[i].is_uniform;
  const size_t operands = operand_is_uniform_.size();
  return i < operands ? operand_is_uniform_[i] != 0
                      : recipe_->steps[i - operands].is_uniform;
}

int32_t SpmdEmitter::DigitsId(std::string_view digits) {
  const int32_t id = digits_ids_.Intern(digits);
  if (static_cast<size_t>(id) == digits_.size()) {
    digits_.emplace_back(digits.begin(), digits.end());
  }
  return id;
}

NodeId SpmdEmitter::WriteNode(const RecipeStep& step,
                              std::span<const NodeId> operands) {
  const auto id = static_cast<NodeId>(program_.nodes.size());
  CostNode& node = program_.nodes.emplace_back(step.Node(block_, source_));
  node.first_operand = static_cast<uint32_t>(program_.operands.size());
  for (const NodeId operand : operands) {
    if (operand != kNoNode) program_.operands.push_back(operand);
  }
  node.operand_count =
      static_cast<uint32_t>(program_.operands.size()) - node.first_operand;
  program_.blocks[static_cast<size_t>(block_)].nodes.push_back(id);
  if (step.told >= 0) program_.told_bytes.push_back({id, step.told});
  return id;
}

// Returns the node of a step that ops can share (OnceKey).
NodeId SpmdEmitter::WriteOnce(const RecipeStep& step, NodeId operand) {
  const auto [it, added] =
      made_.try_emplace(OnceKey::Of(step, operand, block_), kNoNode);
  if (!added) return it->second;
  const NodeId operands[] = {operand};
  const NodeId node = WriteNode(step, operands);
  it->second = node;
  if (step.kind != RecipeStep::Kind::kCollective) return node;
  program_.nodes[static_cast<size_t>(node)].collective =
      static_cast<int32_t>(program_.collectives.size());
  program_.collectives.push_back(
      step.Collective(node, DigitsOf(step.digits), source_));
  return node;
}

std::span<const NodeId> SpmdEmitter::Write(const Recipe& recipe,
                                           std::span<const NodeId> operands) {
  written_.assign(operands.begin(), operands.end());
  for (const RecipeStep& step : recipe.steps) {
    operands_.clear();
    for (const NodeId symbol : recipe.OperandsOf(step)) {
      operands_.push_back(written_[static_cast<size_t>(symbol)]);
    }
    written_.push_back(
        step.kind == RecipeStep::Kind::kNode
            ? WriteNode(step, operands_)
            : WriteOnce(step, operands_.empty() ? kNoNode : operands_.front()));
  }
  return written_;
}

NodeId SpmdEmitter::Add(Work work, std::span<const NodeId> operands,
                        int64_t bytes, int64_t flops) {
  if (dry_) return kNoNode;
  RecipeStep step;
  step.work = work;
  step.bytes = bytes;
  step.flops = flops;
  return recipe_ != nullptr ? AddStep(step, operands)
                            : WriteNode(step, operands);
}

NodeId SpmdEmitter::AddMain(Work work, std::span<const NodeId> operands,
                            int64_t bytes, int64_t operand_bytes,
                            int64_t flops) {
  if (dry_) {
    dry_cost_.memory =
        std::max(dry_cost_.memory, SaturatingSum(bytes, operand_bytes));
    return kNoNode;
  }
  return Add(work, operands, bytes, flops);
}

NodeId SpmdEmitter::Collect(StepKind kind, NodeId operand,
                            const DigitList& digits, int64_t held,
                            int64_t after) {
  const int64_t group = mesh_.Count(digits);
  if (group <= 1) return operand;
  if (dry_) {
    dry_cost_.memory = std::max(dry_cost_.memory, SaturatingSum(held, after));
    int64_t moved = after;
    if (kind == StepKind::kAllReduce) moved = SaturatingProduct(2, after);
    if (kind == StepKind::kAllGather || kind == StepKind::kAllToAll) {
      moved = after - after / group;
    }
    dry_cost_.communication = SaturatingSum(dry_cost_.communication, moved);
    return kNoNode;
  }
  // If all elements are equal, each device can fill the tensor itself.
  if (kind != StepKind::kAllReduce && operand != kNoNode &&
      IsUniform(operand)) {
    const NodeId node = Add(Work::kBroadcast, {}, after);
    MarkUniform(node);
    return node;
  }
  RecipeStep step;
  step.kind = RecipeStep::Kind::kCollective;
  step.work = Work::kAllGather;
  if (kind == StepKind::kAllReduce) step.work = Work::kAllReduce;
  if (kind == StepKind::kReduceScatter) step.work = Work::kReduceScatter;
  if (kind == StepKind::kAllToAll) step.work = Work::kAllToAll;
  if (kind == StepKind::kCollectivePermute) step.work = Work::kPermute;
  step.collective = kind;
  step.digits = DigitsId(KeyOf(digits));
  step.held = held;
  step.group = group;
  step.bytes = after;
  step.full_rematerialization = full_rematerialization_;
  step.cause = cause_;
  const NodeId operands[] = {operand};
  return recipe_ != nullptr ? AddStep(step, operands)
                            : WriteOnce(step, operand);
}

NodeId SpmdEmitter::Slice(NodeId operand, const Layout& layout, int64_t bytes) {
  if (dry_) return kNoNode;
  std::string digits;
  for (const DigitList& dim : layout) digits += KeyOf(dim) + '\xff';
  RecipeStep step;
  step.kind = RecipeStep::Kind::kSlice;
  step.work = Work::kDynamicSlice;
  step.digits = DigitsId(digits);
  step.bytes = bytes;
  const NodeId operands[] = {operand};
  return recipe_ != nullptr ? AddStep(step, operands)
                            : WriteOnce(step, operand);
}

NodeId SpmdEmitter::AllReduce(NodeId node, int64_t bytes, const Layout& layout,
                              std::span<const int64_t> dims) {
  for (size_t i = dims.size(); i > 0; --i) {
    const auto d = static_cast<size_t>(dims[i - 1]);
    if (d < layout.size() && !layout[d].empty()) {
      node = Collect(StepKind::kAllReduce, node, layout[d], bytes, bytes);
    }
  }
  return node;
}

bool SpmdEmitter::SameCounts(const Layout& a, const Layout& b) const {
  for (size_t d = 0; d < a.size(); ++d) {
    if (mesh_.Count(a[d]) != mesh_.Count(b[d])) return false;
  }
  return true;
}

// Whether each dimension's number of shards in `more` is a multiple of that in
// `fewer`.
bool SpmdEmitter::Divides(const Layout& fewer, const Layout& more) const {
  for (size_t d = 0; d < fewer.size(); ++d) {
    if (mesh_.Count(more[d]) % mesh_.Count(fewer[d]) != 0) return false;
  }
  return true;
}

// Finds pairs of dimensions that exchange their numbers of shards, so that
// `from` gets the numbers of `to`. The order of the pairs is XLA's and
// determines the data that moves.
std::optional<std::vector<SpmdEmitter::Move>> SpmdEmitter::MovesOf(
    const Layout& from, const Layout& to) const {
  if (Tiles(from) != Tiles(to) || Tiles(from) == 1) return std::nullopt;
  std::map<int64_t, std::vector<size_t>> sources, targets;
  std::vector<int64_t> wanted(to.size());
  for (size_t d = 0; d < from.size(); ++d) {
    const int64_t have = mesh_.Count(from[d]);
    wanted[d] = mesh_.Count(to[d]);
    if (have == wanted[d]) continue;
    sources[have].push_back(d);
    targets[wanted[d]].push_back(d);
  }
  if (sources.empty() || sources.size() != targets.size()) return std::nullopt;
  for (const auto& [count, dims] : sources) {
    const auto it = targets.find(count);
    if (it == targets.end() || it->second.size() != dims.size()) {
      return std::nullopt;
    }
  }
  std::vector<Move> moves;
  const auto remove = [&](int64_t count, size_t dim) {
    std::vector<size_t>& dims = sources[count];
    dims.erase(std::remove(dims.begin(), dims.end(), dim), dims.end());
    if (dims.empty()) sources.erase(count);
  };
  while (!sources.empty()) {
    const int64_t count = sources.begin()->first;
    const size_t i = sources.begin()->second.back();
    if (wanted[i] == count) {
      remove(count, i);
      continue;
    }
    const auto candidates = sources.find(wanted[i]);
    if (candidates == sources.end() || candidates->second.empty()) {
      return std::nullopt;
    }
    size_t j = candidates->second.front();
    for (const size_t dim : candidates->second) {
      const bool fits = count == 1 ? wanted[dim] != 1 : wanted[dim] == count;
      if (fits) {
        j = dim;
        break;
      }
    }
    moves.push_back({j, i});
    remove(wanted[i], j);
    std::vector<size_t>& dims = sources[count];
    dims.back() = j;
    if (wanted[j] == count) remove(count, j);
  }
  return moves;
}

bool SpmdEmitter::CanExchange(const Part& part, const Layout& target) const {
  if (Tiles(part.layout) == 1 || Tiles(target) == 1) return false;
  return SameCounts(part.layout, target) ||
         MovesOf(part.layout, target).has_value();
}

Part SpmdEmitter::Permute(const Part& part, const Layout& target) {
  if (part.layout == target) return part;
  DigitList changed;
  const auto add = [&](const DigitList& digits) {
    for (const uint8_t digit : digits) {
      if (!HasDigit(changed, digit)) changed.push_back(digit);
    }
  };
  for (size_t d = 0; d < target.size(); ++d) {
    if (part.layout[d] == target[d]) continue;
    add(part.layout[d]);
    add(target[d]);
  }
  Part result = part;
  result.layout = target;
  const int64_t bytes = LocalBytes(part);
  result.node =
      Collect(StepKind::kCollectivePermute, part.node, changed, bytes, bytes);
  return result;
}

// Moves the last digits of one dimension, whose product is `group`, to the end
// of another.
Part SpmdEmitter::MoveDigits(const Part& part, size_t source, size_t target,
                             int64_t group) {
  Part result = part;
  DigitList& from = result.layout[source];
  DigitList moved;
  while (!from.empty() && mesh_.Count(moved) < group) {
    moved.insert(moved.begin(), from.back());
    from.pop_back();
  }
  DigitList& to = result.layout[target];
  to.insert(to.end(), moved.begin(), moved.end());
  result.node = Collect(StepKind::kAllToAll, part.node, moved, LocalBytes(part),
                        LocalBytes(result));
  return result;
}

Part SpmdEmitter::AllToAll(const Part& part, const Layout& target,
                           std::span<const Move> moves) {
  Part result = part;
  for (const Move& move : moves) {
    const int64_t from = mesh_.Count(result.layout[move.source]);
    const int64_t to = mesh_.Count(result.layout[move.target]);
    result = MoveDigits(result, move.source, move.target,
                        to == 0 ? from : from / std::max<int64_t>(1, to));
  }
  return Permute(result, target);
}

// Gathers to a layout in which each dimension's number of shards divides the
// current number.
Part SpmdEmitter::GatherTo(const Part& part, const Layout& target) {
  // If necessary, devices exchange their shards first, while the shards are
  // small.
  Layout aligned = part.layout;
  bool in_order = true;
  for (size_t d = 0; d < target.size(); ++d) {
    if (!StartsWith(part.layout[d], target[d])) in_order = false;
  }
  Part result = part;
  if (!in_order) {
    DigitList free = AllDigits(part.layout);
    for (size_t d = 0; d < target.size(); ++d) {
      aligned[d] = target[d];
      for (const uint8_t digit : target[d]) {
        free.erase(std::remove(free.begin(), free.end(), digit), free.end());
      }
    }
    for (size_t d = 0; d < target.size(); ++d) {
      const int64_t wanted = mesh_.Count(part.layout[d]);
      for (size_t i = 0; i < free.size() && mesh_.Count(aligned[d]) < wanted;) {
        if (wanted % (mesh_.Count(aligned[d]) * mesh_.size(free[i])) == 0) {
          aligned[d].push_back(free[i]);
          free.erase(free.begin() + static_cast<std::ptrdiff_t>(i));
        } else {
          ++i;
        }
      }
    }
    result = Permute(part, aligned);
  }
  for (size_t i = target.size(); i > 0; --i) {
    const size_t d = i - 1;
    const DigitList gathered(
        result.layout[d].begin() +
            static_cast<std::ptrdiff_t>(
                std::min(target[d].size(), result.layout[d].size())),
        result.layout[d].end());
    if (gathered.empty()) continue;
    const int64_t held = LocalBytes(result);
    // Shards are padded to equal size, and the padding is gathered with them.
    const int64_t after = SaturatingProduct(held, mesh_.Count(gathered));
    result.layout[d] = target[d];
    result.node =
        Collect(StepKind::kAllGather, result.node, gathered, held, after);
    const int64_t real = LocalBytes(result);
    if (real < after) result.node = Slice(result.node, result.layout, real);
  }
  result.layout = target;
  return result;
}

std::optional<Part> SpmdEmitter::TryMergeOrSplit(const Part& part,
                                                 const Layout& target,
                                                 int depth) {
  const Layout& from = part.layout;
  if (Tiles(from) != Tiles(target)) return std::nullopt;
  for (size_t a = 0; a < from.size(); ++a) {
    for (size_t b = a + 1; b < from.size(); ++b) {
      const int64_t have[] = {mesh_.Count(from[a]), mesh_.Count(from[b])};
      const int64_t want[] = {mesh_.Count(target[a]), mesh_.Count(target[b])};
      if (have[0] == want[0] || have[1] == want[1]) continue;
      const int ones =
          (have[0] == 1) + (have[1] == 1) + (want[0] == 1) + (want[1] == 1);
      if (ones != 1 || have[0] * have[1] != want[0] * want[1]) continue;
      // Dimension `i` is sharded both before and after; `j` only before or only
      // after.
      const bool swapped = have[0] == 1 || want[0] == 1;
      const size_t i = swapped ? b : a;
      const size_t j = swapped ? a : b;
      Part moved;
      if (mesh_.Count(target[j]) == 1) {
        const int64_t ways = mesh_.Count(from[j]);
        if (Local(part)[i] % ways != 0) continue;
        moved = MoveDigits(part, j, i, ways);
      } else {
        if (part.shape[i] % mesh_.Count(from[i]) != 0) continue;
        moved = MoveDigits(part, i, j, mesh_.Count(target[j]));
      }
      Layout wanted = moved.layout;
      wanted[i] = target[i];
      wanted[j] = target[j];
      if (!SameCounts(wanted, moved.layout)) return std::nullopt;
      // Other dimensions may use digits that the target has in `i` or `j`.
      for (size_t d = 0; d < wanted.size(); ++d) {
        if (d == i || d == j) continue;
        for (uint8_t& digit : wanted[d]) {
          if (HasDigit(target[i], digit) || HasDigit(target[j], digit)) {
            wanted = moved.layout;
            break;
          }
        }
      }
      moved = Permute(moved, wanted);
      return TryReshard(moved, target, /*may_replicate=*/false, depth + 1);
    }
  }
  return std::nullopt;
}

std::optional<Part> SpmdEmitter::TryComplex(const Part& part,
                                            const Layout& target, int depth) {
  if (depth > kMaxDepth) return std::nullopt;
  if (Tiles(part.layout) == Devices(part) ||
      part.is_computed == target_is_computed_) {
    if (auto done = TryMergeOrSplit(part, target, depth)) return done;
  }
  const int64_t devices = Devices(part);
  const int64_t source_copies = devices / Tiles(part.layout);
  const int64_t target_copies = devices / Tiles(target);
  if (target_copies > 1) {
    for (size_t d = 0; d < target.size(); ++d) {
      const int64_t count = mesh_.Count(part.layout[d]);
      if (count == 1 || count * source_copies != target_copies) continue;
      Layout replicated = part.layout;
      replicated[d].clear();
      const Part between = Reshard(part, replicated);
      return TryReshard(between, target, /*may_replicate=*/false, depth + 1);
    }
  }
  if (source_copies > 1 && target_copies == 1) {
    for (size_t d = 0; d < target.size(); ++d) {
      const int64_t count = mesh_.Count(target[d]);
      if (mesh_.Count(part.layout[d]) != 1 || count == 1 ||
          count % source_copies != 0) {
        continue;
      }
      Layout sliced = part.layout;
      const DigitList used = AllDigits(part.layout);
      for (const uint8_t digit : part.group) {
        if (!HasDigit(used, digit)) sliced[d].push_back(digit);
      }
      const Part between = Reshard(part, sliced);
      return TryReshard(between, target, /*may_replicate=*/false, depth + 1);
    }
  }
  return std::nullopt;
}

std::optional<Part> SpmdEmitter::TryReshard(const Part& part,
                                            const Layout& target,
                                            bool may_replicate, int depth) {
  const Layout& from = part.layout;
  if (from == target) return part;
  const int64_t devices = Devices(part);
  const int64_t source_tiles = Tiles(from);
  const int64_t target_tiles = Tiles(target);
  if (source_tiles == 1) {
    Part result = part;
    result.layout = target;
    result.node = Slice(part.node, target, LocalBytes(result));
    return result;
  }
  if (target_tiles == 1) return GatherTo(part, target);
  if (SameCounts(from, target)) return Permute(part, target);
  const bool one_notation =
      source_tiles == devices || part.is_computed == target_is_computed_;
  if (const auto moves = MovesOf(from, target); moves && one_notation) {
    return AllToAll(part, target, *moves);
  }
  if (source_tiles < devices && Divides(from, target)) {
    Part result = part;
    result.layout = target;
    result.node = Slice(part.node, target, LocalBytes(result));
    for (size_t d = 0; d < target.size(); ++d) {
      if (StartsWith(target[d], from[d])) continue;
      // The slice that a device needs is on another device.
      const int64_t bytes = LocalBytes(result);
      DigitList changed = AllDigits(target);
      result.node = Collect(StepKind::kCollectivePermute, result.node, changed,
                            bytes, bytes);
      break;
    }
    return result;
  }
  if (target_tiles < devices && Divides(target, from)) {
    return GatherTo(part, target);
  }
  if (auto done = TryComplex(part, target, depth)) return done;
  if (!may_replicate) return std::nullopt;
  const bool outer = std::exchange(full_rematerialization_, true);
  const Part whole = GatherTo(part, Layout(target.size()));
  full_rematerialization_ = outer;
  return TryReshard(whole, target, may_replicate, depth + 1);
}

Part SpmdEmitter::Reshard(const Part& part, const Layout& target,
                          bool is_computed) {
  if (part.layout == target || part.layout.size() != target.size()) return part;
  // If the attempt fails, its nodes have no readers and are removed later.
  const bool outer = std::exchange(target_is_computed_, is_computed);
  std::optional<Part> result =
      TryReshard(part, target, /*may_replicate=*/true, 0);
  target_is_computed_ = outer;
  if (!result) return part;
  result->is_computed = is_computed;
  return *std::move(result);
}

}  // namespace shardflow::internal
