#include "tool/passes_text.h"

#include "tool/terminal.h"

namespace shardflow {
namespace {

constexpr size_t kIndent = 6;

}  // namespace

std::string PassText(const PassInfo& pass, size_t columns, bool color) {
  std::string text = "  " + Paint("-" + pass.name, Color::kBold, color) + "\n" +
                     Wrap(pass.summary + ".", kIndent, columns);
  for (const PassOption& option : pass.options) {
    const std::string value =
        option.default_value.empty() ? "..." : option.default_value;
    text += std::string(kIndent, ' ') +
            Paint(option.name, Color::kCyan, color) + "=" + value + "\n" +
            Wrap(option.help, kIndent + 4, columns);
  }
  return text;
}

std::string PassesText(size_t columns) {
  std::string text;
  for (const PassInfo& pass : Passes()) {
    text += PassText(pass, columns, false);
  }
  return text;
}

}  // namespace shardflow
