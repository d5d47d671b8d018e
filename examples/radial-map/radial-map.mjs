// A skull → its radial map: points classified as inside, outside or unknown, and a picture of the unrolled map.

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createRadialMap } from 'kerf';
import { skullPhantom } from 'kerf/datasets';

const file = process.argv[2] ?? 'out/radial-map.svg';
const skull = skullPhantom({ targetFaces: 20_000 });
const map = createRadialMap(skull);
const { size, radius, centre } = map;

// ---- Points classified: on a line from the centre upward, and throughout the ball of twice the radius.
const names = { 1: 'inside', '-1': 'outside', 0: 'unknown' };
let before;
for (let z = 0; z <= radius; z += 0.5) {
  const side = map.side(centre[0], centre[1], centre[2] + z);
  if (side !== before) console.log(`${z} mm above the centre: ${names[side]}`);
  before = side;
}
const told = { inside: 0, outside: 0, unknown: 0 };
const steps = 40;
for (let i = -steps; i <= steps; i++)
  for (let j = -steps; j <= steps; j++)
    for (let k = -steps; k <= steps; k++)
      if (i * i + j * j + k * k <= steps * steps) {
        const [x, y, z] = [i, j, k].map((n, axis) => centre[axis] + (2 * radius * n) / steps);
        told[names[map.side(x, y, z)]]++;
      }
const all = told.inside + told.outside + told.unknown;
const share = (n) => `${((100 * n) / all).toFixed(2)} %`;
const facts = `${skull.faces.length / 3} faces, 6 × ${size} × ${size} texels, ${map.tableBytes} bytes`;
console.log(`${skull.name}: ${facts}, radius ${radius.toFixed(1)} mm`);
console.log(
  `within twice the radius: inside ${share(told.inside)}, outside ${share(told.outside)}, unknown ${share(told.unknown)}`,
);

// ---- The picture: six sides of the cube.
/** px: a texel's edge, a side's edge, the gap between sides, and the margins at the left and the top. */
const TEXEL = 16;
const SIDE = size * TEXEL;
const GAP = 46;
const LEFT = 30;
const TOP = 74;
/** A texel is hatched if a greater share than this of its cone's volume, up to the radius, is unknown. */
const HATCHED = 0.2;
/** Each side's name, and the axes that run across and up it: columns and rows, except for ±y, whose columns run up. */
const SIDES = ['+x', '−x', '+y', '−y', '+z', '−z'].map((name, side) => ({
  name,
  across: 'yxx'[side >> 1],
  up: 'zzy'[side >> 1],
}));
const isTurned = (side) => side >> 1 === 1;

const texels = SIDES.flatMap((_, side) =>
  Array.from({ length: size * size }, (_, n) => {
    const [column, row] = [n % size, Math.floor(n / size)];
    const crossings = map.crossings(side, column, row);
    let unknown = 0;
    for (let k = 0; k < crossings.length; k += 2) unknown += (crossings[k + 1] ** 3 - crossings[k] ** 3) / radius ** 3;
    return { side, column, row, first: crossings[0], count: crossings.length / 2, unknown };
  }),
);
const firsts = texels.flatMap(({ first }) => first ?? []);
const [least, most] = [Math.min(...firsts), Math.max(...firsts)];

/** Colours from near to far, with evenly spaced lightness. */
const RAMP = ['#2b1a5a', '#3b4c9b', '#2a87a8', '#3fb68b', '#a9d65a', '#fbe96b'];
function colour(distance) {
  const at = ((distance - least) / (most - least || 1)) * (RAMP.length - 1);
  const k = Math.min(RAMP.length - 2, Math.floor(at));
  const mixed = [1, 3, 5].map((c) => {
    const [a, b] = [k, k + 1].map((n) => Number.parseInt(RAMP[n].slice(c, c + 2), 16));
    return Math.round(a + (at - k) * (b - a));
  });
  return { fill: `rgb(${mixed})`, isDark: mixed[0] * 0.3 + mixed[1] * 0.59 + mixed[2] * 0.11 < 120 };
}

