#include <pthread.h>

#include <iostream>
#include <string>
#include <vector>

#include "tool/tool.h"

namespace {

// The printer recurses into regions, and inlining nests them as deep as calls
// go: a chain of ten thousand calls needs more than the usual stack. The pages
// are only taken when they are used.
constexpr size_t kStackBytes = size_t{1} << 30;

struct Command {
  std::vector<std::string> args;
  int exit_code = 0;
};

void* Run(void* argument) {
  Command& command = *static_cast<Command*>(argument);
  command.exit_code =
      shardflow::RunTool(command.args, std::cin, std::cout, std::cerr);
  return nullptr;
}

}  // namespace

int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);
  Command command;
  command.args.assign(argv + 1, argv + argc);
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  if (pthread_attr_setstacksize(&attributes, kStackBytes) == 0 &&
      pthread_create(&thread, &attributes, Run, &command) == 0) {
    pthread_join(thread, nullptr);
  } else {
    Run(&command);
  }
  pthread_attr_destroy(&attributes);
  return command.exit_code;
}
