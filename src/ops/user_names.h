#ifndef SHARDFLOW_OPS_USER_NAMES_H_
#define SHARDFLOW_OPS_USER_NAMES_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ir/module.h"
#include "shardflow/names.h"

// The user's names for values, if the program contains them. JAX stores the
// path of an argument as its location, and the path of a result in an
// attribute.
//
//   %arg0: tensor<8xf32> loc("params['layer0']['wq']")
//   -> (tensor<f32> {jax.result_info = "result[0]['loss']"})

namespace shardflow::internal {

// Returns the name in a location, or "" if there is none.
std::string_view LocName(const Module& m, Loc loc);

// Return the name of argument or result `i` of a function, or "" if it has
// none.
std::string_view ArgumentName(const Module& m, OpId function, size_t i);
std::string_view ResultName(const Module& m, OpId function, size_t i);

// Returns the name as a path: "params/layer0/wq" for "params['layer0']['wq']",
// and "opt/0/mu" for "opt[0].mu". A name that is a path already is returned
// unchanged.
std::string NamePath(std::string_view name);

// Whether `pattern` matches the name. Pattern and name may be paths or JAX's
// names. In the pattern, `*` stands for anything within one step, and a step
// `**` for any number of steps. A pattern that matches a name also matches the
// name prefixed with "backward/", which marks ops of the gradient (StackLabel).
bool MatchesName(std::string_view pattern, std::string_view name);

// See shardflow/names.h.
NameFit FitOfName(std::string_view name, const TensorNames& names);

// Collects the items that a name fits best. A better fit discards the items
// found before.
template <class T>
struct BestFit {
  NameFit fit = NameFit::kNone;
  std::vector<T> found;

  void Add(NameFit other, T what) {
    if (other == NameFit::kNone || other < fit) return;
    if (other > fit) found.clear();
    fit = other;
    found.push_back(std::move(what));
  }
};
// If the fits differ, clears `found` of the worse one.
template <class A, class B>
void KeepBetter(BestFit<A>& a, BestFit<B>& b) {
  if (a.fit < b.fit) a.found.clear();
  if (b.fit < a.fit) b.found.clear();
}

// See shardflow/names.h.
std::string OtherNames(std::string_view name, std::vector<std::string> names,
                       size_t arguments, size_t results);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_USER_NAMES_H_
