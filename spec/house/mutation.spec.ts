// The mutation run's faults in the files in which they are planted: each fits once, changes something and leaves a
// valid program.

import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parseSync } from '@swc/core';
import { faults } from '#spec/mutation/faults.mjs';
import { inDeep } from '#harness/sets.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

describe('the faults of spec/mutation', () => {
  test('are at least 30, and no two are the same', () => {
    expect(faults.length).toBeGreaterThanOrEqual(30);
    const places = faults.map(({ file, find, replace }) => JSON.stringify([file, find, replace]));
    expect(places.filter((place, i) => places.indexOf(place) !== i)).toEqual([]);
    const names = faults.map(({ file, says }) => `${file}: ${says}`);
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  });

  // A gpu-….ts passes buffers to kernels, whose logic is in wgsl/; floats.ts has names of types.
  test('are in every file with logic of the rooms that answer by numbers, and in what these rest on', () => {
    const compiled = ['proximity', 'subdivide', 'measure'].map((room) => `lib/stages/compiled/module/${room}`);
    const rooms = [
      'geometry/divisions',
      'geometry/triangles',
      'index/proximity',
      ...['compiled', 'subdivide', 'intersect', 'measure', 'round-tool'].map((room) => `stages/${room}`),
      ...['impact', 'sphere', 'stroke', 'deforming'].map((part) => `questions/motion/${part}`),
    ].map((room) => `lib/${room}`);
    const files = [...rooms, ...compiled].flatMap((folder) =>
      readdirSync(join(root, folder))
        .filter((name) => name.endsWith('.ts') && basename(name) !== 'index.ts' && !/^gpu-|^floats/.test(name))
        .map((name) => `${folder}/${name}`),
    );
    const below = [
      ...[
        'lib/base/core/aligned-axes.ts',
        'lib/base/core/bounds.ts',
        'lib/base/core/hash-table.ts',
        'lib/base/core/kept-on-gpu.ts',
        'lib/index/bodies/sub-triangle-corners.ts',
        'lib/questions/surface/gpu-query-words.ts',
        'lib/stages/compiled/module/records/core.ts',
        'lib/stages/compiled/module/records/divisions.ts',
        'lib/stages/compiled/module/records/floats.ts',
      ],
      ...['node-pairs', 'pair-tree', 'posed-boxes', 'aligned-boxes', 'bvh-winding'].map(
        (name) => `lib/index/bvh/${name}.ts`,
      ),
      ...['median-tree', 'dop-tree', 'self-front'].map((name) => `lib/index/bvh/${name}.ts`),
      ...['cuttable-bone', 'keep-largest', 'line-hits', 'mark-volume', 'motion-poses', 'near-bone', 'near-faces'].map(
        (name) => `lib/surgery/cutting/${name}.ts`,
      ),
      ...['removed-volume', 'swept-bounds', 'round-mesh', 'sweep', 'sweep-cuts', 'swept-volume'].map(
        (name) => `lib/surgery/cutting/${name}.ts`,
      ),
      ...['cap-section', 'check-half', 'fill-loops', 'half-mesh', 'plane-sides', 'section-rings', 'solids'].map(
        (name) => `lib/surgery/osteotomy/${name}.ts`,
      ),
      ...[
        'convex-clip',
        'convex-cut',
        'cut-box',
        'divide-on-lines',
        'edge-chain',
        'exact-points',
        'flat-view',
        'rounded-points',
      ].map((name) => `lib/surgery/osteotomy/${name}.ts`),
      ...['line-of-sight', 'line-walk', 'nearest-query'].map((name) => `lib/questions/surface/${name}.ts`),
      ...['cell-view', 'cut-parts', 'exact-cell', 'slot-journal', 'slot-numbers', 'slot-points', 'slot-solid'].map(
        (name) => `lib/surgery/slots/${name}.ts`,
      ),
      ...['blade-path', 'exact-planes', 'live-surface', 'near-index', 'outline-sweep', 'patch-fault', 'slot-frame'].map(
        (name) => `lib/surgery/slots/${name}.ts`,
      ),
      ...['clip-face', 'cut-out', 'in-square', 'node-paths', 'outer-body', 'outer-face', 'rim-side'].map(
        (name) => `lib/surgery/inset/${name}.ts`,
      ),
      ...['bone-state', 'continue-numbers', 'cut-record', 'grow-window', 'window-edge'].map(
        (name) => `lib/surgery/cutting/${name}.ts`,
      ),
      ...[
        'bone-cones',
        'cut-result',
        'exact-boxes',
        'fine-bone',
        'kept-bone',
        'lost-bridges',
        'lost-features',
        'made-faces',
        'thin-faces',
        'thin-prisms',
        'thin-walls',
        'tool-way',
        'unshown-faces',
      ].map((name) => `lib/surgery/cutting/${name}.ts`),
      ...[
        'build-local-model',
        'far-balls',
        'far-runs',
        'free-way',
        'god-object',
        'list-faces',
        'local-gap',
        'near-samples',
      ].map((name) => `lib/surgery/haptics/${name}.ts`),
      ...['sample-points', 'standing-model'].map((name) => `lib/surgery/haptics/${name}.ts`),
      ...[
        'cut-allowance',
        'cut-feed',
        'cutting-law',
        'cutting-part',
        'drag',
        'drill-edges',
        'perforator-edges',
        'kerf-play',
        'spinning-edges',
        'stroke-areas',
        'tool-feed',
        'way-back',
      ].map((name) => `lib/surgery/haptics/cutting/${name}.ts`),
      ...['faces-near-box', 'scanline-winding'].map((name) => `lib/index/scanlines/${name}.ts`),
      ...['cone-angle', 'earlier-answers', 'engine-depths', 'engine-judge', 'exact-directions', 'judge-contacts'].map(
        (name) => `lib/oracle/validation/engines/${name}.ts`,
      ),
      ...['nearest-depth', 'summarise-engine', 'surface-pieces', 'suspicions', 'uncovered-area'].map(
        (name) => `lib/oracle/validation/engines/${name}.ts`,
      ),
      ...['lib/surgery/assessment/plane-distance.ts', 'lib/index/bvh/build-bvh.ts'],
      ...['edge-parts', 'nested-boxes', 'refine-mesh', 'repair-mesh', 'volume-sign', 'weld-near'].map(
        (name) => `lib/base/mesh/${name}.ts`,
      ),
      ...['attach-attributes', 'image-data', 'kerf-contacts', 'mesh-from-poly-data', 'pose-of'].map(
        (name) => `lib/bridges/vtk/${name}.ts`,
      ),
      ...['cells-poly-data', 'poly-data-from-report'].map((name) => `lib/bridges/poly-data/${name}.ts`),
      ...['expression/expression-body', 'expression/read-tokens', 'parse-length'].map(
        (name) => `lib/bridges/quantities/${name}.ts`,
      ),
      ...['contact-geometry', 'editable-geometry', 'pose-of', 'read-triangles', 'update-ranges'].map(
        (name) => `lib/bridges/three/${name}.ts`,
      ),
      ...[
        'box-sides',
        'cone-polygon',
        'cone-walk',
        'map-surface',
        'onto-map',
        'posed-surface',
        'radial-map',
        'side-walk',
      ].map((name) => `lib/index/radial-map/${name}.ts`),
      ...['sides-of', 'slack', 'test-maps', 'texel-bounds', 'texel-ranges', 'zone-sides', 'zone-table'].map(
        (name) => `lib/index/radial-map/${name}.ts`,
      ),
      'lib/detect/detector/report-tracker.ts',
      ...['gpu-face-sets', 'separating-planes', 'support-vertex'].map((name) => `lib/stages/candidates/${name}.ts`),
    ];
    expect([...new Set(faults.map(({ file }) => file))].sort()).toEqual([...files, ...below].sort());
  });

  test('each find their text exactly once, and change it', () => {
    const misfits = faults.flatMap(({ file, says, find, replace }) => {
      const pieces = read(file).split(find);
      if (pieces.length !== 2) return [`${file}, ${says}: its text occurs ${pieces.length - 1} times`];
      return find === replace ? [`${file}, ${says}: changes nothing`] : [];
    });
    expect(misfits).toEqual([]);
  });

  inDeep(() =>
    test('each leave a program', () => {
      const misfits = faults.filter(({ file, find, replace }) => {
        try {
          parseSync(
            read(file).replace(find, () => replace),
            { syntax: 'typescript', decorators: true },
          );
          return false;
        } catch {
          return true;
        }
      });
      expect(misfits).toEqual([]);
    }),
  );
});
