// Data of a report of a made-up program: layers of a transformer's train step.
// `node test/fixture.mjs LAYERS > page.html` fills the page with it.
import { readFileSync } from "node:fs";

/** @param {number} layers */
export function makeReport(layers, { withChanges = false } = {}) {
  const strings = [];
  const stringAt = new Map();
  const intern = (text) => {
    if (!stringAt.has(text)) stringAt.set(text, strings.push(text) - 1);
    return stringAt.get(text);
  };
  const types = [];
  const shardings = [];
  const layouts = [];
  const memo = new Map();
  const once = (list, item) => {
    const key = JSON.stringify(item);
    const own = memo.get(list) ?? memo.set(list, new Map()).get(list);
    if (!own.has(key)) own.set(key, list.push(item) - 1);
    return own.get(key);
  };
  const size = { data: 4, model: 2 };
  const layout = (shape, axes) => {
    const type = once(types, {
      text: [...shape, "f32"].join("x"),
      shape,
      element: "f32",
    });
    let sharding = -1;
    if (axes) {
      const dims = axes.map((a) => ({
        axes: a.map((name) => ({ name, size: size[name] })),
        open: false,
      }));
      const spec = `P(${axes.map((a) => (a.length === 0 ? "None" : a.length === 1 ? `'${a[0]}'` : `(${a.map((x) => `'${x}'`).join(", ")})`)).join(", ")})`;
      const text = `[${axes.map((a) => `{${a.map((x) => `"${x}"`).join(", ")}}`).join(", ")}]`;
      sharding = once(shardings, { text, spec, mesh: 0, dims, replicated: [], unreduced: [] });
    }
    const local = shape.map((n, d) =>
      Math.ceil(n / (axes?.[d] ?? []).reduce((p, a) => p * size[a], 1)),
    );
    const bytes = (s) => s.reduce((a, b) => a * b, 4);
    return once(layouts, { type, sharding, local, bytes: bytes(shape), local_bytes: bytes(local) });
  };
  const scopes = { name: [], parent: [] };
  const scopeAt = new Map();
  const scope = (path) => {
    if (scopeAt.has(path)) return scopeAt.get(path);
    const cut = path.lastIndexOf("/");
    const parent = cut < 0 ? -1 : scope(path.slice(0, cut));
    const index = scopes.name.push(intern(path.slice(cut + 1))) - 1;
    scopes.parent.push(parent);
    scopeAt.set(path, index);
    return index;
  };
  const tensors = {
    name: [],
    value: [],
    kind: [],
    layout: [],
    scope: [],
    op: [],
    line: [],
    file: [],
    file_line: [],
  };
  const operands = { counts: [], back: [] };
  const add = (path, kind, lay, op, made = []) => {
    const cut = path.lastIndexOf("/");
    const i = tensors.name.push(intern(path.slice(cut + 1))) - 1;
    tensors.value.push(i);
    tensors.kind.push(kind);
    tensors.layout.push(lay);
    tensors.scope.push(cut < 0 ? -1 : scope(path.slice(0, cut)));
    tensors.op.push(intern(op));
    tensors.line.push(i + 1);
    tensors.file.push(-1);
    tensors.file_line.push(0);
    operands.counts.push(made.length);
    operands.back.push(...made.map((m) => i - m));
    return i;
  };
  const communication = [];
  const explanations = [];
  const chains = { text: [], before: [] };
  const [batch, width, hidden] = [512, 1024, 4096];
  let x = add("batch/tokens", 2, layout([batch, width], [["data"], []]), "");
  for (let l = 0; l < layers; ++l) {
    const p = `params/layers/${l}`;
    const w1 = add(`${p}/mlp/w1`, 0, layout([width, hidden], [[], ["model"]]), "");
    const w2 = add(`${p}/mlp/w2`, 0, layout([hidden, width], [["model"], []]), "");
    const g = add(`${p}/norm/scale`, 0, layout([width], null), "");
    add(`opt_state/mu/layers/${l}/mlp/w1`, 1, layout([width, hidden], [["data"], ["model"]]), "");
    if (l < 200) {
      const last =
        chains.text.push(`    ${p}/mlp/w1 (%${w1}) dimension 1: annotated  at a.py:3:1\n`) - 1;
      chains.before.push(-1);
      explanations.push({
        tensor: w1,
        notes: "",
        axes: [{ title: '  dimension 1 has "model":\n', last }],
        stops: "",
        absent: intern(""),
      });
    }
    const a = `step/layers/${l}`;
    const n = add(
      `${a}/norm/multiply`,
      4,
      layout([batch, width], [["data"], []]),
      "stablehlo.multiply",
      [x, g],
    );
    const h = add(
      `${a}/mlp/dot_general`,
      4,
      layout([batch, hidden], [["data"], ["model"]]),
      "stablehlo.dot_general",
      [n, w1],
    );
    const t = add(
      `${a}/mlp/tanh`,
      4,
      layout([batch, hidden], [["data"], ["model"]]),
      "stablehlo.tanh",
      [h],
    );
    const y = add(
      `${a}/mlp/dot_general_1`,
      4,
      layout([batch, width], [["data"], []]),
      "stablehlo.dot_general",
      [t, w2],
    );
    if (l < 500)
      communication.push({
        kind: "all_reduce",
        axes: ["model"],
        group: 2,
        bytes_held: 524288,
        bytes_sent: 524288,
        times: 1,
        seconds: 1.2e-5,
        tensor: y,
        scope: scope(`${a}/mlp`),
        cause: "both operands are cut along the contracted dimension",
      });
    x = add(`${a}/add`, 4, layout([batch, width], [["data"], []]), "stablehlo.add", [x, y]);
  }
  add("result/loss", 3, layout([], []), "stablehlo.reduce", [x]);
  for (const c of communication) intern(c.cause);
  const count = tensors.name.length;
  const held = tensors.kind.reduce(
    (s, k, i) => (k <= 2 ? s + layouts[tensors.layout[i]].local_bytes : s),
    0,
  );
  // Before they are counted.
  const becauses = [intern(""), intern("%1 dimension 1: annotated")];
  const removedName = intern("step/old/add");
  return {
    format: "shardflow-report",
    version: 1,
    program: { name: "step.mlir", generator: "shardflow", devices: 8, propagated: true },
    strings,
    meshes: [
      {
        name: "mesh",
        axes: [
          { name: "data", size: 4 },
          { name: "model", size: 2 },
        ],
      },
    ],
    types,
    shardings,
    layouts,
    scopes: { count: scopes.name.length, name: column(scopes.name), parent: column(scopes.parent) },
    count,
    tensors: Object.fromEntries(
      Object.entries(tensors).map(([k, v]) => [
        k,
        column(k === "value" ? v.map((n) => n + strings.length) : v),
      ]),
    ),
    operands: { counts: column(operands.counts), back: column(operands.back) },
    explanations,
    chains: { text: chains.text, before: column(chains.before) },
    transfers: communication.map(
      ({ kind, axes, group, bytes_held, bytes_sent, times, seconds }) => ({
        kind,
        axes,
        group,
        bytes_held,
        bytes_sent,
        times,
        seconds,
      }),
    ),
    communication: {
      count: communication.length,
      transfer: communication.map((_, i) => i),
      tensor: communication.map((c) => c.tensor),
      scope: communication.map((c) => c.scope),
      cause: communication.map((c) => intern(c.cause)),
      user: communication.map(() => -1),
    },
    communication_error: null,
    memory: {
      arguments: held,
      results: 4,
      aliased: 0,
      temporaries: 8388608,
      peak: held + 8388608,
      peak_at: count - 2,
      curve: Array.from(
        { length: 60 },
        (_, i) => held + Math.round(8388608 * Math.sin((i / 59) * Math.PI)),
      ),
      alive: tensors.kind.flatMap((k, i) =>
        k <= 2 && i < 2000 ? [{ tensor: i, bytes: layouts[tensors.layout[i]].local_bytes }] : [],
      ),
    },
    text:
      layers <= 50
        ? Array.from(
            { length: count },
            (_, i) => `    %${i} = "an op of line ${i + 1}"() : () -> ()`,
          ).join("\n")
        : null,
    baseline: withChanges
      ? {
          name: "old.mlir",
          roots: 1,
          follow: 1,
          before: { border: held * 2, sent: 4096, peak: -1 },
          after: { border: held, sent: 2048, peak: -1 },
          changes: {
            count: 2,
            tensor: [1, 6],
            before: [layout([width, hidden], [[], []]), layout([batch, hidden], [["data"], []])],
            root: [1, 0],
            because: becauses,
          },
          added: { count: 0, tensor: [] },
          removed: { count: 1, name: [removedName] },
        }
      : null,
  };
}

/** A column as the page reads it: plain, or as steps where that is shorter. */
function column(values) {
  const steps = [];
  let last = 0;
  for (const v of values) {
    const step = v - last;
    last = v;
    if (steps.length > 0 && steps[steps.length - 2] === step) ++steps[steps.length - 1];
    else steps.push(step, 1);
  }
  return steps.length < values.length ? { steps } : values;
}

/** The page with this data, as `shardflow report` writes it. */
export function fillPage(report) {
  const page = readFileSync(new URL("../report.html", import.meta.url), "utf8");
  return page.replace("@DATA@", () => JSON.stringify(report).replaceAll("<", "\\u003c"));
}

if (import.meta.url === `file://${process.argv[1]}`) {
  process.stdout.write(fillPage(makeReport(Number(process.argv[2] ?? 3), { withChanges: true })));
}
