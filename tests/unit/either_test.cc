#include "base/either.h"

#include <cstdint>

#include "gtest/gtest.h"

#include "base/borrowed.h"
#include "ir/ids.h"

namespace shardflow::internal {
namespace {

struct ATag {};
struct BTag {};
using A = Id<ATag>;
using B = Id<BTag>;

static_assert(sizeof(Either<A, B>) == sizeof(A));

TEST(Either, HoldsOneOfTwo) {
  for (const int32_t index : {0, 1, 7, INT32_MAX - 1}) {
    const Either<A, B> a = A(index);
    EXPECT_TRUE(a.Is<A>());
    EXPECT_FALSE(a.Is<B>());
    EXPECT_FALSE(a.IsNeither());
    EXPECT_EQ(a.Get<A>(), A(index));
    EXPECT_EQ(a.Get<B>(), B::None());
    const Either<A, B> b = B(index);
    EXPECT_TRUE(b.Is<B>());
    EXPECT_FALSE(b.Is<A>());
    EXPECT_EQ(b.Get<B>(), B(index));
    EXPECT_EQ(b.Get<A>(), A::None());
    EXPECT_NE(a, b);
    EXPECT_EQ((Either<A, B>::FromCode(a.code())), a);
    EXPECT_EQ((Either<A, B>::FromCode(b.code())), b);
  }
}

TEST(Either, NoneIsNeither) {
  for (const Either<A, B> none :
       {Either<A, B>(), Either<A, B>(A::None()), Either<A, B>(B::None())}) {
    EXPECT_TRUE(none.IsNeither());
    EXPECT_FALSE(none.Is<A>());
    EXPECT_FALSE(none.Is<B>());
    EXPECT_EQ(none, (Either<A, B>()));
  }
}

TEST(Loc, OffsetsBeyondTwoGibibytesAreUnknown) {
  EXPECT_TRUE(Loc().IsUnknown());
  constexpr size_t kLast = INT32_MAX - 1;
  EXPECT_EQ(Loc::Offset(kLast).offset(), kLast);
  EXPECT_TRUE(Loc::Offset(kLast + 1).IsUnknown());
  EXPECT_EQ(Loc::Attr(AttrId(3)).attr(), AttrId(3));
  EXPECT_FALSE(Loc::Attr(AttrId(3)).IsOffset());
}

TEST(Borrowed, StaysBehind) {
  int lent = 1;
  Borrowed<int> a;
  EXPECT_EQ(a, nullptr);
  a = &lent;
  Borrowed<int> copy = a;
  EXPECT_EQ(copy, nullptr);
  int other = 2;
  copy = &other;
  copy = a;  // no effect; both keep their values
  EXPECT_EQ(copy, &other);
  EXPECT_EQ(a, &lent);
}

}  // namespace
}  // namespace shardflow::internal
