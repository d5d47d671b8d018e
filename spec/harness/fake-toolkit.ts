// A stand-in for kerf's rooms in the specs of the command line: a sphere for a bone, a box for a tool, whole faces for
// contacts.

import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { box, sphere } from '#datasets';
import { assessCut } from '#assessment';
import { buildIndex, loadIndex, saveIndex } from '#bodies';
import { type BoneOptions, boneLabels, type VolumeBone } from '#ct-bone';
import { LabelLines } from '#cli/benchmark/label-lines.ts';
import type { DetectorRequest, JudgedCorpora, MotionRequest, PathDetector, Terminal, Toolkit } from '#cli/toolkit.ts';
import { createDetector, placeTool } from '#detector';
import { osteotomy } from '#osteotomy';
import { type TrianglePolyData, writeNifti, writeNrrd, writePoints } from '#io';
import { createMesh, type MeshInspection, type TriangleMesh } from '#mesh';
import { createImpactDetector } from '#motion';
import { implicitBody } from '#quantities';
import type { ContactReport, ContactTable, OverlapInterval, Penetration } from '#records';
import { rightShare } from '#validation/benchmark/benchmark-judgement.ts';
import { judgeBenchmark } from '#validation/benchmark/judge-benchmark.ts';
import { compareRuns, differences } from '#validation/compare-runs.ts';
import { summariseCorpora } from '#validation/corpora.ts';
import { earlierAnswers } from '#validation/engines/earlier-answers.ts';
import { readResults } from '#validation/engines/read-results.ts';
import { resultsPage, resultsSchema, resultsTemplates } from '#validation/engines/results-schema.ts';
import { summariseEngine } from '#validation/engines/summarise-engine.ts';
import { resultLine, resultsHeader } from '#validation/engines/write-results.ts';
import type { MotionTally } from '#validation/motion-tally.ts';
import type { RefinementStudy } from '#validation/refinement.ts';
import { summarise } from '#validation/summarise.ts';
import { type JudgedMotion, summariseMotion } from '#validation/summarise-motion.ts';
import { type FakeJudgeOptions, type FakeJudgePool, fakeBackend, fakeJudgePool } from './fake-judge-pool.ts';

const RADIUS = 40;
/** mm. */
export const FAKE_WALL = 5;

/** A sphere of radius 40 mm about the origin. */
export function sphereMesh(rings = 48): TriangleMesh {
  const positions: number[] = [];
  const faces: number[] = [];
  const around = 2 * rings;
  for (let i = 0; i <= rings; i++)
    for (let j = 0; j < around; j++) {
      const [theta, phi] = [(Math.PI * i) / rings, (2 * Math.PI * j) / around];
      // Each pole is one point, so that the surface is closed.
      const out = i === rings ? 0 : RADIUS * Math.sin(theta);
      positions.push(out * Math.cos(phi), out * Math.sin(phi), RADIUS * Math.cos(theta));
    }
  for (let i = 0; i < rings; i++)
    for (let j = 0; j < around; j++) {
      const [a, b] = [i * around + j, i * around + ((j + 1) % around)];
      faces.push(a, a + around, b, b, a + around, b + around);
    }
  return createMesh(positions, faces, { name: 'sphere' });
}

/** A box of 30 × 1 × 20 mm about the origin, each side divided into squares of at most 1 mm. */
export function boxMesh(): TriangleMesh {
  const half = [15, 0.5, 10];
  const positions: number[] = [];
  const faces: number[] = [];
  for (let axis = 0; axis < 3; axis++)
    for (const sign of [-1, 1]) {
      const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
      const [nu, nv] = [2 * half[u], 2 * half[v]];
      const first = positions.length / 3;
      for (let i = 0; i <= nu; i++)
        for (let j = 0; j <= nv; j++) {
          const point = [0, 0, 0];
          point[axis] = sign * half[axis];
          point[u] = i - half[u];
          point[v] = j - half[v];
          positions.push(...point);
        }
      for (let i = 0; i < nu; i++)
        for (let j = 0; j < nv; j++) {
          const a = first + i * (nv + 1) + j;
          const b = a + nv + 1;
          faces.push(...(sign > 0 ? [a, b, b + 1, a, b + 1, a + 1] : [a, b + 1, b, a, a + 1, b + 1]));
        }
    }
  return createMesh(positions, faces, { name: 'box' });
}

