import { html } from "./html.js";
import { deviceShards } from "./data.js";

const MOST_CELLS = 400;

/**
 * Which devices hold which part of a tensor: rows are the first dimension that
 * is cut, columns the second; for further ones there is a grid each.
 */
export function DeviceGrid({ report, layout, colorOf }) {
  const sharding = layout.sharding < 0 ? null : report.shardings[layout.sharding];
  const shape = report.types[layout.type].shape;
  if (!sharding || !shape) return null;
  const mesh = report.meshes[sharding.mesh];
  const devices = mesh.axes.reduce((a, x) => a * x.size, 1);
  if (devices > 4096) {
    return html`<p>The mesh has ${devices} devices, too many to draw.</p>`;
  }
  const counts = sharding.dims.map((d) => d.axes.reduce((a, x) => a * x.size, 1));
  const cut = counts.map((_, d) => d).filter((d) => counts[d] > 1);
  const [rowDim, columnDim, ...others] = cut;
  const holders = holdersOf(mesh, sharding, cut);
  const rows = rowDim === undefined ? 1 : counts[rowDim];
  const columns = columnDim === undefined ? 1 : counts[columnDim];
  if (rows * columns > MOST_CELLS) {
    return html`<p>${rows} x ${columns} parts, too many to draw.</p>`;
  }
  const planes = planesOf(others, counts).slice(0, 8);
  return html`<div class="grids">
    ${planes.map(
      (plane) =>
        html`<figure>
          ${
            plane.length > 0
              ? html`<figcaption>
                  ${plane.map((shard, k) => `dimension ${others[k]}: ${range(shape, counts, layout, others[k], shard)}`).join(", ")}
                </figcaption>`
              : null
          }
          <table class="grid" aria-label="Which devices hold which part">
            ${
              columnDim === undefined
                ? null
                : html`<thead>
                    <tr>
                      <td></td>
                      ${times(columns, (c) => html`<th scope="col" style=${edge(sharding, columnDim, colorOf)}>${range(shape, counts, layout, columnDim, c)}</th>`)}
                    </tr>
                  </thead>`
            }
            <tbody>
              ${times(
                rows,
                (r) =>
                  html`<tr>
                    <th scope="row" style=${edge(sharding, rowDim, colorOf)}>
                      ${rowDim === undefined ? "all" : range(shape, counts, layout, rowDim, r)}
                    </th>
                    ${times(
                      columns,
                      (c) =>
                        html`<td>
                          ${runs(holders.get([r, c, ...plane].slice(0, Math.max(cut.length, 0)).join(",")) ?? holders.get("") ?? [])}
                        </td>`,
                    )}
                  </tr>`,
              )}
            </tbody>
          </table>
        </figure>`,
    )}
    ${
      planesOf(others, counts).length > 8
        ? html`<p>and ${planesOf(others, counts).length - 8} more such grids</p>`
        : null
    }
  </div>`;
}

function holdersOf(mesh, sharding, cut) {
  const holders = new Map();
  deviceShards(mesh, sharding).forEach((shards, place) => {
    const key = cut.map((d) => shards[d]).join(",");
    if (!holders.has(key)) holders.set(key, []);
    holders.get(key).push(mesh.device_ids?.[place] ?? place);
  });
  for (const devices of holders.values()) devices.sort((a, b) => a - b);
  return holders;
}

function planesOf(dims, counts) {
  let planes = [[]];
  for (const d of dims) {
    planes = planes.flatMap((p) => times(counts[d], (i) => [...p, i]));
  }
  return planes;
}

function range(shape, counts, layout, dim, shard) {
  const size = Math.ceil(shape[dim] / counts[dim]);
  const begin = Math.min(shape[dim], shard * size);
  const end = Math.min(shape[dim], begin + size);
  return begin === end ? "padding" : `${begin}:${end}`;
}

function edge(sharding, dim, colorOf) {
  if (dim === undefined) return "";
  const axis = sharding.dims[dim].axes[0];
  return axis ? `box-shadow: inset 0 -3px ${colorOf(axis.name)}` : "";
}

/** "0-3, 8" */
export function runs(devices) {
  const parts = [];
  for (let i = 0; i < devices.length;) {
    let j = i;
    while (j + 1 < devices.length && devices[j + 1] === devices[j] + 1) ++j;
    parts.push(j === i ? `${devices[i]}` : `${devices[i]}–${devices[j]}`);
    i = j + 1;
  }
  return parts.join(", ");
}

function times(count, make) {
  return Array.from({ length: count }, (_, i) => make(i));
}
