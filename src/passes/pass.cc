#include "passes/pass.h"

#include <algorithm>

#include "passes/option_parser.h"

namespace shardflow::internal {
namespace {

template <auto Function, class Options>
bool ParseAndRun(Module& module, std::string_view text, PassContext& context) {
  Options options;
  Error error;
  if (!ParsePassOptions(text, context.allow_paths, context.compat, options,
                        error)) {
    context.diagnostics.Error(
        {}, std::string(kPassFlag<Function>) + ": " + error.message,
        error.code);
    return false;
  }
  return Run<Function>(module, options, context);
}

constexpr PassRow kPasses[] = {
#define PASS(function, flag, Options, summary) \
  {flag, summary, &ParseAndRun<&function, Options>, &DescribeOptions<Options>},
#include "passes/pass_list.def"
#undef PASS
};

// Former names of Shardy's passes.
struct Alias {
  std::string_view name;
  std::string_view flag;
};
constexpr Alias kAliases[] = {
    {"sdy-constant-merger", "sdy-constant-or-scalar-merger"},
    {"sdy-constant-splitter", "sdy-constant-or-scalar-splitter"},
    {"sdy-temp-explicit-reshards-for-optimizations",
     "sdy-insert-explicit-reshards"},
};

}  // namespace

std::span<const PassRow> AllPasses() { return kPasses; }

const PassRow* FindPass(std::string_view flag) {
  for (const Alias& alias : kAliases) {
    if (alias.name == flag) flag = alias.flag;
  }
  const auto passes = AllPasses();
  const auto at =
      std::find_if(passes.begin(), passes.end(),
                   [&](const PassRow& p) { return p.flag == flag; });
  return at == passes.end() ? nullptr : &*at;
}

}  // namespace shardflow::internal
