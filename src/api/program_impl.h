#ifndef SHARDFLOW_API_PROGRAM_IMPL_H_
#define SHARDFLOW_API_PROGRAM_IMPL_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/diagnostics.h"
#include "base/source.h"
#include "ir/module.h"
#include "ops/rule_lookup.h"
#include "passes/pass.h"
#include "shardflow/handles.h"
#include "shardflow/message.h"
#include "shardflow/program.h"
#include "text/read.h"

namespace shardflow {

// Handles know whose they are by the address of such a thing. A program shares
// it with the builder that made it and with its clones.
using Origin = std::shared_ptr<const char>;
inline Origin MakeOrigin() { return std::make_shared<const char>('\0'); }

struct SHARDFLOW_HIDDEN Program::Impl {
  Module module;
  std::vector<PassTiming> timings;
  // Said once for all runs.
  RuleWarnings rule_warnings;
  PropagationCounts propagated;
  int dump_index = 0;  // of the next file in RunOptions::dump_directory
  Origin origin = MakeOrigin();
};

struct ProgramAccess {
  static Module& module(Program& program) { return program.impl_->module; }
  static const Module& module(const Program& program) {
    return program.impl_->module;
  }
  using ModuleParser =
      std::function<std::optional<Module>(const ParseOptions&, Diagnostics&)>;
  // As Program::Read, from whatever `parse` reads. Excerpts in messages come
  // from `source`.
  static std::optional<Program> Read(std::shared_ptr<const SourceBuffer> source,
                                     const ReadOptions& options,
                                     const ModuleParser& parse,
                                     std::vector<Message>& messages);
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
