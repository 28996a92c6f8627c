import dagre from "@dagrejs/dagre";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { html } from "./html.js";
import { bytesText, shapeText } from "./data.js";

const MOST_NODES = 150;
const CONSTANT = 5;
const BOX = { width: 150, height: 40 };

/**
 * The graph of the opened scope, never of the whole program: its tensors, a box
 * for each scope inside it and for each one outside that it touches.
 */
export function Graph({ state, colorOf }) {
  const { report, scope, selected } = state;
  const box = useRef(null);
  // A wide graph begins somewhere in the middle of its page.
  useEffect(() => {
    const node = box.current?.querySelector(".node.current, .node:not(.outside)");
    node?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [scope.value]);
  const drawn = useMemo(() => drawGraph(report, scope.value), [report, scope.value]);
  if (drawn.tooMany) {
    return html`<section class="graph" aria-label="Graph">
      <p>
        ${drawn.tooMany} tensors stand in
        ${scope.value < 0 ? " the program" : ` ${report.paths[scope.value]}`} itself: too many to
        draw. Open a scope on the left.
      </p>
    </section>`;
  }
  return html`<section class="graph" aria-label="Graph">
    <svg
      ref=${box}
      viewBox=${`-10 -10 ${drawn.width + 20} ${drawn.height + 20}`}
      width=${Math.min(drawn.width + 20, 4000)}
      role="group"
      aria-label="Graph of the scope"
    >
      <defs>${Tip({ id: "tip" })}${Tip({ id: "tip-moves", size: 4 })}</defs>
      ${drawn.edges.map((e) => Edge({ e }))}
      ${drawn.nodes.map((n) => Node({ n, state, selected, colorOf }))}
      ${drawn.edges.map((e) => Label({ e }))}
    </svg>
  </section>`;
}

function Node({ n, state, selected, colorOf }) {
  const { report, scope } = state;
  const tensor = n.tensor;
  const open = () => (n.scope === undefined ? (selected.value = tensor) : (scope.value = n.scope));
  const title = n.scope === undefined ? report.name(tensor) : report.paths[n.scope];
  const axes = n.scope === undefined ? (report.sharding(tensor)?.dims ?? []) : [];
  const cell = BOX.width / Math.max(1, axes.length);
  return html`<g
    class=${`node${n.scope === undefined ? "" : " scope"}${n.outside ? " outside" : ""}${tensor === selected.value ? " current" : ""}`}
    transform=${`translate(${n.x - BOX.width / 2}, ${n.y - BOX.height / 2})`}
    role="button"
    tabindex="0"
    aria-label=${title}
    onClick=${open}
    onKeyDown=${(e) => (e.key === "Enter" || e.key === " ") && (e.preventDefault(), open())}
  >
    <title>${title}</title>
    <rect width=${BOX.width} height=${BOX.height} rx="4" />
    ${axes.map(
      (d, k) =>
        html`<rect
          class="cut"
          x=${k * cell}
          y=${BOX.height - 5}
          width=${cell - 1}
          height="5"
          style=${`fill: ${d.axes.length > 0 ? colorOf(d.axes[0].name) : "var(--uncut)"}`}
        />`,
    )}
    <text x="6" y="15"
      >${short(n.outside ? title : n.scope === undefined ? lastPart(title) : report.scopes[n.scope].name)}</text
    >
    <text class="small" x="6" y="29">${short(n.text)}</text>
  </g>`;
}

/** The tip of an arrow; its size is that of the line's width. */
function Tip({ id, size = 7 }) {
  return html`<marker
    id=${id}
    viewBox="0 0 8 8"
    refX="7"
    refY="4"
    markerWidth=${size}
    markerHeight=${size}
    orient="auto"
  >
    <path d="M0,0L8,4L0,8z" />
  </marker>`;
}

function Edge({ e }) {
  const [first, ...rest] = e.points;
  const d = `M${first.x},${first.y}${rest.map((p) => `L${p.x},${p.y}`).join("")}`;
  return html`<g class=${e.moves ? "edge moves" : "edge"}>
    <path d=${d} marker-end=${e.moves ? "url(#tip-moves)" : "url(#tip)"} />
  </g>`;
}

/** What is sent along an edge. */
function Label({ e }) {
  if (!e.moves) return null;
  return html`<text class="moved" x=${e.x} y=${e.y + 3}>${e.moves}</text>`;
}

function lastPart(name) {
  return name.split("/").pop();
}

/** The end of a name tells more than its beginning. */
function short(text) {
  return text.length <= 23 ? text : `…${text.slice(text.length - 22)}`;
}

function drawGraph(report, scope) {
  const own = scope < 0 ? [] : report.scopes[scope].tensors;
  const loose = scope < 0 ? report.scopes.length === 0 : false;
  const tensors = loose ? Array.from({ length: report.count }, (_, i) => i) : own;
  if (tensors.length > MOST_NODES) return { tooMany: tensors.length };
  const inside =
    scope < 0
      ? report.scopes.filter((s) => s.parent < 0)
      : report.scopes[scope].children.map((c) => report.scopes[c]);
  const boxOf = boxes(report, scope, inside);
  const graph = new dagre.graphlib.Graph();
  graph.setGraph({ rankdir: "TB", nodesep: 18, ranksep: 34 });
  graph.setDefaultEdgeLabel(() => ({}));
  const nodes = new Map();
  const add = (id, node) => {
    if (nodes.has(id)) return;
    nodes.set(id, node);
    graph.setNode(id, { ...BOX });
  };
  for (const i of tensors) {
    if (!isSmallConstant(report, i)) add(`t${i}`, tensorNode(report, i));
  }
  for (const s of inside) add(`s${s.index}`, scopeNode(s));
  const moves = new Map();
  const link = (from, to) => {
    if (from !== to) graph.setEdge(from, to);
  };
  const idOf = (i) => {
    if (nodes.has(`t${i}`)) return `t${i}`;
    const s = boxOf(i);
    return s === undefined ? undefined : `s${s}`;
  };
  // What the scope takes from outside: a tensor that is in no scope, or a box for
  // the scope that it is in; again for each that takes it, which keeps edges short.
  // What uses the scope from outside is not drawn: that may be all of the program.
  const outside = (i, to) => {
    if (scope < 0) return undefined;
    const at = report.scope(i);
    const id = `${at < 0 ? `t${i}` : `o${at}`}>${to}`;
    if (nodes.size >= MOST_NODES && !nodes.has(id)) return undefined;
    const node = at < 0 ? tensorNode(report, i) : scopeNode(report.scopes[at]);
    add(id, { ...node, outside: true });
    return id;
  };
  for (let i = 0; i < report.count; ++i) {
    const to = isSmallConstant(report, i) ? undefined : idOf(i);
    if (to === undefined) continue;
    for (const p of report.producers(i)) {
      if (isSmallConstant(report, p)) continue;
      const from = idOf(p) ?? outside(p, to);
      if (from === undefined || from === to) continue;
      link(from, to);
      const c = report.communicationOf.get(p);
      if (c) {
        const key = `${from} ${to}`;
        const bytes = c.reduce((s, x) => s + x.bytes_sent * (x.times ?? 1), 0);
        const old = moves.get(key) ?? { kinds: new Set(), bytes: 0 };
        c.forEach((x) => old.kinds.add(x.kind));
        moves.set(key, { kinds: old.kinds, bytes: old.bytes + bytes });
      }
    }
  }
  if (nodes.size > MOST_NODES) return { tooMany: nodes.size };
  if (nodes.size === 0) return { nodes: [], edges: [], width: 10, height: 10 };
  const textOf = (m) => `${[...m.kinds].join(", ")} ${bytesText(m.bytes)}`;
  // The layout keeps room for what stands at an edge.
  for (const [key, m] of moves) {
    const [from, to] = key.split(" ");
    graph.setEdge(from, to, { width: 6 * textOf(m).length, height: 14, labelpos: "c" });
  }
  dagre.layout(graph);
  return {
    nodes: [...nodes].map(([id, n]) => ({ ...n, ...pick(graph.node(id)) })),
    edges: graph.edges().map((e) => {
      const m = moves.get(`${e.v} ${e.w}`);
      return {
        points: graph.edge(e).points,
        moves: m ? textOf(m) : "",
        x: graph.edge(e).x,
        y: graph.edge(e).y,
      };
    }),
    width: graph.graph().width,
    height: graph.graph().height,
  };
}

/** Scalars that are written down: they would be half of the picture. */
function isSmallConstant(report, i) {
  return report.kind(i) === CONSTANT && report.layout(i).bytes <= 8;
}

function pick({ x, y }) {
  return { x, y };
}

function tensorNode(report, i) {
  const layout = report.layout(i);
  return {
    tensor: i,
    text: `${report.op(i).replace(/^stablehlo\./, "") || "argument"} ${layout.local ? shapeText(layout.local) : ""}`,
  };
}

function scopeNode(s) {
  return { scope: s.index, tensor: -2, text: `${s.count} tensors, ${bytesText(s.localBytes)}` };
}

/** The box among `inside` in which a tensor's scope is; undefined: none. */
function boxes(report, scope, inside) {
  const box = new Map();
  for (const s of inside) box.set(s.index, s.index);
  for (const s of report.scopes) {
    if (s.parent >= 0 && box.has(s.parent)) box.set(s.index, box.get(s.parent));
  }
  return (i) => box.get(report.scope(i));
}
