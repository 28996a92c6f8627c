#include "tool/propagate.h"

#include <ostream>

namespace shardflow {

ExitCode RunPropagate(const InputText& /*input*/, std::string& /*output*/,
                      std::ostream& err) {
  err << "shardflow: propagate: not built yet\n";
  return ExitCode::kInternal;
}

}  // namespace shardflow
