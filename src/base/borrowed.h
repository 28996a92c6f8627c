#ifndef SHARDFLOW_BASE_BORROWED_H_
#define SHARDFLOW_BASE_BORROWED_H_

namespace shardflow::internal {

// A pointer that stays behind when its holder is copied or moved: copies have
// null, and assignment leaves both as they are. For what one object knows for a
// while, such as the context of a run, and a copy that outlives the run must
// not.
template <class T>
class Borrowed {
 public:
  Borrowed() = default;
  Borrowed(const Borrowed&) {}
  Borrowed& operator=(const Borrowed&) { return *this; }
  Borrowed& operator=(T* lent) {
    lent_ = lent;
    return *this;
  }

  operator T*() const { return lent_; }
  T* operator->() const { return lent_; }

 private:
  T* lent_ = nullptr;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_BASE_BORROWED_H_
