#include "tool/check_report.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tool/json_text.h"
#include "tool/table.h"

namespace shardflow {
namespace {

// Thousands of tensors may violate a rule. The text shows at most this many,
// but JSON contains them all.
constexpr size_t kShownFindings = 20;

std::string FindingText(const CheckCase& check, const CheckFinding& finding,
                        bool color) {
  const auto paint = [&](const std::string& text, Color of) {
    return Paint(text, of, color);
  };
  if (finding.tensor.empty()) {
    return fmt::format("{}: {}\n", paint(check.text, Color::kBold),
                       finding.text);
  }
  std::string out = paint(finding.tensor, Color::kBold) + "\n";
  if (finding.wants.empty()) {
    out += fmt::format("  {} ({})\n", paint(finding.text, Color::kRed),
                       check.text);
  } else {
    out += fmt::format("  is {}, and has to be {}\n",
                       paint(finding.has, Color::kRed),
                       paint(finding.wants, Color::kGreen));
  }
  for (const std::string& line : finding.why) out += "  " + line + "\n";
  return out;
}

std::string XmlText(std::string_view text) {
  std::string out;
  for (const char c : text) {
    // XML forbids most control characters.
    const bool is_allowed =
        static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\t';
    AppendXml(is_allowed ? c : '?', out);
  }
  return out;
}

}  // namespace

std::string CheckText(const CheckReport& report, const Terminal& terminal) {
  const bool color = terminal.color_out;
  std::string out;
  for (const CheckCase& check : report.cases) {
    const size_t shown = std::min(check.findings.size(), kShownFindings);
    for (size_t i = 0; i < shown; ++i) {
      out += FindingText(check, check.findings[i], color);
    }
    if (shown < check.findings.size()) {
      out += fmt::format("... {} more of {}\n", check.findings.size() - shown,
                         check.text);
    }
  }
  const size_t wrong = report.wrong();
  return out +
         fmt::format("{} expectation{}, {} tensor{} compared, {}\n",
                     report.cases.size(), report.cases.size() == 1 ? "" : "s",
                     report.compared, report.compared == 1 ? "" : "s",
                     Paint(fmt::format("{} wrong", wrong),
                           wrong > 0 ? Color::kRed : Color::kGreen, color));
}

std::string CheckJson(const CheckReport& report) {
  Json list = Json::array();
  for (const CheckCase& check : report.cases) {
    for (const CheckFinding& finding : check.findings) {
      Json row = {{"expectation", check.text}};
      const auto add = [&](const char* key, const std::string& text) {
        if (!text.empty()) row[key] = text;
      };
      add("tensor", finding.tensor);
      add("is", finding.has);
      add("expected", finding.wants);
      add("text", finding.text);
      if (!finding.why.empty()) row["why"] = finding.why;
      list.push_back(std::move(row));
    }
  }
  const Json json = {{"format", "shardflow-check"},
                     {"version", 1},
                     {"expectations", report.cases.size()},
                     {"compared", report.compared},
                     {"findings", list}};
  return IndentedLines(json);
}

std::string CheckJUnit(const CheckReport& report, std::string_view program) {
  size_t failed = 0;
  for (const CheckCase& check : report.cases) {
    failed += check.findings.empty() ? 0 : 1;
  }
  std::string out = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuite name=\"{}\" tests=\"{}\" failures=\"{}\">\n",
      XmlText(program), report.cases.size(), failed);
  for (const CheckCase& check : report.cases) {
    out += fmt::format("  <testcase classname=\"shardflow\" name=\"{}\"",
                       XmlText(check.text));
    if (check.findings.empty()) {
      out += "/>\n";
      continue;
    }
    out += fmt::format(">\n    <failure message=\"{} wrong\">",
                       check.findings.size());
    for (const CheckFinding& finding : check.findings) {
      out += XmlText(FindingText(check, finding, false));
    }
    out += "</failure>\n  </testcase>\n";
  }
  return out + "</testsuite>\n";
}

}  // namespace shardflow
