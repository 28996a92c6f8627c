// Asks `shardflow serve` for the shardings of a program.
//
//   node examples/serve.mjs [PROGRAM [SHARDFLOW]]
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [path = "examples/mlp_train_step.mlir", tool = "shardflow"] = process.argv.slice(2);
const server = spawn(tool, ["serve", "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
const request = { id: 1, program: readFileSync(path, "utf8"), output: "none" };
server.stdin.end(JSON.stringify(request) + "\n");
for await (const line of createInterface({ input: server.stdout })) {
  const { error, result } = JSON.parse(line);
  if (error) throw new Error(error.message);
  for (const row of result.shardings) {
    console.log(`@${row.function} ${row.value} ${row.type} ${JSON.stringify(row.sharding.dimensions)}`);
  }
}
