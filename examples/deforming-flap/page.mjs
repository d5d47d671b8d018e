// Frames and counts of a drawn flap → a self-contained page: pictures side by side, impacts and free time by step.

import { drawPicture } from './picture.mjs';

const BONE = [232, 222, 200];
/** The skin's upper side, checked in two shades by squares of CHECK cells; its underside; where it met something. */
const SKIN = [
  [205, 150, 125],
  [178, 118, 98],
];
const UNDER = [120, 40, 52];
const MET = [255, 200, 40];
const HOOK = [20, 90, 200];
const OUTLINE = [60, 110, 60];
const CHECK = 4;
/** mm: the scale bar. */
const BAR = 20;

/** px, px a mm. */
const VIEW = {
  ...{ centre: [6, 47, 58], toward: [-0.35, 0.55, 0.75], up: [0, 0, 1], light: [0.35, 0.15, 0.9] },
  ...{ width: 408, height: 340, scale: 2.975 },
};

const css = (colour) => `rgb(${colour})`;

/**
 * @param options.flap made by makeSheet. @param options.frames each with step, positions (the flap's), way (the hook's
 * path to this step) and met (the flap's vertices that met something in the step).
 * @param options.rows one a step, with impacts and free. @param options.milliseconds duration of a step.
 * @param options.facts lines of text.
 */
export function flapPage({ skull, flap, frames, rows, milliseconds, facts }) {
  const cells = flap.side - 1;
  const outline = rimOf(flap).map((point) => ({ point, radius: 0.45, colour: OUTLINE }));
  const pictures = frames.map(({ step, positions, way, met }) => {
    const colourOf = (face, isFront) => {
      if ([0, 1, 2].every((k) => met.has(flap.faces[3 * face + k]))) return MET;
      const cell = Math.floor(face / 2);
      const [i, j] = [Math.floor((cell % cells) / CHECK), Math.floor(cell / cells / CHECK)];
      return isFront ? SKIN[(i + j) % 2] : UNDER;
    };
    const dots = [
      ...outline,
      ...way.map((point) => ({ point, radius: 0.35, colour: HOOK })),
      { point: way.at(-1), radius: 1.8, colour: HOOK },
    ];
    const surfaces = [
      { ...skull, colourOf: () => BONE },
      { positions, faces: flap.faces, colourOf },
    ];
    const png = drawPicture({ surfaces, dots, view: VIEW }).toString('base64');
    const impacts = step === 0 ? 'the start' : `impacts of the proposed step: ${rows[step - 1].impacts}`;
    return `<figure><img alt="The flap after ${step} steps" src="data:image/png;base64,${png}"><u style="width:${(100 * BAR * VIEW.scale) / VIEW.width}%">${BAR} mm</u>
<figcaption><b>${step * milliseconds} ms</b>: ${impacts}</figcaption></figure>`;
  });
  const keys = [
    [SKIN[0], 'skin, its upper side'],
    [UNDER, 'its under side'],
    [MET, 'faces whose corners all met something in the proposed step'],
    [HOOK, 'the hook, and its way'],
    [OUTLINE, 'where the flap lay'],
    [BONE, 'bone'],
  ].map(([colour, name]) => `<span><i style="background:${css(colour)}"></i>${name}</span>`);
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>A skin flap drawn over a skull</title>
<style>body{font:15px/1.45 sans-serif;margin:24px auto;max-width:1180px;color:#222;background:#fafaf8}h1{font-size:22px}
main{display:grid;grid-template-columns:repeat(3,1fr);gap:10px}figure{margin:0;position:relative}img{width:100%;height:auto;border:1px solid #ccc}
span{margin-right:22px;white-space:nowrap}i{display:inline-block;width:14px;height:14px;margin-right:6px;vertical-align:-2px;border:1px solid #888}
u{position:absolute;right:3%;top:8px;border-bottom:3px solid #222;font-size:12px;text-align:center;text-decoration:none}
text{font:12px sans-serif;fill:#333}</style>
<h1>A skin flap drawn over a skull</h1>
<p>${facts.join('<br>')}</p>
<main>
${pictures.join('\n')}
</main>
<p>${keys.join('\n')}</p>
${plot(rows, frames, milliseconds)}
</html>
`;
}

/** The initial positions of the vertices along its rim. */
function rimOf({ side, positions }) {
  const vertices = Array.from({ length: side * side }, (_, vertex) => vertex).filter((vertex) =>
    [vertex % side, Math.floor(vertex / side)].some((place) => place === 0 || place === side - 1),
  );
  return vertices.map((vertex) => [...positions.subarray(3 * vertex, 3 * vertex + 3)]);
}

/** Above, the impacts of each proposed step; below, the time up to which it was free. */
function plot(rows, frames, milliseconds) {
  const [left, top, width, height, gap] = [70, 30, 1080, 120, 50];
  const x = (step) => left + (width * step) / rows.length;
  const most = Math.max(1, ...rows.map(({ impacts }) => impacts));
  const least = Math.min(0.1, ...rows.map(({ free }) => free).filter((free) => free > 0));
  const decades = Math.ceil(-Math.log10(least));
  const low = top + height + gap;
  const yOf = (free) => low - (height * Math.log10(Math.max(free, 10 ** -decades))) / decades;
  const bar = (width / rows.length) * 0.8;
  const bars = rows.map(({ step, impacts }) => {
    const tall = (height * impacts) / most;
    return `<rect x="${(x(step) - bar).toFixed(1)}" y="${(top + height - tall).toFixed(1)}" width="${bar.toFixed(1)}" height="${tall.toFixed(1)}" fill="#c98a12"/>`;
  });
  const dots = rows.map(
    ({ step, free }) =>
      `<circle cx="${(x(step) - bar / 2).toFixed(1)}" cy="${yOf(free).toFixed(1)}" r="2" fill="${free === 1 ? '#3c6e3c' : '#8c2a38'}"/>`,
  );
  const marks = frames.map(
    ({ step }) => `<path d="M${x(step)} ${top}V${low + height}" stroke="#145ac8" stroke-dasharray="3 4" opacity=".5"/>
<text x="${x(step)}" y="${low + height + 18}" text-anchor="middle">${step * milliseconds} ms</text>`,
  );
  const label = (y, text) => `<text x="${left - 8}" y="${y + 4}" text-anchor="end">${text}</text>`;
  const frame = (y) => `<rect x="${left}" y="${y}" width="${width}" height="${height}" fill="none" stroke="#666"/>`;
  const ticks = Array.from({ length: decades + 1 }, (_, k) =>
    label(yOf(10 ** -k), k === 0 ? '1' : `10⁻${'⁰¹²³⁴⁵⁶⁷⁸⁹'[k]}`),
  );
  return `<svg viewBox="0 0 1180 ${low + height + 30}" width="100%">
<text x="${left}" y="${top - 9}">impacts of each proposed step</text>${frame(top)}${label(top + height, 0)}${label(top, most)}
${bars.join('')}
<text x="${left}" y="${low - 9}">time to which the proposed step was free, as a share of it (logarithmic); green: all of it</text>${frame(low)}
${ticks.join('')}${dots.join('')}
${marks.join('')}
</svg>`;
}