/** A path of `poses` that lowers the box into the sphere from above. Column-major. */
export function loweringPath(poses: number): Float64Array {
  const matrices = new Float64Array(16 * poses);
  for (let i = 0; i < poses; i++)
    matrices.set([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, RADIUS + 12 - (8 * i) / Math.max(1, poses - 1), 1], 16 * i);
  return matrices;
}

/** Faces of either body whose centroid is within δ of the other solid, by the closed form of its distance. */
export function fakeReport(request: DetectorRequest, pose: Float64Array): ContactReport {
  const [tx, ty, tz] = [pose[12], pose[13], pose[14]];
  const rows: { body: number; face: number; corners: number[]; distance: number }[] = [];
  const toSphere = (x: number, y: number, z: number) => Math.hypot(x, y, z) - RADIUS;
  const toBox = (x: number, y: number, z: number) => {
    const [dx, dy, dz] = [Math.abs(x - tx) - 15, Math.abs(y - ty) - 0.5, Math.abs(z - tz) - 10];
    return Math.hypot(Math.max(dx, 0), Math.max(dy, 0), Math.max(dz, 0)) + Math.min(0, Math.max(dx, dy, dz));
  };
  const collect = (mesh: TriangleMesh, body: number, shift: number[], distanceTo: typeof toBox) => {
    const { positions, faces } = mesh;
    for (let face = 0; face < faces.length / 3; face++) {
      const [a, b, c] = [3 * faces[3 * face], 3 * faces[3 * face + 1], 3 * faces[3 * face + 2]];
      const centre = (axis: number) =>
        (positions[a + axis] + positions[b + axis] + positions[c + axis]) / 3 + shift[axis];
      const distance = distanceTo(centre(0), centre(1), centre(2));
      if (distance > request.contactDistance) continue;
      const corners = [a, b, c].flatMap((vertex) => shift.map((by, axis) => positions[vertex + axis] + by));
      rows.push({ body, face, corners, distance });
    }
  };
  if (request.sides !== 'tool') collect(request.bone, 0, [0, 0, 0], toBox);
  if (request.sides !== 'bone') collect(request.tool, 1, [tx, ty, tz], toSphere);
  const count = rows.length;
  const contacts = {
    length: count,
    body: Uint8Array.from(rows, (row) => row.body),
    face: Uint32Array.from(rows, (row) => row.face),
    level: new Uint8Array(count),
    path: new Uint32Array(count),
    corners: Float64Array.from(rows.flatMap((row) => row.corners)),
    point: Float64Array.from(rows.flatMap((row) => row.corners.slice(0, 3))),
    opposite: Float64Array.from(rows.flatMap((row) => row.corners.slice(0, 3))),
    oppositeFace: new Uint32Array(count),
    normal: Float64Array.from({ length: 3 * count }, (_, i) => (i % 3 === 2 ? 1 : 0)),
    distance: Float64Array.from(rows, (row) => row.distance),
    low: Float64Array.from(rows, (row) => row.distance - 0.5),
    high: Float64Array.from(rows, (row) => row.distance + 0.5),
    patch: Uint32Array.from(rows, (row) => row.body),
  } as unknown as ContactTable;
  const state = rows.some((row) => row.distance < 0) ? 'intersecting' : count > 0 ? 'near' : 'separated';
  const bodies = (['bone', 'tool'] as const).filter((_, body) => rows.some((row) => row.body === body));
  return {
    state,
    signed: { bone: true, tool: true },
    contacts,
    intersectingFaces: state === 'intersecting' ? Uint32Array.of(0, 0, 1, 1) : new Uint32Array(),
    intersectionSegments:
      state === 'intersecting' ? Float64Array.of(-1, 0, 40, 1, 0, 40, 1, 0, 40, 2, 0, 39.9) : new Float64Array(),
    patches: bodies.map((body) => {
      const own = rows.filter((row) => row.body === (body === 'bone' ? 0 : 1));
      const depth = own.reduce((deep, row) => Math.max(deep, -row.distance), 0);
      return {
        body,
        contactCount: own.length,
        area: own.length * 0.5,
        centroid: [0, 0, RADIUS],
        normal: [0, 0, 1],
        depth,
      };
    }),
    penetration: fakePenetration(request, tz),
    stats: { backend: 'cpu', candidatePairs: 0, subTriangles: count, escalatedPairs: 0, milliseconds: { total: 1.25 } },
  };
}

