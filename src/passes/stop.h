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
// Between two passes somebody looks anyway; this is for passes that can take
// seconds. It asks once in so many turns, so a turn should be short.
class StopPoll {
 public:
  explicit StopPoll(PassContext& context, int64_t turns_between_looks = 256)
      : context_(context), between_(turns_between_looks), left_(1) {}

  // True, with the error reported, if the run is to end. Once true, always
  // true.
  bool operator()() {
    if (--left_ <= 0) Look();
    return stopped_;
  }
  // What it said last.
  bool stopped() const { return stopped_; }

 private:
  void Look();

  PassContext& context_;
  int64_t between_;
  int64_t left_;  // turns until the next look
  bool stopped_ = false;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PASSES_STOP_H_
