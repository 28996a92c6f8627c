#include "passes/option_parser.h"

namespace shardflow::internal {

bool SplitOptions(std::string_view text, std::vector<OptionText>& options,
                  Error& error) {
  size_t i = 0;
  while (i < text.size()) {
    if (text[i] == ' ' || text[i] == ',') {
      ++i;
      continue;
    }
    OptionText option;
    while (i < text.size() && text[i] != '=' && text[i] != ' ') {
      option.name += text[i++];
    }
    if (i < text.size() && text[i] == '=') {
      ++i;
      option.value.emplace();
      int depth = 0;
      char quote = 0;
      for (; i < text.size(); ++i) {
        const char c = text[i];
        if (quote != 0) {
          if (c == quote) {
            quote = 0;
            continue;
          }
        } else if (c == '\'' || c == '"') {
          quote = c;
          continue;
        } else if (c == '{') {
          ++depth;
        } else if (c == '}') {
          --depth;
        } else if (c == ' ' && depth == 0) {
          break;
        }
        *option.value += c;
      }
      if (quote != 0 || depth != 0) {
        return error.Set(
            ErrorCode::kInvalidArgument,
            "unbalanced quote or brace in the value of option " + option.name);
      }
    }
    options.push_back(std::move(option));
  }
  return true;
}

bool ParseBool(std::string_view text, bool& value) {
  if (text == "true" || text == "TRUE" || text == "True" || text == "1") {
    value = true;
    return true;
  }
  if (text == "false" || text == "FALSE" || text == "False" || text == "0") {
    value = false;
    return true;
  }
  return false;
}

}  // namespace shardflow::internal
