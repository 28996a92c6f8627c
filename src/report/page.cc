#include "report/page.h"

#include <cstddef>

namespace shardflow::internal {

// Generated from web/report.html.
extern const char kReportPage[];
extern const size_t kReportPageSize;

namespace {

// In JSON, `<` occurs only in strings, where it can be escaped.
void AppendForScript(std::string_view json, std::string& out) {
  for (size_t begin = 0;;) {
    const size_t at = json.find('<', begin);
    out.append(json, begin, at - begin);
    if (at == std::string_view::npos) return;
    out += "\\u003c";
    begin = at + 1;
  }
}

}  // namespace

std::string ReportPage(std::string_view json) {
  constexpr std::string_view kMark = "@DATA@";
  std::string page(kReportPage, kReportPageSize);
  const size_t mark = page.find(kMark);
  if (mark == std::string::npos) return page;
  const std::string rest = page.substr(mark + kMark.size());
  page.resize(mark);
  page.reserve(mark + json.size() + json.size() / 16 + rest.size());
  AppendForScript(json, page);
  return page += rest;
}

}  // namespace shardflow::internal
