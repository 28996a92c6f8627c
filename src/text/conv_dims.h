#ifndef SHARDFLOW_TEXT_CONV_DIMS_H_
#define SHARDFLOW_TEXT_CONV_DIMS_H_

#include "text/parser.h"
#include "text/printer.h"

// Dimension numbers of a convolution, such as `[b, 0, f]x[0, i, o]->[b, 0, f]`.
// They appear in the text of convolution ops, and in #stablehlo.conv<...>.

namespace shardflow::internal {

// Returns a kStruct with StructId::kConv, or None on error.
AttrId ParseConvDims(Parser& p);
// Prints an attribute for which FitsConvDims is true. (Others are printed as
// `raw` fields.)
void PrintConvDims(Printer& p, AttrId conv);
// Whether the attribute is a StructId::kConv that this form can express: each
// of the three shapes must contain all of its dimensions exactly once.
bool FitsConvDims(const Module& m, AttrId conv);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_TEXT_CONV_DIMS_H_
