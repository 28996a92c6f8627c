#ifndef SHARDFLOW_BENCH_GENERATE_BODY_H_
#define SHARDFLOW_BENCH_GENERATE_BODY_H_

#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

// Helpers that write the functions of generated programs.

namespace shardflow::internal::bench {

inline constexpr std::string_view kMesh =
    "sdy.mesh @mesh = <[\"data\"=4, \"model\"=8, \"seq\"=2]>\n";

// Writes the text of a function, op by op. Values are %0, %1, ...
class Body {
 public:
  int64_t ops() const { return ops_; }
  std::string& text() { return text_; }

  // Adds an op with one result, `%N = TEXT`, and returns N.
  template <typename... Args>
  int64_t Add(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(text_), "    %{} = ", next_);
    Line(format, std::forward<Args>(args)...);
    return next_++;
  }
  // Adds an op without results.
  template <typename... Args>
  void AddNone(fmt::format_string<Args...> format, Args&&... args) {
    text_ += "    ";
    Line(format, std::forward<Args>(args)...);
  }

 private:
  template <typename... Args>
  void Line(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(text_), format,
                   std::forward<Args>(args)...);
    text_ += '\n';
    ++ops_;
  }

  std::string text_;
  int64_t next_ = 0;
  int64_t ops_ = 0;
};

// Returns the text of a program with a mesh and a function @main. The function
// has these arguments and this body, and returns %`result`.
inline std::string Main(std::string_view arguments,
                        std::string_view result_type, Body& body,
                        int64_t result) {
  return fmt::format(
      "{}func.func public @main({}) -> {} {{\n{}    return %{} : {}\n}}\n",
      kMesh, arguments, result_type, body.text(), result, result_type);
}

}  // namespace shardflow::internal::bench

#endif  // SHARDFLOW_BENCH_GENERATE_BODY_H_