/** As if a wall of 5 mm lay under the sphere's top and the feed pointed downwards. */
function fakePenetration({ feed }: DetectorRequest, tz: number): Penetration {
  const way = Math.max(0, RADIUS + 10 - tz);
  const through = way > FAKE_WALL;
  const exact = (value: number) => ({ low: value, high: value });
  return {
    through,
    protrusion: exact(through ? way - FAKE_WALL : 0),
    protrusionPoint: Float64Array.from([0, 0, through ? tz - 10 : Number.NaN]),
    insertion: feed ? exact(way) : null,
    wallAhead: feed ? exact(way > 0 ? Math.max(0, FAKE_WALL - way) : Number.POSITIVE_INFINITY) : null,
  };
}

/** As if the sphere's top were flat: the part of the box below it, known to 1 %, or to 10 % if it is large. */
export function fakeVolume(pose: Float64Array): OverlapInterval {
  const volume = 30 * Math.min(20, Math.max(0, RADIUS + 10 - pose[14]));
  const reached = volume < 150;
  return { low: (reached ? 0.99 : 0.9) * volume, high: volume, reached };
}

/** What `kerf bone` receives: a sphere, in the requested frame. */
function fakeBone(path: string, { frame = 'RAS', faces, cap }: BoneOptions): VolumeBone {
  const mesh = { ...sphereMesh(8), name: path, frame };
  const bounds = { min: [-40, -40, -40], max: [40, 40, 40] } as const;
  return {
    mesh,
    inspection: { ...fakeInspection(mesh), closed: cap !== false },
    volume: {
      dimensions: [9, 9, 9],
      spacing: [10, 10, 10],
      frame: 'RAS',
      bounds,
      lowestValue: -1000,
      highestValue: 3000,
    },
    surfaceValue: 225.5,
    components: {
      ...{ found: 3, leftOut: 2, leftOutFaces: 77, leftOutArea: 12.4 },
      ...{ largestLeftOutFaces: 70, largestLeftOutArea: 11.6 },
    },
    coarsened:
      faces === undefined
        ? null
        : {
            facesBefore: 9999,
            deviation: {
              fullToCoarse: { greatest: 1.25, of99Percent: 0.5 },
              coarseToFull: { greatest: 0.75, of99Percent: 0.25 },
            },
            selfIntersections: 4,
          },
  };
}

function fakeInspection(mesh: TriangleMesh): MeshInspection {
  return {
    vertexCount: mesh.positions.length / 3,
    faceCount: mesh.faces.length / 3,
    bounds: { min: [-RADIUS, -RADIUS, -RADIUS], max: [RADIUS, RADIUS, RADIUS] },
    closed: false,
    oriented: true,
    manifold: true,
    components: 1,
    degenerateFaces: 0,
    duplicateFaces: 0,
    boundaryEdges: 0,
    area: 1,
    volume: Number.NaN,
  };
}

