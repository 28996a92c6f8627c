import { html } from "./html.js";
import { dimBackground } from "./colors.js";
import { axisText } from "./data.js";

/** The sharding of a tensor as a strip of cells, one for each dimension. */
export function Strip({ sharding, rank, colorOf }) {
  if (!sharding) {
    return html`<span class="strip none" role="img" aria-label="no sharding"></span>`;
  }
  const dims = sharding.dims;
  if (rank === 0) {
    return html`<span class="strip" role="img" aria-label="scalar"
      ><i style="background: var(--uncut)"></i
    ></span>`;
  }
  const label = dims.map((d) => d.axes.map(axisText).join(" ") || "whole").join(", ");
  return html`<span class="strip" role="img" aria-label=${label} title=${label}>
    ${dims.map((d) => html`<i style=${`background: ${dimBackground(d.axes, colorOf)}`}></i>`)}
    ${sharding.unreduced.length > 0 ? html`<b title="unreduced">+</b>` : null}
  </span>`;
}

/** The key of colours: a row for each axis. */
export function AxisKey({ report, colorOf, onPick }) {
  return html`<ul class="key" aria-label="Colours of axes">
    ${report.axes.map(
      (axis) =>
        html`<li>
          <button onClick=${() => onPick(axis)} title=${`Show what is sharded over ${axis}`}>
            <i style=${`background: ${colorOf(axis)}`}></i>${axis}
          </button>
        </li>`,
    )}
    <li>
      <span><i style="background: var(--uncut)"></i>not cut</span>
    </li>
  </ul>`;
}
