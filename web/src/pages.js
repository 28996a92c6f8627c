import { useEffect, useRef } from "preact/hooks";
import { html } from "./html.js";
import { bytesText } from "./data.js";

/** The meshes, with their devices as grids. */
export function Meshes({ state, colorOf }) {
  const { report } = state;
  return html`<section class="meshes" aria-label="Meshes">
    ${report.meshes.map((mesh) => {
      const devices = mesh.axes.reduce((p, a) => p * a.size, 1);
      return html`<article>
        <h2>${mesh.name ? `@${mesh.name}` : "(in a sharding)"}</h2>
        <p>
          ${devices} devices:
          ${mesh.axes.map(
            (a) =>
              html` <span class="axis"
                ><i style=${`background: ${colorOf(a.name)}`}></i>${a.name} = ${a.size}</span
              >`,
          )}
        </p>
        ${devices <= 4096 ? MeshGrid({ mesh, devices }) : null}
      </article>`;
    })}
  </section>`;
}

function MeshGrid({ mesh, devices }) {
  const axes = mesh.axes.filter((a) => a.size > 1);
  const columns = axes.length === 0 ? 1 : axes[axes.length - 1].size;
  const rows = devices / columns;
  return html`<table class="grid" aria-label=${`Devices of ${mesh.name}`}>
    <tbody>
      ${Array.from(
        { length: rows },
        (_, r) =>
          html`<tr>
            <th scope="row">${rowName(axes.slice(0, -1), r)}</th>
            ${Array.from({ length: columns }, (_, c) => html`<td>${mesh.device_ids?.[r * columns + c] ?? r * columns + c}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`;
}

function rowName(axes, row) {
  const parts = [];
  for (let i = axes.length - 1; i >= 0; --i) {
    parts.unshift(`${axes[i].name}=${row % axes[i].size}`);
    row = Math.floor(row / axes[i].size);
  }
  return parts.join(" ");
}

/** The program's text, with a link for each line that makes a tensor. */
export function ProgramText({ state }) {
  const { report, line, selected } = state;
  const current = useRef(null);
  useEffect(() => current.current?.scrollIntoView({ block: "center" }), [line.value]);
  if (!report.text) return html`<p>The text was left out; --text brings it along.</p>`;
  const at = new Map();
  for (let i = report.count - 1; i >= 0; --i) {
    if (report.line(i) > 0) at.set(report.line(i), i);
  }
  return html`<section class="program" aria-label="Program">
    <ol>
      ${report.text.split("\n").map((text, k) => {
        const tensor = at.get(k + 1);
        const here = line.value === k + 1;
        return html`<li class=${here ? "current" : ""} ref=${here ? current : null}>
          <code>${text}</code>
          ${
            tensor === undefined
              ? null
              : html`<button
                  onClick=${() => (selected.value = tensor)}
                  aria-label=${`Select ${report.name(tensor)}`}
                >
                  ◂
                </button>`
          }
        </li>`;
      })}
    </ol>
  </section>`;
}

/** What is different from the other program: root changes, what follows. */
export function Changes({ state }) {
  const { report, selected } = state;
  const { baseline } = report;
  const roots = baseline.changes.filter((c) => c.root);
  const followers = baseline.changes.filter((c) => !c.root);
  const added = baseline.added.slice(0, MOST_NAMES);
  const removed = baseline.removed.slice(0, MOST_NAMES);
  return html`<section class="changes" aria-label="Changes">
    <p class="summary">${comparison(baseline)}</p>
    <table class="plain sums">
      <thead>
        <tr>
          <th scope="col">On a device</th>
          <th scope="col" class="number">Before</th>
          <th scope="col" class="number">Now</th>
          <th scope="col" class="number">Change</th>
        </tr>
      </thead>
      <tbody>
        ${SUMS.map(([key, title]) => SumRow({ title, before: baseline.before[key], after: baseline.after[key] }))}
      </tbody>
    </table>
    ${ChangeTable({ report, selected, title: "Root changes", changes: roots })}
    ${ChangeTable({ report, selected, title: "What follows", changes: followers })}
    ${
      baseline.removed.length > 0
        ? html`<h3>Only in ${baseline.name}</h3>
            <ul>
              ${removed.map((name) => html`<li>${name}</li>`)} ${More(baseline.removed, removed)}
            </ul>`
        : null
    }
    ${
      baseline.added.length > 0
        ? html`<h3>New</h3>
            <ul>
              ${added.map((i) => html`<li><button onClick=${() => (selected.value = i)}>${report.name(i)}</button></li>`)}
              ${More(baseline.added, added)}
            </ul>`
        : null
    }
  </section>`;
}

const MOST_NAMES = 200;
const SUMS = [
  ["border", "Arguments and results"],
  ["sent", "Sent in a step"],
  ["peak", "Memory at its peak"],
];

function SumRow({ title, before, after }) {
  if (before < 0 || after < 0) return null;
  return html`<tr>
    <th scope="row">${title}</th>
    <td class="number">${bytesText(before)}</td>
    <td class="number">${bytesText(after)}</td>
    <td class="number">${delta(after - before)}</td>
  </tr>`;
}

function More(all, shown) {
  return all.length > shown.length ? html`<li>and ${all.length - shown.length} more</li>` : null;
}

function comparison({ name, roots, follow }) {
  if (roots + follow === 0) return `Compared with ${name}: no sharding differs.`;
  if (roots === 0)
    return `Compared with ${name}: ${follow} ${follow === 1 ? "sharding differs" : "shardings differ"}.`;
  return `Compared with ${name}: ${roots} root ${roots === 1 ? "change" : "changes"}, ${follow} that ${follow === 1 ? "follows" : "follow"}.`;
}

function ChangeTable({ report, selected, title, changes }) {
  if (changes.length === 0) return null;
  const say = (layout) => {
    if (layout < 0) return "none";
    const { sharding } = report.layouts[layout];
    if (sharding < 0) return "none";
    return report.shardings[sharding].spec || report.shardings[sharding].text;
  };
  const shown = changes.slice(0, 500);
  const any = shown.some((c) => c.because);
  return html`<h3>${title}</h3>
    <table class="plain">
      <thead>
        <tr>
          <th scope="col">Tensor</th>
          <th scope="col">Before</th>
          <th scope="col">Now</th>
          <th scope="col" class="number">On a device</th>
          ${any ? html`<th scope="col">Because</th>` : null}
        </tr>
      </thead>
      <tbody>
        ${shown.map((c) => {
          const now = report.layout(c.tensor).local_bytes;
          const before = c.before < 0 ? now : report.layouts[c.before].local_bytes;
          return html`<tr class=${selected.value === c.tensor ? "current" : ""}>
            <td>
              <button onClick=${() => (selected.value = c.tensor)}>${report.name(c.tensor)}</button>
            </td>
            <td><code>${say(c.before)}</code></td>
            <td>
              <code
                >${report.sharding(c.tensor)?.spec || report.sharding(c.tensor)?.text || "none"}</code
              >
            </td>
            <td class="number">${delta(now - before)}</td>
            ${any ? html`<td><small>${c.because ?? ""}</small></td>` : null}
          </tr>`;
        })}
      </tbody>
    </table>
    ${changes.length > shown.length ? html`<p>and ${changes.length - shown.length} more</p>` : null}`;
}

function delta(bytes) {
  return bytes === 0 ? "the same" : `${bytes > 0 ? "+" : "−"}${bytesText(Math.abs(bytes))}`;
}
