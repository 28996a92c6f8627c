#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "api/session_impl.h"
#include "ops/extensions.h"
#include "ops/functions.h"

// Returns a session to an earlier state.

namespace shardflow {

using namespace internal;

int64_t Session::Impl::Save() {
  // Edits that haven't been propagated yet are part of the saved state.
  if (live_engine() != nullptr) (void)engine()->Settle();
  SavedState state = {.id = ++last_saved_id,
                      .undos = undos.size(),
                      .parked = parked.size(),
                      .work = work.get(),
                      .mark = std::nullopt,
                      .priced = nullptr,
                      .price = std::nullopt,
                      .restructured = restructured,
                      .is_valid = is_valid,
                      .steps = steps};
  if (live_engine() != nullptr) {
    state.mark = engine()->SetMark();
    if (work->price != nullptr) {
      state.priced = work->price.get();
      state.price = work->price->SetMark();
    }
  }
  saved.push_back(std::move(state));
  return last_saved_id;
}

Session::Impl::SavedState* Session::Impl::FindSaved(
    int64_t id, std::vector<Message>& messages) {
  const auto at = std::ranges::lower_bound(saved, id, {}, &SavedState::id);
  if (at != saved.end() && at->id == id) return &*at;
  messages.push_back(WrongArgument(fmt::format(
      "there is no checkpoint {}: it was never made, was released, or is later "
      "than one that the session has gone back to",
      id)));
  return nullptr;
}

void Session::Impl::ForgetLast() {
  const SavedState& last = saved.back();
  const auto release = [&](Work* owner) {
    if (owner == nullptr || owner != last.work || !last.mark) return;
    if (owner->engine != nullptr) owner->engine->Release(*last.mark);
    if (last.price && owner->price.get() == last.priced) {
      owner->price->Release(*last.price);
    }
  };
  for (Undo& undo : undos) {
    auto* parked_price = std::get_if<ParkedPrice>(&undo);
    if (parked_price != nullptr && last.price &&
        parked_price->price.get() == last.priced) {
      parked_price->price->Release(*last.price);
    }
  }
  release(work.get());
  for (const std::unique_ptr<Work>& other : parked) release(other.get());
  saved.pop_back();
  if (saved.empty()) {
    undos.clear();
    parked.clear();
  } else if (parked.size() > saved.back().parked + 1) {
    // To return to the last saved state, only the first `work` that was parked
    // since then is needed.
    parked.resize(saved.back().parked + 1);
  }
}

// `state` is the one to return to.
void Session::Impl::TakeBack(Undo& undo, const SavedState& state) {
  Module& m = base_module();
  if (const auto* write = std::get_if<ColumnWrite>(&undo)) {
    m.SetSharding(write->value, write->sharding);
  } else if (const auto* result = std::get_if<UndoResult>(&undo)) {
    internal::SetResultSharding(m, result->result.function,
                                static_cast<size_t>(result->result.result),
                                result->sharding);
  } else if (const auto* use = std::get_if<UsePlace>(&undo)) {
    m.MoveBack(*use);
  } else if (const auto* erased = std::get_if<ErasedOp>(&undo)) {
    m.Restore(*erased);
  } else if (const auto* added = std::get_if<UndoAdd>(&undo)) {
    m.DropNewest(added->op);
  } else if (auto* parked_price = std::get_if<ParkedPrice>(&undo)) {
    // Without a mark of the state, the price can't determine what has changed.
    if (parked_price->price.get() != state.priced || !state.price ||
        !parked_price->price->CanReturn(*state.price)) {
      return;
    }
    const auto give = [&](Work* owner) {
      if (owner != parked_price->owner || owner == nullptr) return;
      owner->price = std::move(parked_price->price);
    };
    give(work.get());
    for (const std::unique_ptr<Work>& other : parked) give(other.get());
  }
}

void Session::Impl::Work::Return(const SavedState& state) {
  if (engine == nullptr || !state.mark) return;
  engine->Return(*state.mark);
  if (price != nullptr && state.price && price.get() == state.priced) {
    price->Return(*state.price);
  } else {
    price.reset();
  }
  NoteChanges();
}

// `state` must be the last one saved.
void Session::Impl::Return(SavedState& state) {
  bool is_edited = false;
  while (undos.size() > state.undos) {
    is_edited |= !std::holds_alternative<ColumnWrite>(undos.back()) &&
                 !std::holds_alternative<UndoResult>(undos.back());
    TakeBack(undos.back(), state);
    undos.pop_back();
  }
  is_valid = state.is_valid;
  changed.reset();
  restructured = state.restructured;
  steps = state.steps;
  if (parked.size() > state.parked) {
    std::unique_ptr<Work> last =
        std::exchange(work, std::move(parked[state.parked]));
    parked.resize(state.parked);
    if (work != nullptr) work->Return(state);
    const KnownExtensions known(base_module(), bound ? &*bound : nullptr);
    changed = CompareShardings(work != nullptr ? work_module() : base_module(),
                               last->module());
  } else if (work != nullptr) {
    work->Return(state);
  }
  if (is_edited && work != nullptr) work->names.reset();
}

int64_t Session::Checkpoint() { return impl_->Save(); }

bool Session::Rollback(int64_t checkpoint, std::vector<Message>& messages) {
  Impl& s = *impl_;
  if (s.FindSaved(checkpoint, messages) == nullptr) return false;
  while (s.saved.back().id != checkpoint) s.ForgetLast();
  s.Return(s.saved.back());
  return true;
}

bool Session::Release(int64_t checkpoint, std::vector<Message>& messages) {
  Impl& s = *impl_;
  if (s.FindSaved(checkpoint, messages) == nullptr) return false;
  while (!s.saved.empty() && s.saved.back().id >= checkpoint) s.ForgetLast();
  return true;
}

Session Session::Fork() const {
  Session fork(impl_->base.Clone(), impl_->options);
  fork.impl_->text_names = impl_->text_names;
  return fork;
}

}  // namespace shardflow