const fakeStudy: RefinementStudy = {
  bodies: [{ name: 'sphere', expression: 'sqrt(x^2 + y^2 + z^2) - 10' }],
  rows: [1, 0.5, 0.25].map((resolution) => ({
    body: 'sphere',
    faces: 320,
    edge: 2,
    resolution,
    contacts: 50,
    width: { mean: resolution / 4, max: resolution / 2 },
    error: { mean: resolution / 10, max: resolution / 5 },
    meshError: { mean: 0.01, max: 0.02 },
    samplingError: { mean: resolution / 20, max: resolution / 10 },
    truthWidth: 1e-7,
    milliseconds: 3,
  })),
  fits: [
    {
      body: 'sphere',
      quantity: 'width',
      statistic: 'mean',
      against: 'resolution',
      order: 1,
      constant: 0.25,
      points: 3,
      unresolved: 0,
      r2: 1,
    },
  ],
};

/** Two families of triangle pairs, half of which meet, and one pair of meshes. */
function fakeCorpora(pairs: number, extra: number): JudgedCorpora {
  const family = { pairs: pairs / 2, missed: 0, wrongStates: 0 };
  const decided = { compared: 0, f64: 0, adaptive: pairs / 2 };
  return {
    families: [
      { family: 'crossing', sharing: pairs / 2, extra: 0, ...family, decided },
      { family: 'apart', sharing: 0, extra, ...family, decided: { ...decided, f64: pairs / 2, adaptive: 0 } },
    ],
    meshes: [
      {
        name: 'stacked boxes',
        state: { kerf: 'intersecting', exact: 'intersecting' },
        pairs: { kerf: 7, exact: 7, missed: 0, extra: 0 },
        decided: { kerf: { candidates: 9, escalated: 8 }, oracle: { f64: 1, exact: 8 } },
      },
    ],
  };
}

/** Two families, half of each hits, and sweeps over each body. */
function fakeMotion({ queries, sweeps, bodies, published }: MotionRequest, late: number): JudgedMotion {
  const right = { missed: 0, invented: 0, early: 0, disputed: 0, milliseconds: { kerf: 1, oracle: 2 } };
  const row = (kind: string, family: string, count: number): MotionTally => ({
    ...{ kind, family, queries: count, hits: count / 2, asked: count, late: 0 },
    ...right,
  });
  return {
    impacts: [{ ...row('vertex-face', 'inside', queries / 2), late }, row('edge-edge', 'inside', queries / 2)],
    published: published.map(({ kind, name, labels }) => row(kind, name, labels.length)),
    sweeps: bodies.map(({ name }) => row('sphere', `${name}, anywhere`, sweeps)),
  };
}

export interface FakeOptions extends FakeJudgeOptions {
  /** Number of corpus pairs that intersect according to kerf but not to the oracle. */
  readonly extraPairs?: number;
  /** Number of first contact times that the oracle contradicts. */
  readonly wrongTimes?: number;
  /** Called before each answer. */
  readonly beforePose?: (pose: number) => unknown;
}

export interface FakeToolkit extends Toolkit {
  /** How often overlapVolume was called. */
  volumes: number;
  /** The last argument of writePolyData. */
  written: TrianglePolyData | undefined;
  disposed: number;
  /** The thread count of the last detectMany call. */
  workers: number | undefined;
  /** The number of poses of each detectMany call. */
  readonly asked: number[];
  /** The last request to judgeMotion. */
  motion: MotionRequest | undefined;
  /** All pools made. */
  readonly pools: FakeJudgePool[];
}

