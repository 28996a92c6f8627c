#ifndef SHARDFLOW_SHARDFLOW_H_
#define SHARDFLOW_SHARDFLOW_H_

// shardflow: sharding propagation for tensor programs, with Shardy's semantics
// but without MLIR.
//
//   #include <shardflow/shardflow.h>
//
//   std::vector<shardflow::Message> messages;
//   auto program = shardflow::Program::Read("step.mlir", text, {}, messages);
//   if (program && Propagate(*program, {}, messages)) {
//     std::cout << program->Write();
//     for (const shardflow::FunctionInfo& f : program->Functions()) {
//       // f.arguments[i].sharding is "#sdy.sharding<@mesh, [{"data"}, {}]>"
//     }
//   }
//   for (const shardflow::Message& m : messages) {
//     std::cerr << m.ToString();   // step.mlir:3:7: error: ...
//   }
//
// Nothing throws, and no input ends the process. Only one thread at a time may
// use a Program; separate Programs are independent.

#include "shardflow/adapter.h"
#include "shardflow/auto.h"
#include "shardflow/builder.h"
#include "shardflow/cost.h"
#include "shardflow/diff.h"
#include "shardflow/explain.h"
#include "shardflow/extend.h"
#include "shardflow/graph.h"
#include "shardflow/gspmd.h"
#include "shardflow/handles.h"
#include "shardflow/json.h"
#include "shardflow/lint.h"
#include "shardflow/message.h"
#include "shardflow/names.h"
#include "shardflow/passes.h"
#include "shardflow/program.h"
#include "shardflow/report.h"
#include "shardflow/reshard.h"
#include "shardflow/session.h"
#include "shardflow/sharding.h"
#include "shardflow/spec.h"
#include "shardflow/version.h"
#include "shardflow/views.h"
#include "shardflow/visible.h"

#endif  // SHARDFLOW_SHARDFLOW_H_
