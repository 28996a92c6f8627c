import { html } from "./html.js";
import { KINDS, bytesText, secondsText, shapeText } from "./data.js";
import { DeviceGrid } from "./grid.js";
import { Strip } from "./strip.js";

const MOST_LINKS = 20;

/** Everything about the selected tensor. */
export function Detail({ state, colorOf }) {
  const { report, selected } = state;
  const i = selected.value;
  if (i < 0) {
    return html`<aside class="detail" aria-label="Selected tensor">
      <p class="hint">
        Select a tensor to see which device holds what, where its sharding comes from, and what it
        costs to move.
      </p>
    </aside>`;
  }
  const layout = report.layout(i);
  const sharding = report.sharding(i);
  const type = report.type(i);
  const change = report.changeOf.get(i);
  return html`<aside class="detail" aria-label="Selected tensor" aria-live="polite">
    <h2>${report.name(i)}</h2>
    <p class="sub">
      ${KINDS[report.kind(i)]}${report.op(i) ? html`, from <code>${report.op(i)}</code>` : ""}
      ${report.line(i) > 0 ? Place({ state, i }) : null}
    </p>
    <dl>
      <dt>Type</dt>
      <dd>${type.text}</dd>
      <dt>Sharding</dt>
      <dd>
        ${Strip({ sharding, rank: type.shape?.length ?? 0, colorOf })}
        <code>${sharding ? sharding.spec || sharding.text : "none"}</code>
        ${sharding?.spec ? html`<br /><code class="long">${sharding.text}</code>` : null}
      </dd>
      <dt>On a device</dt>
      <dd>
        ${`${layout.local ? shapeText(layout.local) : "?"}, ${bytesText(layout.local_bytes)} of ${bytesText(layout.bytes)}`}
      </dd>
      ${change ? Change({ report, change }) : null}
    </dl>
    <h3>Devices</h3>
    ${
      sharding
        ? DeviceGrid({ report, layout, colorOf })
        : html`<p>No sharding: every device holds all of it.</p>`
    }
    ${Explanation({ state, i })} ${Moves({ state, i })}
    ${Links({ state, title: "Made from", items: report.producers(i) })}
    ${Links({ state, title: "Used by", items: report.users(i) })}
  </aside>`;
}

function Place({ state, i }) {
  const { report, tab, line } = state;
  const text = `${report.file(i) || report.program.name}:${report.line(i)}`;
  if (report.file(i) !== "" || !report.text) return html`<span class="place">${text}</span>`;
  return html`<button
    class="place"
    onClick=${() => {
      tab.value = "program";
      line.value = report.line(i);
    }}
  >
    ${text}
  </button>`;
}

function Change({ report, change }) {
  const before = change.before < 0 ? null : report.layouts[change.before];
  const old = before && before.sharding >= 0 ? report.shardings[before.sharding] : null;
  return html`<dt>Before</dt>
    <dd>
      <code>${old ? old.spec || old.text : "none"}</code>${
        before ? html`, ${bytesText(before.local_bytes)} on a device` : null
      } <br />${change.root ? "a change of its own" : `follows: ${change.because}`}
    </dd>`;
}

function Explanation({ state, i }) {
  const { report } = state;
  const found = report.explanationOf.get(i);
  return html`<h3>Where it comes from</h3>
    ${
      found
        ? html`<pre class="explanation">${found.text}</pre>`
        : html`<p>
            Ask the program:
            <code class="long"
              >shardflow explain ${report.program.name} --value '${report.value(i)}'</code
            >
          </p>`
    }`;
}

function Moves({ state, i }) {
  const { report } = state;
  const moves = report.communicationOf.get(i);
  if (!moves) return null;
  return html`<h3>Communication at it</h3>
    <ul class="moves">
      ${moves.map(
        (c) =>
          html`<li>
            <code>${c.kind}</code> ${moveText(c)} ${c.cause ? html`<br /><small>${c.cause}</small>` : null}
          </li>`,
      )}
    </ul>`;
}

function moveText(c) {
  const times = c.times > 1 ? ` x ${c.times}` : "";
  const seconds = c.seconds ? `, ${secondsText(c.seconds)}` : "";
  const over = c.axes.join(", ") || "all devices";
  return ` over ${over}: a device sends ${bytesText(c.bytes_sent)}${times}${seconds}`;
}

function Links({ state, title, items }) {
  const { report, selected } = state;
  if (items.length === 0) return null;
  const shown = Array.from(items.slice(0, MOST_LINKS));
  return html`<h3>${title}</h3>
    <ul class="links">
      ${shown.map(
        (v) =>
          html`<li>
            <button onClick=${() => (selected.value = v)}>${report.name(v)}</button>
            <small>${report.op(v)}</small>
          </li>`,
      )}
      ${items.length > shown.length ? html`<li>and ${items.length - shown.length} more</li>` : null}
    </ul>`;
}
