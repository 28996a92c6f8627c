import { hierarchy, treemap } from "d3-hierarchy";
import { useMemo, useState } from "preact/hooks";
import { html } from "./html.js";
import { KINDS, bytesText } from "./data.js";

const WIDTH = 960;
const HEIGHT = 480;
// Of the curve: its left edge, and where 0 bytes are.
const LEFT = 92;
const FLOOR = 132;
const RESULT = 3;
const MOST_TILES = 600;

/** What a device holds: sums, a curve over the program, a treemap. */
export function Memory({ state, colorOf }) {
  const { report } = state;
  const [what, setWhat] = useState(report.memory ? "peak" : "arguments");
  return html`<section class="memory" aria-label="Memory of a device">
    ${report.memory ? Totals({ memory: report.memory }) : null}
    ${report.memory ? Curve({ memory: report.memory, state }) : null}
    <div class="choice" role="radiogroup" aria-label="What the map shows">
      ${[
        ...(report.memory ? [["peak", "alive at the peak"]] : []),
        ["arguments", "arguments"],
        ["all", "every tensor"],
      ].map(
        ([id, title]) =>
          html`<label>
            <input type="radio" name="what" checked=${what === id} onChange=${() => setWhat(id)} />
            ${title}
          </label>`,
      )}
    </div>
    <${Treemap} state=${state} colorOf=${colorOf} what=${what} scope=${state.scope.value} />
  </section>`;
}

function Totals({ memory }) {
  const rows = [
    ["Arguments", memory.arguments],
    ["Results", memory.results],
    ["Aliased", memory.aliased],
    ["Temporaries", memory.temporaries],
    ["Peak", memory.peak],
  ];
  return html`<dl class="totals">
    ${rows.map(
      ([title, bytes]) =>
        html`<div>
          <dt>${title}</dt>
          <dd>${bytesText(bytes)}</dd>
        </div>`,
    )}
  </dl>`;
}

/** Steps of a power of 2 that divide `most` into two to four parts. */
function ticks(most) {
  let step = 1;
  while (most / step > 4) step *= 2;
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, i) => i * step);
}

/** Bytes alive at each op, as a line. */
function Curve({ memory, state }) {
  const { curve } = memory;
  if (!curve || curve.length < 2) return null;
  const most = Math.max(...curve, 1);
  const x = (i) => LEFT + (i / (curve.length - 1)) * (WIDTH - LEFT - 8);
  const y = (v) => FLOOR - (v / most) * (FLOOR - 10);
  const path = curve.map((v, i) => `${i === 0 ? "M" : "L"}${x(i).toFixed(1)},${y(v).toFixed(1)}`);
  const at = curve.indexOf(Math.max(...curve));
  return html`<figure class="curve">
    <figcaption>
      ${`Alive over the program; the peak, ${bytesText(memory.peak)}, is at `}
      ${
        memory.peak_at >= 0
          ? html`<button onClick=${() => (state.selected.value = memory.peak_at)}>
              ${state.report.name(memory.peak_at)}
            </button>`
          : "the mark"
      }
    </figcaption>
    <svg viewBox=${`0 0 ${WIDTH} 156`} role="img" aria-label="Bytes alive over the program">
      ${ticks(most).map(
        (v) =>
          html`<line class="grid" x1=${LEFT} x2=${WIDTH - 8} y1=${y(v)} y2=${y(v)} />
            <text x=${LEFT - 6} y=${y(v) + 5} text-anchor="end">${bytesText(v)}</text>`,
      )}
      <path
        class="area"
        d=${`${path.join("")}L${x(curve.length - 1)},${FLOOR}L${LEFT},${FLOOR}Z`}
      />
      <path class="line" d=${path.join("")} />
      <circle cx=${x(at)} cy=${y(curve[at])} r="4" />
      <text x=${LEFT} y="150">first kernel</text>
      <text x=${WIDTH - 8} y="150" text-anchor="end">last kernel</text>
    </svg>
  </figure>`;
}

function Treemap({ state, colorOf, what, scope }) {
  const { report, selected } = state;
  const tiles = useMemo(() => layoutTiles(report, what, scope), [report, what, scope]);
  if (tiles.leaves.length === 0) return html`<p>Nothing of that kind here.</p>`;
  return html`<figure class="treemap">
    <figcaption>
      ${tilesText(tiles)}
    </figcaption>
    <svg viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="group" aria-label="Treemap of memory">
      <defs>${tiles.leaves.map((t) => Gradient({ t, report, colorOf }))}</defs>
      ${tiles.leaves.map((t) => Tile({ t, report, selected, colorOf }))}
      ${tiles.groups.map(
        (g) =>
          html`<text class="group" x=${g.x0 + 4} y=${g.y0 + 13}>
            ${fit(`${g.data.name} ${bytesText(g.value)}`, g.x1 - g.x0)}
          </text>`,
      )}
    </svg>
  </figure>`;
}

