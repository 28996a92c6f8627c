#ifndef SHARDFLOW_API_PROGRAM_IMPL_H_
#define SHARDFLOW_API_PROGRAM_IMPL_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
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

namespace internal {

// Identifies the program that a handle belongs to. A program has the same
// origin as its clones and the builder that made it.
using Origin = uint64_t;
// Returns an origin that has not been used before. The counter behind it is the
// library's only mutable global variable. (Using the addresses of programs
// would avoid the counter, but an address may be reused after its program is
// destroyed, and stale handles would then seem valid.) Origins are only
// compared, so nothing else can depend on the counter.
Origin NewOrigin();

}  // namespace internal

struct SHARDFLOW_HIDDEN Program::Impl {
  internal::Module module;
  std::vector<internal::PassTiming> timings;
  // Keeps later runs from repeating warnings.
  internal::RuleWarnings rule_warnings;
  PropagationCounts propagated;
  int dump_index = 0;  // number of the next file in RunOptions::dump_directory
  internal::Origin origin = internal::NewOrigin();
  // Whether a pass has failed or the program was moved from; the module is then
  // empty.
  bool failed = false;
  // The names of values in the program's text, if requested.
  std::vector<internal::NamedValues> names;

  void Fail();
  // Adds the times and counts that a run's passes recorded.
  void AddReports(const internal::PassContext& context);
};

namespace internal {

// The error for a program that has been moved from, or on which a pass has
// failed.
inline constexpr std::string_view kNothingLeft =
    "nothing is left of this program: a pass failed on it, or it was moved";

struct ProgramAccess {
  static Module& module(Program& program) { return program.impl().module; }
  static const Module& module(const Program& program) {
    return program.impl().module;
  }
  using ModuleParser =
      std::function<std::optional<Module>(const ParseOptions&, Diagnostics&)>;
  // Like Program::Read, but reads with `parse`. Excerpts in messages come from
  // `source`.
  static std::optional<Program> Read(std::shared_ptr<const SourceBuffer> source,
                                     const ReadOptions& options,
                                     const ModuleParser& parse,
                                     std::vector<Message>& messages);
  static Origin origin(const Program& program) { return program.impl().origin; }
  static const std::vector<NamedValues>& names(const Program& program) {
    return program.impl().names;
  }
  static std::vector<NamedValues> TakeNames(Program& program) {
    return std::move(program.impl().names);
  }
  // Returns the state of a program that has been moved from.
  static Program Nothing() { return Program(nullptr); }
  static Program Make(Module module, Origin origin) {
    auto impl = std::make_unique<Program::Impl>();
    impl->module = std::move(module);
    impl->origin = origin;
    return Program(std::move(impl));
  }
};

// --- handles and ids

// Return None if the handle has another origin or its target was erased.
ValueId ToId(const Module& m, Origin origin, ValueRef ref);
OpId ToId(const Module& m, Origin origin, OpRef ref);
BlockId ToId(const Module& m, Origin origin, BlockRef ref);

// Returns an empty handle if the id is None.
inline ValueRef ToRef(Origin origin, ValueId id) {
  return id ? ValueRef{origin, id.index} : ValueRef{};
}
inline OpRef ToRef(Origin origin, OpId id) {
  return id ? OpRef{origin, id.index} : OpRef{};
}
inline BlockRef ToRef(Origin origin, BlockId id) {
  return id ? BlockRef{origin, id.index} : BlockRef{};
}

}  // namespace internal

}  // namespace shardflow

#endif  // SHARDFLOW_API_PROGRAM_IMPL_H_
