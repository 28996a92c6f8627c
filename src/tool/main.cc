#include "tool/process.h"

int main(int argc, char** argv) { return shardflow::RunProcess(argc, argv); }
