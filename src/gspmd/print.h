#ifndef SHARDFLOW_GSPMD_PRINT_H_
#define SHARDFLOW_GSPMD_PRINT_H_

#include <string>

#include "gspmd/hlo_sharding.h"

namespace shardflow::internal::gspmd {

struct PrintOptions {
  bool metadata = false;
};

// Appends the sharding as XLA prints it. A sharding that isn't canonical is
// printed in its current form.
void AppendHloSharding(const HloSharding& sharding, const PrintOptions& options,
                       std::string& out);

}  // namespace shardflow::internal::gspmd

#endif  // SHARDFLOW_GSPMD_PRINT_H_
