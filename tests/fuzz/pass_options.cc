#include "fuzz/pass_options.h"

#include <string>

#include "fuzz/targets.h"
#include "passes/option_parser.h"
#include "passes/options.h"
#include "sharding/compat.h"

namespace shardflow::internal::fuzz {
namespace {

template <class Options>
void Read(std::string_view text) {
  for (const CompatName& version : kCompatNames) {
    Options options;
    Error error;
    if (!ParsePassOptions(text, /*allow_paths=*/true, version.compat, options,
                          error) &&
        error.message.empty()) {
      Fault("options refused without an error", text);
    }
  }
}

}  // namespace

void ReadPassOptions(std::string_view pass, std::string_view text) {
#define PASS(function, flag, Options, summary) \
  if (pass == flag) Read<Options>(text);
#include "passes/pass_list.def"
#undef PASS
}

}  // namespace shardflow::internal::fuzz
