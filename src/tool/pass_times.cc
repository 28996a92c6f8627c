#include "tool/pass_times.h"

#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace shardflow {
namespace {

constexpr double kMegabyte = 1e6;

void AppendRow(double seconds, int64_t ops, int64_t bytes,
               std::string_view name, std::string& out) {
  fmt::format_to(std::back_inserter(out), "{:10.3f} {:10} {:9.2f}  {}\n",
                 seconds * 1e3, ops, static_cast<double>(bytes) / kMegabyte,
                 name);
}

// Returns the peak memory of the process so far, in bytes, or 0 if it is
// unknown. (The peak reported by getrusage is wrong, because it includes the
// memory of the process before exec.)
int64_t PeakMemory() {
  std::ifstream status("/proc/self/status");
  constexpr std::string_view kKey = "VmHWM:";
  for (std::string line; std::getline(status, line);) {
    if (!line.starts_with(kKey)) continue;
    int64_t kilobytes = 0;
    std::istringstream(line.substr(kKey.size())) >> kilobytes;
    return kilobytes * 1024;
  }
  return 0;
}

}  // namespace

void PassTimes::AddPasses(const Program& program, double seconds) {
  total_ += seconds;
  for (const PassReport& report : program.Reports()) {
    AppendRow(report.seconds, report.ops, report.bytes, report.name, rows_);
  }
}

void PassTimes::AddPropagation(const PropagationCounts& counts) {
  if (counts.visits == 0) return;
  propagation_ = fmt::format(
      "propagation visited {} ops and took {} steps, of which {} were "
      "different ones\n",
      counts.visits, counts.steps, counts.steps_computed);
}

void PassTimes::AddWrite(double seconds) {
  total_ += seconds;
  fmt::format_to(std::back_inserter(rows_), "{:10.3f} {:10} {:9}  write\n",
                 seconds * 1e3, "", "");
}

std::string PassTimes::ToString() const {
  return fmt::format(
      "{:>10} {:>10} {:>9}  pass\n{}{:10.3f} {:10} {:9.2f}  in all; the peak "
      "of the process\n{}",
      "ms", "ops", "MB", rows_, total_ * 1e3, "",
      static_cast<double>(PeakMemory()) / kMegabyte, propagation_);
}

}  // namespace shardflow
