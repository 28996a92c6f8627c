#include "ops/sharding_spelling.h"

#include <algorithm>

namespace shardflow::internal {
namespace {

bool IsPerValue(const Module& m, AttrId attr, size_t count) {
  return m.attrs.Is(attr, AttrKind::kShardingPerValue) &&
         m.attrs.As<ShardingPerValueAttr>(attr).shardings.size() == count;
}

// If `attr` is a sharding or rule that fits the op, moves it to `taken`;
// otherwise returns false.
bool Take(const Module& m, const OpOutline& op, const NamedAttr& attr,
          TakenShardings& taken) {
  const ShardingSpelling spelling = Def(op.kind).spelling;
  AttrId* slot = nullptr;
  bool fits = false;
  if (attr.name == name::kSdySharding) {
    slot = &taken.results;
    fits = spelling == ShardingSpelling::kDiscardable && op.results > 0 &&
           IsPerValue(m, attr.value, op.results);
  } else if (attr.name == name::kSdyShardingRule) {
    slot = &taken.rule;
    fits = m.attrs.Is(attr.value, AttrKind::kRule);
  } else if (spelling == ShardingSpelling::kInOutShardings) {
    if (attr.name == name::kInShardings) {
      slot = &taken.args;
      fits = op.body_args && IsPerValue(m, attr.value, *op.body_args);
    } else if (attr.name == name::kOutShardings) {
      slot = &taken.results;
      fits = IsPerValue(m, attr.value, op.results);
    }
  } else if ((spelling == ShardingSpelling::kSharding &&
              attr.name == name::kSharding) ||
             (spelling == ShardingSpelling::kOutSharding &&
              attr.name == name::kOutSharding)) {
    slot = &taken.results;
    fits = op.results == 1 && m.attrs.Is(attr.value, AttrKind::kSharding);
  }
  if (fits) *slot = attr.value;
  return fits;
}

}  // namespace

TakenShardings TakeShardings(const Module& m, const OpOutline& op,
                             std::vector<NamedAttr>& attrs) {
  TakenShardings taken;
  std::erase_if(
      attrs, [&](const NamedAttr& attr) { return Take(m, op, attr, taken); });
  return taken;
}

bool MayTakeShardings(const std::vector<NamedAttr>& attrs) {
  return std::any_of(attrs.begin(), attrs.end(), [](const NamedAttr& attr) {
    return attr.name == name::kSdySharding ||
           attr.name == name::kSdyShardingRule ||
           attr.name == name::kSharding || attr.name == name::kOutSharding ||
           attr.name == name::kInShardings || attr.name == name::kOutShardings;
  });
}

void PlaceShardings(Module& m, OpId op, const TakenShardings& taken) {
  const auto sharding = [&](AttrId attr, size_t i) {
    return m.attrs.Is<ShardingAttr>(attr)
               ? m.attrs.As<ShardingAttr>(attr).sharding
               : m.attrs.As<ShardingPerValueAttr>(attr).shardings[i];
  };
  if (taken.results) {
    for (int i = 0; i < m.result_count(op); ++i) {
      m.SetSharding(m.result(op, i),
                    sharding(taken.results, static_cast<size_t>(i)));
    }
  }
  const BlockId body = taken.args && m.region_count(op) > 0
                           ? m.first_block(m.region(op, 0))
                           : BlockId::None();
  if (body) {
    const std::span<const ValueId> args = m.args(body);
    for (size_t i = 0; i < args.size(); ++i) {
      m.SetSharding(args[i], sharding(taken.args, i));
    }
  }
  if (taken.rule) {
    m.SetRule(op, m.attrs.As<RuleAttr>(taken.rule).rule);
  }
}

std::vector<NameId> ColumnKeys(const Module& m, OpId op) {
  std::vector<NameId> keys;
  if (m.rule(op)) keys.push_back(name::kSdyShardingRule);
  const ShardingSpelling spelling = Def(m.kind(op)).spelling;
  if (spelling == ShardingSpelling::kInOutShardings) {
    // A manual computation always has in_shardings and out_shardings. Without
    // arguments or results, they are empty lists.
    const bool always = static_cast<bool>(m.attr(op, name::kManualAxes));
    const auto add = [&](NameId key, bool any, bool none) {
      if (any || (always && none && !m.attr(op, key))) keys.push_back(key);
    };
    const BlockId entry = m.region_count(op) > 0
                              ? m.first_block(m.region(op, 0))
                              : BlockId::None();
    bool any_arg = false;
    if (entry) {
      for (const ValueId arg : m.args(entry)) {
        any_arg |= static_cast<bool>(m.sharding(arg));
      }
    }
    add(name::kInShardings, any_arg, !entry || m.args(entry).empty());
    add(name::kOutShardings, m.HasResultShardings(op), m.result_count(op) == 0);
    return keys;
  }
  if (m.HasResultShardings(op)) {
    keys.push_back(spelling == ShardingSpelling::kSharding ? name::kSharding
                   : spelling == ShardingSpelling::kOutSharding
                       ? name::kOutSharding
                       : name::kSdySharding);
  }
  return keys;
}

AttrId WithoutSharding(Module& m, AttrId attrs, ShardingId& sharding) {
  const AttrId attr = m.attrs.DictGet(attrs, name::kSdySharding);
  if (m.attrs.Is(attr, AttrKind::kSharding)) {
    sharding = m.attrs.As<ShardingAttr>(attr).sharding;
    attrs = m.attrs.DictSet(attrs, name::kSdySharding, {}, m.names);
  }
  return attrs && m.attrs.DictSize(attrs) > 0 ? attrs : AttrId::None();
}

}  // namespace shardflow::internal
