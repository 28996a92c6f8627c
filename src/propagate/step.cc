#include "propagate/step.h"

namespace shardflow {

struct Stepper::Impl {
  int64_t calls = 0;
};

Stepper::Stepper(ShardingStore&, const RuleStore&, const MeshTable&)
    : impl_(std::make_unique<Impl>()) {}
Stepper::~Stepper() = default;

std::span<const StepChange> Stepper::Step(const StepInput&) {
  ++impl_->calls;
  return {};
}

int64_t Stepper::calls() const { return impl_->calls; }
int64_t Stepper::misses() const { return impl_->calls; }
void Stepper::SetMemo(bool) {}

}  // namespace shardflow
