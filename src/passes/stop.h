#ifndef SHARDFLOW_PASSES_STOP_H_
#define SHARDFLOW_PASSES_STOP_H_

#include <cstdint>

#include "passes/pass.h"

namespace shardflow::internal {

// Lets a pass end early when the caller stops the run (RunOptions::stop):
//
//   StopPoll stop(context);
//   for (OpId op : ops) {
//     if (stop()) return false;
//     ...
//   }
//
// The caller is polled between passes anyway; this class is for passes that can
// take seconds. Only one in many calls to stop() polls the caller, so the calls
// should be frequent.
class StopPoll {
 public:
  explicit StopPoll(PassContext& context, int64_t turns_between_looks = 256)
      : context_(context), between_(turns_between_looks), left_(1) {}

  // Reports an error and returns true if the run should end. Once it has
  // returned true, it always does.
  bool operator()() {
    if (--left_ <= 0) Look();
    return stopped_;
  }
  // Returns the last answer.
  bool stopped() const { return stopped_; }

 private:
  void Look();

  PassContext& context_;
  int64_t between_;
  int64_t left_;  // calls until the caller is polled again
  bool stopped_ = false;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PASSES_STOP_H_
