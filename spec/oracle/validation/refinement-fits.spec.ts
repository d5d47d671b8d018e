// fitRefinement on rows that obey known laws: which rows it takes, which it leaves out, and the orders that it finds.

import { expect, test } from '@jest/globals';
import type { MeanMax, StudyRow } from '#validation/refinement.ts';
import { fitRefinement } from '#validation/refinement-fits.ts';

const EDGES = [3.2, 1.6, 0.8, 0.4];
const RESOLUTIONS = [2, 1, 0.5, 0.25];

/** Each quantity depends on both, so that a fit along the wrong rows would give another order. */
function row(edge: number, resolution: number, change: Partial<StudyRow> = {}): StudyRow {
  const both = (mean: number): MeanMax => ({ mean, max: 3 * mean });
  return {
    body: 'made up',
    faces: Math.round(1000 / edge ** 2),
    edge,
    resolution,
    contacts: 100,
    width: both(0.4 * resolution * edge),
    error: both(0.01 * resolution ** 2 + 0.02 * edge ** 2),
    meshError: both(0.03 * edge ** 2 * resolution),
    samplingError: both(0.05 * resolution ** 3 * edge),
    truthWidth: 1e-7,
    milliseconds: 1,
    ...change,
  };
}

const grid = EDGES.flatMap((edge) => RESOLUTIONS.map((resolution) => row(edge, resolution)));

test('each quantity along its own rows: h on the finest mesh, the edge at the smallest h, both together', () => {
  const found = fitRefinement(grid);
  const told = found.map(({ body, quantity, statistic, against, points, unresolved }) => [
    ...[body, quantity, statistic, against, points, unresolved],
  ]);
  expect(told).toEqual(
    [
      ['width', 'resolution'],
      ['samplingError', 'resolution'],
      ['meshError', 'edge'],
      ['error', 'both'],
    ].flatMap(([quantity, against]) =>
      ['mean', 'max'].map((statistic) => ['made up', quantity, statistic, against, 4, 0]),
    ),
  );
  // On the finest mesh the edge is 0.4; the smallest h is 0.25; refined together, the edge is 1.6 · h.
  const laws = [
    [1, 0.4 * 0.4],
    [3, 0.05 * 0.4],
    [2, 0.03 * 0.25],
    [2, 0.01 + 0.02 * 1.6 ** 2],
  ];
  found.forEach(({ order, constant, r2, statistic }, i) => {
    const [wantedOrder, mean] = laws[Math.floor(i / 2)];
    expect(order).toBeCloseTo(wantedOrder, 10);
    expect(constant / (statistic === 'mean' ? mean : 3 * mean)).toBeCloseTo(1, 10);
    expect(r2).toBeCloseTo(1, 10);
  });
});

test('the order of the rows is of no account, and bodies are fitted apart', () => {
  const other = grid.map((one) => ({ ...one, body: 'other', width: { mean: one.resolution ** 2, max: 1 } }));
  const found = fitRefinement([...other, ...grid].reverse());
  expect(found.filter((fit) => fit.body === 'made up')).toEqual(fitRefinement([...grid].reverse()));
  const width = found.find((fit) => fit.body === 'other' && fit.quantity === 'width' && fit.statistic === 'mean');
  expect(width?.order).toBeCloseTo(2, 10);
});

test('with more densities than values of h the finest go together, and the coarsest meshes with none', () => {
  const more = [row(6.4, 2), ...grid].map((one) => ({ ...one, body: 'more' }));
  expect(fitRefinement(more).find((fit) => fit.against === 'both')?.points).toBe(4);
});

test('a value within ten times the width of its truth is left out and counted; with fewer than three there is no fit', () => {
  const tiny = grid.map((one) =>
    one.resolution === 0.25 ? { ...one, samplingError: { mean: 1e-6, max: 1.1e-6 } } : one,
  );
  const found = fitRefinement(tiny).filter((fit) => fit.quantity === 'samplingError');
  expect(found.map(({ statistic, points, unresolved }) => [statistic, points, unresolved])).toEqual([
    ['mean', 3, 1],
    ['max', 4, 0],
  ]);
  expect(found[0].order).toBeCloseTo(3, 10);
  const exactMesh = grid.map((one) => ({ ...one, meshError: { mean: 0, max: 1e-15 } }));
  expect(fitRefinement(exactMesh).some((fit) => fit.quantity === 'meshError')).toBe(false);
  const poorTruth = grid.map((one) => ({ ...one, truthWidth: 1 }));
  expect(fitRefinement(poorTruth)).toEqual([]);
});
