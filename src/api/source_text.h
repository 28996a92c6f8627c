#ifndef SHARDFLOW_API_SOURCE_TEXT_H_
#define SHARDFLOW_API_SOURCE_TEXT_H_

#include <memory>
#include <string>

#include "base/source.h"
#include "shardflow/program.h"

namespace shardflow::internal {

struct SourceTextAccess {
  static std::shared_ptr<const SourceBuffer> ToBuffer(std::string name,
                                                      SourceText text,
                                                      int first_line);
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_API_SOURCE_TEXT_H_
