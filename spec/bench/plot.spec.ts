// Results made up from power laws → a self-contained picture whose points lie where a log–log plot has them.

import { expect, test } from '@jest/globals';
import { MS, size } from './made-up-results.ts';
import { plot } from './plot.mjs';

const FACES = [10_000, 50_000, 200_000, 800_000];
const PANELS = 4;
const results = {
  ...{
    title: 'Bone & saw',
    machine: { cpu: 'a <processor>', cores: 2, node: 'v20' },
    tool: { name: 'saw', faces: 8_000 },
  },
  kinds: ['cut'],
  sizes: FACES.map((faces) => size(faces)),
};
const text = plot(results);

test('is one SVG small enough for a page, the same each time, and asks for nothing outside it', () => {
  expect(text.startsWith('<svg xmlns="http://www.w3.org/2000/svg"')).toBe(true);
  expect(text.length).toBeLessThan(200_000);
  expect(plot(structuredClone(results))).toBe(text);
  expect(text).not.toMatch(/href|url\(|@import|<script|NaN|undefined/);
  expect(text).toContain('prefers-color-scheme: dark');
});

test('every panel has both axes with their units; words from outside are escaped', () => {
  expect(text.split('faces of the bone</text>').length - 1).toBe(PANELS);
  expect(text.split('time, ms</text>').length - 1).toBe(PANELS);
  for (const name of ['kerf', 'three-mesh-bvh', 'manifold-3d', 'Rapier', 'Jolt', 'vtk.js OBBTree'])
    expect(text).toContain(`>${name}</text>`);
  expect(text).toContain('Bone &amp; saw');
  expect(text).toContain('a &lt;processor>');
});

test('equal ratios of faces, and of times, are equal ways', () => {
  const [, panel] = text.split('panel0');
  /** Centres of a competitor's markers, found by its colour. */
  const dots = (colour: number) =>
    [
      ...panel
        .split('class="panel1')[0]
        .matchAll(/<path stroke="var\(--c(\d)\)"[^>]*transform="translate\(([\d.]+),([\d.]+)\)"/g),
    ]
      .filter((match) => Number(match[1]) === colour)
      .map((match) => ({ x: Number(match[2]), y: Number(match[3]) }));
  const [kerf, peer] = [dots(0), dots(1)];
  expect([kerf.length, peer.length]).toEqual([FACES.length, FACES.length]);
  const perDecade = (kerf[3].x - kerf[0].x) / Math.log10(FACES[3] / FACES[0]);
  FACES.forEach((faces, i) => {
    expect(kerf[i].x - kerf[0].x).toBeCloseTo(perDecade * Math.log10(faces / FACES[0]), 6);
    expect(peer[i].x).toBeCloseTo(kerf[i].x, 6);
  });
  const axis = [...panel.matchAll(/<line y2="([\d.]+)"/g)].slice(0, 2).map((match) => Number(match[1]));
  expect(kerf[0].y - peer[0].y).toBeCloseTo((axis[0] - axis[1]) * Math.log10(MS.peer / MS.kerf), 6);
});
