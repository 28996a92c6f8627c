#include "tool/opt.h"

#include <ostream>

namespace shardflow {

bool RunOpt(const OptFlags& /*flags*/, const InputText& /*input*/,
            std::string& /*output*/, std::ostream& err) {
  err << "shardflow: opt: not built yet\n";
  return false;
}

}  // namespace shardflow
