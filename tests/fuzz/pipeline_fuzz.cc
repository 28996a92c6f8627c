// Parses the command line of `opt`: flags, pipelines and pass options. No pass
// runs, because some passes write files.

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "fuzz/pass_options.h"
#include "fuzz/targets.h"
#include "tool/opt_flags.h"

namespace shardflow::internal::fuzz {

// The input has one argument per line. It is also parsed as a pipeline, and as
// the options of passes with many options.
void FuzzPipeline(std::string_view input) {
  Message error;
  std::vector<PassSpec> passes;
  if (!ParsePassPipeline(input, passes, error) && error.text.empty()) {
    Fault("a pipeline refused without an error", input);
  }
  ReadPassOptions("sdy-export-pipeline", input);
  ReadPassOptions("sdy-user-priority-propagate", input);

  std::vector<std::string> words;
  for (size_t begin = 0; begin <= input.size();) {
    const size_t end = std::min(input.find('\n', begin), input.size());
    words.emplace_back(input.substr(begin, end - begin));
    begin = end + 1;
  }
  error = {};
  const std::optional<OptFlags> flags = ParseOptFlags(words, error);
  if (!flags) {
    if (error.text.empty()) Fault("flags refused without an error", input);
    return;
  }
  for (const PassSpec& pass : flags->passes) {
    ReadPassOptions(pass.name, pass.options);
  }
}

}  // namespace shardflow::internal::fuzz