const place = (side) => [LEFT + (side % 3) * (SIDE + GAP), TOP + Math.floor(side / 3) * (SIDE + GAP)];
const drawn = texels.map(({ side, column, row, first, count, unknown }) => {
  const [left, top] = place(side);
  const [across, up] = isTurned(side) ? [row, column] : [column, row];
  const [x, y] = [left + across * TEXEL, top + (size - 1 - up) * TEXEL];
  const square = `x="${x}" y="${y}" width="${TEXEL}" height="${TEXEL}"`;
  if (count === 0) return `<rect ${square} fill="#fff" stroke="#ccc" stroke-width=".5"/>`;
  const { fill, isDark } = colour(first);
  const hatch = unknown > HATCHED ? `<rect ${square} fill="url(#hatch)"/>` : '';
  const ink = isDark ? '#fff' : '#000';
  const digit =
    count > 1 ? `<text x="${x + TEXEL / 2}" y="${y + 11.5}" class="count" fill="${ink}">${count}</text>` : '';
  return `<rect ${square} fill="${fill}"/>${hatch}${digit}`;
});
const labels = SIDES.map(({ name, across, up }, side) => {
  const [left, top] = place(side);
  return [
    `<rect x="${left}" y="${top}" width="${SIDE}" height="${SIDE}" fill="none" stroke="#444"/>`,
    `<text x="${left}" y="${top - 7}" class="side">${name}</text>`,
    `<text x="${left + SIDE}" y="${top + SIDE + 15}" class="axis" text-anchor="end">${across} →</text>`,
    `<text x="${left - 7}" y="${top + 30}" class="axis" text-anchor="start" transform="rotate(-90 ${left - 7} ${top + 30})">${up} →</text>`,
  ].join('');
});

const width = LEFT + 3 * SIDE + 2 * GAP + 24;
const legendTop = TOP + 2 * SIDE + GAP + 42;
const bar = 300;
const stops = RAMP.map((c, k) => `<stop offset="${k / (RAMP.length - 1)}" stop-color="${c}"/>`).join('');
const ticks = [0, 0.25, 0.5, 0.75, 1].map((t) => {
  const x = LEFT + t * bar;
  const says = (least + t * (most - least)).toFixed(0);
  return `<path d="M${x} ${legendTop + 16}v5" stroke="#444"/><text x="${x}" y="${legendTop + 33}" class="axis" text-anchor="middle">${says}</text>`;
});
const keys = LEFT + bar + 60;
writeTo(
  file,
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${legendTop + 56}" width="${width}" height="${legendTop + 56}">
<style>text{font:12px sans-serif}.title{font-size:17px;font-weight:bold}.side{font-size:14px;font-weight:bold}
.axis{fill:#444}.count{font-size:10px;text-anchor:middle}</style>
<defs><pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
<path d="M0 2.5h5" stroke="#e0248a" stroke-width="1.3"/></pattern><linearGradient id="ramp">${stops}</linearGradient></defs>
<rect width="100%" height="100%" fill="#fff"/>
<text x="${LEFT}" y="26" class="title">Radial map of ${skull.name}</text>
<text x="${LEFT}" y="44">${facts}; the sides of a cube about the middle of its box</text>
${drawn.join('\n')}
${labels.join('\n')}
<text x="${LEFT}" y="${legendTop - 6}">distance of the first surface from the centre, mm</text>
<rect x="${LEFT}" y="${legendTop}" width="${bar}" height="16" fill="url(#ramp)" stroke="#444"/>
${ticks.join('\n')}
<rect x="${keys}" y="${legendTop}" width="16" height="16" fill="#ccc" stroke="#444"/>
<rect x="${keys}" y="${legendTop}" width="16" height="16" fill="url(#hatch)"/>
<text x="${keys + 24}" y="${legendTop + 13}">more than ${100 * HATCHED} % of the cone's volume, up to the radius of ${radius.toFixed(1)} mm, is unknown</text>
<rect x="${keys}" y="${legendTop + 24}" width="16" height="16" fill="#ccc" stroke="#444"/>
<text x="${keys + 8}" y="${legendTop + 35.5}" class="count">3</text>
<text x="${keys + 24}" y="${legendTop + 37}">that many intervals, if more than one; white: the cone meets no surface</text>
</svg>
`,
);

function writeTo(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  console.log(`drawn: ${path}`);
}
