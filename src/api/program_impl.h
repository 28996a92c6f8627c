#ifndef SHARDFLOW_API_PROGRAM_IMPL_H_
#define SHARDFLOW_API_PROGRAM_IMPL_H_

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "ir/module.h"
#include "ops/rule_lookup.h"
#include "passes/pass.h"
#include "shardflow/handles.h"
#include "shardflow/program.h"

namespace shardflow {

// Handles know whose they are by the address of such a thing. A program shares
// it with the builder that made it and with its clones.
using Origin = std::shared_ptr<const char>;
inline Origin MakeOrigin() { return std::make_shared<const char>('\0'); }

struct Program::Impl {
  Module module;
  std::vector<PassTiming> timings;
  // Said once for all runs.
  RuleWarnings rule_warnings;
  int64_t ops_visited = 0;
  Origin origin = MakeOrigin();
};

struct ProgramAccess {
  static Module& module(Program& program) { return program.impl_->module; }
  static const Module& module(const Program& program) {
    return program.impl_->module;
  }
  static const Origin& origin(const Program& program) {
    return program.impl_->origin;
  }
  static Program Make(Module module, Origin origin) {
    auto impl = std::make_unique<Program::Impl>();
    impl->module = std::move(module);
    impl->origin = std::move(origin);
    return Program(std::move(impl));
  }
};

// --- handles and ids. None: the handle is of another origin, or what it names
// is gone.

ValueId ToId(const Module& m, const Origin& origin, ValueRef ref);
OpId ToId(const Module& m, const Origin& origin, OpRef ref);
BlockId ToId(const Module& m, const Origin& origin, BlockRef ref);

// Empty for None.
inline ValueRef ToRef(const Origin& origin, ValueId id) {
  return id ? ValueRef{origin.get(), id.index} : ValueRef{};
}
inline OpRef ToRef(const Origin& origin, OpId id) {
  return id ? OpRef{origin.get(), id.index} : OpRef{};
}
inline BlockRef ToRef(const Origin& origin, BlockId id) {
  return id ? BlockRef{origin.get(), id.index} : BlockRef{};
}

}  // namespace shardflow

#endif  // SHARDFLOW_API_PROGRAM_IMPL_H_