function tilesText({ total, count, left, leftBytes }) {
  const hidden = `; the ${left} smallest, ${bytesText(leftBytes)}, are not drawn`;
  return `${bytesText(total)} on a device, in ${count} tensors${left > 0 ? hidden : ""}`;
}

function fillOf(report, i, colorOf) {
  const axes = (report.sharding(i)?.dims ?? []).flatMap((d) => d.axes);
  if (axes.length > 1) return `url(#g${i})`;
  return axes.length === 1 ? colorOf(axes[0].name) : "var(--uncut)";
}

function Gradient({ t, report, colorOf }) {
  const i = t.data.tensor;
  const axes = (report.sharding(i)?.dims ?? []).flatMap((d) => d.axes);
  if (axes.length < 2) return null;
  return html`<linearGradient
    id=${`g${i}`}
    spreadMethod="repeat"
    gradientUnits="userSpaceOnUse"
    x2=${axes.length * 10}
    y2=${axes.length * 10}
  >
    ${axes.flatMap((a, k) => [
      html`<stop offset=${k / axes.length} stop-color=${colorOf(a.name)} />`,
      html`<stop offset=${(k + 1) / axes.length} stop-color=${colorOf(a.name)} />`,
    ])}
  </linearGradient>`;
}

function Tile({ t, report, selected, colorOf }) {
  const i = t.data.tensor;
  const name = report.name(i);
  const text = `${name}, ${bytesText(t.value)}, ${report.sharding(i)?.spec || report.sharding(i)?.text || "no sharding"}`;
  const choose = () => (selected.value = i);
  const width = t.x1 - t.x0;
  const high = t.y1 - t.y0;
  return html`<g
    class=${selected.value === i ? "tile current" : "tile"}
    role="button"
    tabindex="0"
    aria-label=${text}
    onClick=${choose}
    onKeyDown=${(e) => (e.key === "Enter" || e.key === " ") && (e.preventDefault(), choose())}
  >
    <title>${text}</title>
    <rect
      x=${t.x0}
      y=${t.y0}
      width=${width}
      height=${high}
      style=${`fill: ${fillOf(report, i, colorOf)}`}
    />
    ${
      width > 50 && high > 18
        ? html`<rect
              class="plate"
              x=${t.x0 + 2}
              y=${t.y0 + 2}
              width=${Math.min(width - 4, fit(name, width).length * 6.2 + 6)}
              height="14"
            /><text x=${t.x0 + 5} y=${t.y0 + 13}>${fit(name, width)}</text>`
        : null
    }
  </g>`;
}

function fit(text, width) {
  const room = Math.floor((width - 8) / 6.2);
  return text.length <= room ? text : room > 3 ? `…${text.slice(text.length - room + 1)}` : "";
}

/** Tiles by kind and then by scope; only the largest are drawn. */
function layoutTiles(report, what, scope) {
  const bytes = new Map();
  if (what === "peak") {
    for (const { tensor, bytes: b } of report.memory.alive) bytes.set(tensor, b);
  } else {
    for (let i = 0; i < report.count; ++i) {
      const kind = report.kind(i);
      if (kind === RESULT || (what === "arguments" && kind > 2)) continue;
      bytes.set(i, report.layout(i).local_bytes);
    }
  }
  const inside = scope < 0 ? null : new Set(scopesUnder(report, scope));
  const items = [...bytes]
    .filter(([i, b]) => b > 0 && (!inside || inside.has(report.scope(i))))
    .sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  const drawn = items.slice(0, MOST_TILES);
  const left = items.slice(MOST_TILES);
  const groups = new Map();
  for (const [tensor, value] of drawn) {
    const name = KINDS[report.kind(tensor)];
    if (!groups.has(name)) groups.set(name, []);
    groups.get(name).push({ tensor, value });
  }
  const root = hierarchy({
    children: [...groups].map(([name, children]) => ({ name, children })),
  }).sum((d) => d.value ?? 0);
  treemap()
    .size([WIDTH, HEIGHT])
    .paddingTop((n) => (n.depth === 1 ? 18 : 0))
    .paddingInner(1)(root);
  return {
    leaves: drawn.length === 0 ? [] : root.leaves(),
    groups: drawn.length === 0 ? [] : root.children,
    count: items.length,
    total: items.reduce((s, [, b]) => s + b, 0),
    left: left.length,
    leftBytes: left.reduce((s, [, b]) => s + b, 0),
  };
}

function scopesUnder(report, scope) {
  const found = [];
  const open = [scope];
  while (open.length > 0) {
    const s = open.pop();
    found.push(s);
    open.push(...report.scopes[s].children);
  }
  return found;
}
