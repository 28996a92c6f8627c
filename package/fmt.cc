// fmt's library for -Dstatic_program=true: compiled so that all functions of
// the header are in it (meson.build).
#include <fmt/format.h>
