#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#if __has_include(<malloc.h>)
#include <malloc.h>
#endif

#include "shardflow/shardflow.h"

// Compares Session::MemoryBytes with the heap usage that the allocator reports.

namespace shardflow {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SHARDFLOW_TEST_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SHARDFLOW_TEST_SANITIZED 1
#endif
#endif

// Returns how many bytes of the heap are in use, or nullopt if unknown.
std::optional<int64_t> HeapBytes() {
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 33) && \
    !defined(SHARDFLOW_TEST_SANITIZED)
  const struct mallinfo2 info = mallinfo2();
  return static_cast<int64_t>(info.uordblks + info.hblkhd);
#else
  return std::nullopt;
#endif
}

// Dense layers, each with its own weight.
std::string Layers(int count) {
  std::string text = R"(
sdy.mesh @mesh = <["data"=4, "model"=8]>
func.func @main(%x: tensor<64x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>})";
  for (int i = 0; i < count; ++i) {
    text += ", %w" + std::to_string(i) + ": tensor<128x128xf32>";
  }
  text += ") -> tensor<64x128xf32> {\n";
  std::string last = "%x";
  for (int i = 0; i < count; ++i) {
    const std::string n = std::to_string(i);
    text += "%d" + n + " = stablehlo.dot_general " + last + ", %w" + n +
            ", contracting_dims = [1] x [0] : (tensor<64x128xf32>, "
            "tensor<128x128xf32>) -> tensor<64x128xf32>\n%t" +
            n + " = stablehlo.tanh %d" + n + " : tensor<64x128xf32>\n%a" + n +
            " = stablehlo.add %t" + n + ", " + last + " : tensor<64x128xf32>\n";
    last = "%a" + n;
  }
  return text + "return " + last + " : tensor<64x128xf32>\n}\n";
}

TEST(SessionMemory, IsWhatTheHeapHolds) {
  constexpr int kLayers = 5000;
  const std::string text = Layers(kLayers);
  const std::optional<int64_t> before = HeapBytes();
  if (!before) GTEST_SKIP() << "the allocator doesn't say";
  std::vector<Message> messages;
  std::optional<Program> program = Program::Read("layers", text, {}, messages);
  ASSERT_TRUE(program);
  std::optional<Session> session =
      Session::FromProgram(*std::move(program), {}, messages);
  program.reset();
  ASSERT_TRUE(session);
  const auto check = [&](const char* when) {
    const auto held = static_cast<double>(*HeapBytes() - *before);
    const double told = static_cast<double>(session->MemoryBytes()) / held;
    EXPECT_GT(told, 0.8) << when << ": of " << held;
    EXPECT_LT(told, 1.2) << when << ": of " << held;
  };
  check("before");
  ASSERT_TRUE(session->Propagate(messages));
  check("propagated");
  const ProgramView given(session->Annotated());
  const std::vector<ValueRef> args =
      given.Arguments(given.Body(given.FindFunction("main")));
  const auto edit = [&](size_t i) {
    ASSERT_TRUE(session->SetSharding(
        args[i], ClosedSharding("mesh", {{}, {"model"}}), messages));
    ASSERT_TRUE(session->Propagate(messages));
  };
  edit(kLayers / 2);
  check("edited");
  ASSERT_TRUE(session->Price({}, messages));
  check("priced");
  session->Checkpoint();
  for (size_t i = 1; i < 20; ++i) edit(i * 100);
  check("with a checkpoint");
}

}  // namespace
}  // namespace shardflow
