#include "ops/user_names.h"

#include <string_view>

#include <gtest/gtest.h>

namespace shardflow::internal {
namespace {

TEST(UserNames, Paths) {
  const struct {
    std::string_view name, path;
  } kCases[] = {
      {"x", "x"},
      {"params['layer0']['wq']", "params/layer0/wq"},
      {"opt[0].mu['w']", "opt/0/mu/w"},
      {"result[0]['loss']", "result/0/loss"},
      {"params[\"a\"]", "params/a"},
      {"params['it\\'s']", "params/it\\'s"},
      {"params['a.b/c']", "params/a.b/c"},
      {"params/layer0/wq", "params/layer0/wq"},
      {"['a']", "a"},
      {"broken['a", "broken['a"},
      {"broken[3", "broken[3"},
      {"", ""},
  };
  for (const auto& c : kCases) {
    EXPECT_EQ(NamePath(c.name), c.path) << c.name;
    EXPECT_TRUE(MatchesName(c.path, c.name)) << c.name;
  }
}

TEST(UserNames, Matches) {
  const struct {
    std::string_view pattern, name;
    bool matches;
  } kCases[] = {
      {"params/layer0/wq", "params['layer0']['wq']", true},
      {"params['layer0']['wq']", "params['layer0']['wq']", true},
      {"params.layer0.wq", "params['layer0']['wq']", true},
      {"params/*/wq", "params['layer0']['wq']", true},
      {"params/layer*/w*", "params['layer0']['wq']", true},
      {"params/*", "params['layer0']['wq']", false},
      {"params/**", "params['layer0']['wq']", true},
      {"**/wq", "params['layer0']['wq']", true},
      {"params/**/layer0/wq", "params['layer0']['wq']", true},
      {"**/w", "params['layer0']['wq']", false},
      {"*", "x", true},
      {"*", "params['x']", false},
      {"a*c*e", "abcde", true},
      {"a*c*f", "abcde", false},
      {"opt/0/mu", "opt[0].mu", true},
      {"opt[*].mu", "opt[0].mu", true},
      {"params/0.weight", "params['0.weight']", true},
      {"params/*.weight", "params['0.weight']", true},
      {"params/*", "params['0.weight']", true},
      {"params/1.weight", "params['0.weight']", false},
      {"params/0", "params['0.weight']", false},
      {"", "", true},
      {"", "x", false},
  };
  for (const auto& c : kCases) {
    EXPECT_EQ(MatchesName(c.pattern, c.name), c.matches)
        << c.pattern << " and " << c.name;
  }
}

}  // namespace
}  // namespace shardflow::internal
