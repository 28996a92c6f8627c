#ifndef SHARDFLOW_VISIBLE_H_
#define SHARDFLOW_VISIBLE_H_

#include <string>
#include <string_view>

#include "shardflow/export.h"

// A program can contain any bytes in its names, and so can the name of its
// file. Some of them would control a terminal, for example change its colours
// or its title.

namespace shardflow {

// Returns the text with its control characters (except '\n' and '\t') and the
// bytes that aren't UTF-8 written as \x1B. Message::ToString does this.
SHARDFLOW_EXPORT std::string VisibleText(std::string_view text);

}  // namespace shardflow

#endif  // SHARDFLOW_VISIBLE_H_