export function fakeToolkit(options: FakeOptions = {}): FakeToolkit {
  const kit: FakeToolkit = {
    volumes: 0,
    written: undefined,
    disposed: 0,
    workers: undefined,
    asked: [],
    motion: undefined,
    pools: [],
    version: '9.9.9',
    createDetector: async (request): Promise<PathDetector> => ({
      backend: fakeBackend(request.backend),
      backendReason: options.backendReason ?? 'a fake',
      async *detectMany(poses, { workers }) {
        kit.workers = workers;
        kit.asked.push(poses.length / 16);
        for (let pose = 0; pose < poses.length / 16; pose++) {
          await options.beforePose?.(pose);
          yield fakeReport(request, poses.subarray(16 * pose, 16 * pose + 16));
        }
      },
      async overlapVolume(pose) {
        kit.volumes++;
        return fakeVolume(pose as Float64Array);
      },
      dispose: () => {
        kit.disposed++;
      },
    }),
    createSweepDetector: createDetector,
    createImpactDetector,
    assessCut,
    buildIndex,
    saveIndex,
    loadIndex,
    loadMesh: async (path) => (path.includes('tool') ? boxMesh() : sphereMesh(16)),
    loadSurfaceFromVolume: async () => sphereMesh(16),
    boneLabels,
    writeNifti,
    writeNrrd,
    writeMesh: (mesh) => new TextEncoder().encode(`mesh ${mesh.name}`),
    writePolyData(data) {
      kit.written = data;
      return new TextEncoder().encode('<VTKFile/>');
    },
    writePoints,
    inspectMesh: fakeInspection,
    selfIntersections: () => Uint32Array.of(0, 1, 2, 3),
    boneFromVolume: async (path, options) => fakeBone(path, options),
    datasetNames: ['skull-phantom', 'saw-blade', 'sphere'],
    implicitBody,
    placeTool,
    osteotomy,
    makeDataset: (name) =>
      name === 'saw-blade' ? box({ size: [30, 1, 20] }) : sphere({ radius: RADIUS, subdivisions: 3 }),
    cuttingPath: ({ poses }) => loweringPath(poses),
    craniotomyPaths: () => ({ burr: loweringPath(2), saw: loweringPath(4) }),
    viewerScript: async () => 'document.title += "</script><!-- seen";',
    builtFolder: join(import.meta.dirname, '../../dist'),
    serverRoom: () => import('#protocol'),
    validationRoom: async () => ({
      compareRuns,
      differences,
      earlierAnswers,
      ...{ readResults, resultLine, resultsHeader, resultsPage, resultsSchema, resultsTemplates, summariseEngine },
      judgeBenchmark,
      rightShare,
      summarise,
      summariseCorpora,
      summariseMotion,
      randomPoses: (_bone, _tool, { count, seed }) =>
        loweringPath(count).map((value, i) => (i % 16 === 12 ? seed : value)),
    }),
    createJudgePool: async (request) => {
      const pool = fakeJudgePool(request, options);
      kit.pools.push(pool);
      return pool;
    },
    createEngineJudgePool: async () => {
      throw new Error('The fake toolkit judges no other engine; judge-command.ts does.');
    },
    loadEngine: async () => ({}),
    refinementStudy: async (onProgress) => {
      for (let row = 0; row < 3; row++) await onProgress(row + 1, 3);
      return fakeStudy;
    },
    judgeCorpora: async ({ pairs }, onProgress) => {
      await onProgress(pairs, pairs);
      return fakeCorpora(pairs, options.extraPairs ?? 0);
    },
    judgeMotion: async (request, onProgress) => {
      kit.motion = request;
      await onProgress(request.queries, request.queries);
      return fakeMotion(request, options.wrongTimes ?? 0);
    },
    createLabelPool: async () => {
      const lines = new LabelLines();
      return { label: async (task) => lines.label(task), close: async () => {} };
    },
    validationViewerScript: async () => 'document.title += "</script><!-- seen";',
  };
  return kit;
}

export interface RecordedTerminal extends Terminal {
  stdout: string;
  stderr: string;
  readonly abort: AbortController;
}

export function recordedTerminal(): RecordedTerminal {
  const abort = new AbortController();
  const terminal: RecordedTerminal = {
    stdout: '',
    stderr: '',
    abort,
    signal: abort.signal,
    debug: false,
    streams: () => ({ input: new PassThrough(), output: new PassThrough() }),
    out(text) {
      terminal.stdout += text;
    },
    err(text) {
      terminal.stderr += text;
    },
    errAside(text, done) {
      terminal.stderr += text;
      done(null);
    },
    endsWithin() {},
  };
  return terminal;
}
