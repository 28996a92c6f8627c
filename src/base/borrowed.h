#ifndef SHARDFLOW_BASE_BORROWED_H_
#define SHARDFLOW_BASE_BORROWED_H_

namespace shardflow::internal {

// A pointer that isn't copied along with the object that holds it: a copy of
// the holder gets a null pointer, and assigning one holder to another changes
// neither pointer. Use it for a pointer to something that a copy of the holder
// may outlive, such as the context of a run.
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
