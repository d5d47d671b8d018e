// Every public function and method → good arguments for it, and the places in them where nonsense can be put.

import * as datasets from '#datasets';
import * as kerf from '#kerf';
import * as oracle from '#kerf/reference';
import { identityPose } from './contact-cases.ts';

export interface Door {
  readonly name: string;
  /** May throw, reject, or answer. */
  readonly call: (...args: never[]) => unknown;
  readonly args: readonly unknown[];
  /** The name of each positional argument. */
  readonly names: readonly string[];
  /**
   * Where nonsense is put: `0` or `0.bone.positions`. Each positional argument as a whole is tried without being
   * listed.
   */
  readonly fields: readonly string[];
  /** Those too that another door of the same function tries: a sentence may name them. */
  readonly allFields: readonly string[];
  /** If it accepts its arguments, it computes for seconds or starts threads. */
  readonly isDear: boolean;
}

type Doors = Readonly<Record<string, readonly [call: (...args: never[]) => unknown, args: Record<string, unknown>]>>;

const bone = datasets.box({ size: 10, divisions: 2 });
const tool = datasets.sphere({ radius: 2, subdivisions: 1 });
const inRas = kerf.createMesh(bone.positions, bone.faces, { frame: 'RAS' });
const bodies = { bone, tool };
const options = { ...bodies, contactDistance: 0.5, resolution: 2, backend: 'cpu', sides: 'both' };
const sceneOptions = { bones: [bone], tools: [tool], contactDistance: 0.5, resolution: 2, backend: 'cpu' };
const poses = [...identityPose, ...identityPose];
const point = { x: 1, y: 2, z: 3 };
const boxes = [0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 2, 2];

const burr = kerf.createConvex({ kind: 'sphere', radius: 1 });

/** A vertex that falls through a face; two edges with a point in common. */
const falling = [1, 1, 4, 0, 0, 0, 4, 0, 0, 0, 4, 0, 1, 1, -4, 0, 0, 0, 4, 0, 0, 0, 4, 0];

/** One face moves through another. */
const surface = { vertexCount: 6, faces: [0, 1, 2, 3, 4, 5], backend: 'cpu', workers: 1 } as const;
const [above, below] = [1, -1].map((z) => [0, 0, 0, 4, 0, 0, 0, 4, 0, 1, 1, z, 2, 1, z, 1, 2, z]);

/** A box that encloses a ball of radius 1, in few lattice cells. */
const field = {
  f: (x: number, y: number, z: number) => Math.sqrt(x * x + y * y + z * z) - 1,
  min: [-2, -2, -2],
  max: [2, 2, 2],
  step: 1,
  lipschitz: 1,
  name: 'ball',
};

const samples = {
  dimensions: [2, 2, 2],
  values: [0, 1, 0, 1, 0, 1, 0, 1],
  indexToWorld: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0],
};
const written = { gzip: true, segments: [{ label: 1, name: 'bone' }], onNotice() {} };

export interface Subjects {
  readonly detector: kerf.Detector;
  readonly report: kerf.ContactReport;
  readonly index: kerf.BoneIndex;
  readonly loop: kerf.HapticLoop;
  readonly broadPhase: kerf.BroadPhase;
  readonly reference: oracle.Reference;
  readonly referencePose: oracle.ReferencePose;
  readonly scene: kerf.Scene;
  readonly impactDetector: kerf.ImpactDetector;
  readonly radialMap: kerf.RadialMap;
  readonly surface: kerf.SurfaceQueries;
  readonly cuttable: kerf.CuttableBone;
  /** Never cut. */
  readonly uncut: kerf.CuttableBone;
  readonly pathVolume: ReturnType<kerf.CuttableBone['pathVolume']>;
}

export async function makeSubjects(): Promise<Subjects> {
  const detector = await kerf.createDetector(options as kerf.DetectorOptions);
  const index = await kerf.buildIndex(bone);
  const reference = oracle.createReference(bodies);
  const uncut = await kerf.createCuttableBone({ surface: bone, cell: 2 });
  return {
    detector,
    report: detector.detectSync(identityPose),
    index,
    loop: await kerf.startHapticLoop({ ...bodies, cutting: {} }),
    reference,
    referencePose: reference.at(identityPose),
    broadPhase: await kerf.createBroadPhase({ boxes }),
    scene: await kerf.createScene(sceneOptions as kerf.SceneOptions),
    impactDetector: await kerf.createImpactDetector(surface),
    radialMap: kerf.createRadialMap(bone),
    surface: kerf.createSurface(bone),
    cuttable: await kerf.createCuttableBone({ surface: bone, cell: 2 }),
    uncut,
    pathVolume: uncut.pathVolume(),
  };
}

/** Functions of the package's entries, by name, except those without arguments, which cannot be wrong. */
const functions = ({ index, cuttable, uncut }: Subjects): Doors => ({
  createDetector: [
    kerf.createDetector,
    { options: { ...options, index: undefined, device: undefined, feed: [0, 0, -1], shank: 0, candidates: 'bvh' } },
  ],
  createDetectorSync: [kerf.createDetectorSync, { options: { ...options, index: undefined, candidates: 'bvh' } }],
  osteotomy: [
    kerf.osteotomy,
    { surface: bone, cuts: { boxes: [{ size: [1, 2, 3], pose: identityPose }], keep: 'inside' } },
  ],
  placeTool: [kerf.placeTool, { bone, tool, options: { feed: [0, 0, -1], at: [0, 0, 5], normal: [0, 0, 1] } }],
  createBroadPhase: [kerf.createBroadPhase, { options: { boxes, method: 'grid', backend: 'cpu', workers: 1 } }],
  implicitBody: [
    kerf.implicitBody,
    {
      options: {
        expression: 'x^2 + y^2 + z^2 - 1',
        box: { min: [-2, -2, -2], max: [2, 2, 2] },
        cell: 1,
        name: 'ball',
      },
    },
  ],
  parseLength: [kerf.parseLength, { text: '0.2mm', name: 'text' }],
  createSurface: [kerf.createSurface, { surface: bone }],
  createRadialMap: [kerf.createRadialMap, { mesh: bone, options: { size: 4, centre: [0, 0, 1] } }],
  createConvex: [kerf.createConvex, { shape: { kind: 'capsule', radius: 1, length: 2 } }],
  convexDistance: [
    kerf.convexDistance,
    { a: burr, b: burr, pose: identityPose, options: { method: 'gjk', cache: {} } },
  ],
  enclosing: [kerf.enclosing, { mesh: tool, kind: 'k-dop', options: { k: 18 } }],
  createScene: [
    kerf.createScene,
    { options: { ...sceneOptions, broadPhase: 'grid', hulls: true, feeds: [[0, 0, -1]], shanks: [0] } },
  ],
  assessCut: [
    kerf.assessCut,
    {
      operation: {
        ...{ bone, cell: 2, structures: [tool], region: bone },
        passes: [{ tool, poses: identityPose, feed: [0, 0, -1], shank: 0 }],
        planes: [{ point: [0, 0, 0], normal: [0, 0, 1] }],
      },
      onStep() {},
    },
  ],
  createCuttableBone: [kerf.createCuttableBone, { options: { surface: bone, cell: 2, onProgress() {} } }],
  'envelope (stroke)': [kerf.envelope, { tool, swing: { axis: [1, 0, 0], stroke: 0.5, cell: 1 } }],
  envelope: [kerf.envelope, { tool, swing: { axis: [1, 0, 0], centre: [0, 0, 0], angle: 0.1, cell: 1 } }],
  loadCuttableBone: [kerf.loadCuttableBone, { bytes: cuttable.save(), options: { name: 'a cut bone' } }],
  buildIndex: [kerf.buildIndex, { mesh: bone, options: { signal: new AbortController().signal, onProgress() {} } }],
  saveIndex: [kerf.saveIndex, { index }],
  loadIndex: [kerf.loadIndex, { bytes: kerf.saveIndex(index), mesh: bone, options: { name: 'an index' } }],
  vertexFaceImpact: [kerf.vertexFaceImpact, { points: falling }],
  edgeEdgeImpact: [kerf.edgeEdgeImpact, { points: falling }],
  createImpactDetector: [kerf.createImpactDetector, { options: surface }],
  sweepSphere: [kerf.sweepSphere, { surface: bone, sweep: { from: [0, 0, 9], to: [0, 0, 0], radius: 1 } }],
  slide: [kerf.slide, { surface: bone, sweep: { from: [0, 0, 9], to: [0, 0, 0], radius: 1 } }],
  sweepEllipsoid: [
    kerf.sweepEllipsoid,
    {
      surface: bone,
      sweep: { from: [0, 0, 9], to: [0, 0, 0], radii: [1, 2, 3], axes: [0, 1, 0, 1, 0, 0, 0, 0, 1] },
    },
  ],
  sweepSpheres: [kerf.sweepSpheres, { surface: bone, sweeps: [0, 0, 9, 0, 0, 0, 1], options: { backend: 'cpu' } }],
  createMesh: [
    kerf.createMesh,
    { positions: bone.positions, faces: bone.faces, options: { name: 'a mesh', frame: 'LPS' } },
  ],
  meshInFrame: [kerf.meshInFrame, { mesh: kerf.meshInFrame(inRas, 'LPS'), frame: 'RAS' }],
  refineMesh: [kerf.refineMesh, { mesh: bone, edge: 2 }],
  repairMesh: [kerf.repairMesh, { mesh: bone }],
  subTriangleCorners: [
    kerf.subTriangleCorners,
    { mesh: bone, face: 0, resolution: 50, level: 0, path: 0, out: new Float64Array(9) },
  ],
  weldMesh: [kerf.weldMesh, { mesh: bone, tolerance: 0.1 }],
  createReference: [oracle.createReference, { bodies }],
  createReferenceSurface: [oracle.createReferenceSurface, { mesh: bone }],
  selfIntersections: [kerf.selfIntersections, { mesh: bone }],
  inspectMesh: [kerf.inspectMesh, { mesh: bone }],
  readMesh: [kerf.readMesh, { bytes: kerf.writeMesh(tool, 'ply'), format: 'ply', options: { name: 'a ball' } }],
  writeMesh: [kerf.writeMesh, { mesh: tool, format: 'ply' }],
  writeNifti: [kerf.writeNifti, { volume: { ...samples, frame: 'LPS', name: 'a volume' }, options: written }],
  writeNrrd: [kerf.writeNrrd, { volume: { ...samples, frame: 'RAS', name: 'a volume' }, options: written }],
  loadMesh: [kerf.loadMesh, { source: 'no/such/file.ply', options: { format: 'ply' } }],
  loadSurfaceFromVolume: [kerf.loadSurfaceFromVolume, { source: 'no/such/file.nii', isoValue: 225 }],
  readSurfaceFromVolume: [
    kerf.readSurfaceFromVolume,
    { bytes: new Uint8Array(8), format: 'nii', isoValue: 225, options: { name: 'a volume' } },
  ],
  boneFromVolume: [
    kerf.boneFromVolume,
    {
      source: { bytes: new Uint8Array(8), format: 'nii', name: 'a volume' },
      options: { isoValue: 225, largest: true, cap: true, crop: [0, 1, 0, 1, 0, 1], frame: 'LPS', faces: 100 },
    },
  ],
  cuttableBoneFromVolume: [
    kerf.cuttableBoneFromVolume,
    {
      source: { bytes: new Uint8Array(8), format: 'nii', name: 'a volume' },
      options: { isoValue: 225, cell: 1, largest: true, crop: [0, 1, 0, 1, 0, 1], frame: 'LPS', onProgress() {} },
    },
  ],
  hardnessFromCt: [
    kerf.hardnessFromCt,
    {
      source: { ...samples, frame: 'LPS', name: 'a volume' },
      options: { water: 0, cortical: 1, crop: [-1, 0, -1, 0, 0, 1], frame: 'RAS', onNotice() {} },
    },
  ],
  boneLabels: [
    kerf.boneLabels,
    {
      bone: uncut,
      ct: { ...samples, frame: 'LPS', name: 'a volume' },
      options: { structures: [{ name: 'a ball', surface: tool }], times: [], frame: 'RAS', onNotice() {} },
    },
  ],
  startHapticLoop: [
    kerf.startHapticLoop,
    {
      options: {
        ...bodies,
        index: undefined,
        candidates: 'bvh',
        feed: [0, 0, -1],
        shank: 0,
        script: { poses, interval: 10, loops: true },
        pivot: [0, 0, 1],
        stiffness: 1,
        damping: 0.002,
        friction: 0.3,
        mostForce: 8,
        mostTorque: 400,
        forceStep: 0.2,
        torqueStep: 10,
        lever: 30,
        spacing: 1,
        motion: 1,
        reach: 2.5,
        mostAge: 250,
        mostJump: 20,
        cutter: { cut: () => null },
        cutting: {
          tool: 'saw',
          cuts: { low: [-99, -99, -99], high: [99, 99, 99] },
          energy: 280,
          ploughing: 5.9,
          thrustRatio: 1.6,
          power: 30,
          stroke: 3,
          frequency: 200,
          vibration: 0.05,
          axis: [1, 0, 0],
          mostFeed: 20,
          mostAhead: 0.5,
          hardness: { values: [1], size: [1, 1, 1], spacing: [1, 1, 1], origin: [0, 0, 0] },
        },
      },
    },
  ],
  'startHapticLoop (burr)': [
    kerf.startHapticLoop,
    {
      options: {
        ...bodies,
        cutting: {
          tool: 'burr',
          cuts: { from: [0, 0, 0], to: [0, 0, 9], radius: 9 },
          speed: 30_000,
          axis: [0, 0, 1],
          centre: [0, 0, 0],
        },
      },
    },
  ],
  'startHapticLoop (inverse)': [
    kerf.startHapticLoop,
    {
      options: {
        ...bodies,
        inverse: {
          url: 'ws://127.0.0.1:9',
          base: identityPose,
          mount: identityPose,
          scale: 1,
          profile: 'a',
          forceKey: 'vector',
        },
      },
    },
  ],
  box: [datasets.box, { options: { size: [1, 2, 3], center: [0, 0, 1], divisions: [1, 2, 1] } }],
  boxDistance: [datasets.boxDistance, { options: { size: 2, center: [0, 0, 1] }, ...point }],
  sphere: [datasets.sphere, { options: { radius: 2, center: [0, 0, 1], subdivisions: 1 } }],
  sphereDistance: [datasets.sphereDistance, { options: { radius: 2, center: [0, 0, 1] }, ...point }],
  torus: [datasets.torus, { options: { majorRadius: 5, minorRadius: 1, segments: 12 } }],
  torusDistance: [datasets.torusDistance, { options: { majorRadius: 5, minorRadius: 1 }, ...point }],
  cappedShell: [datasets.cappedShell, { options: { outerRadius: 5, innerRadius: 4, capAngle: 1, segments: 12 } }],
  cappedShellDistance: [
    datasets.cappedShellDistance,
    { options: { outerRadius: 5, innerRadius: 4, capAngle: 1 }, ...point },
  ],
  connectedParts: [datasets.connectedParts, { mesh: datasets.box({ size: 2 }) }],
  sawBlade: [
    datasets.sawBlade,
    { options: { teeth: 4, pitch: 1.4, toothHeight: 1.2, length: 80, thickness: 0.6, set: 0.1, targetFaces: 1000 } },
  ],
  sphericalBurr: [
    datasets.sphericalBurr,
    { options: { diameter: 5, shaftDiameter: 2.35, length: 40, targetFaces: 1000 } },
  ],
  skullPhantom: [datasets.skullPhantom, { options: { targetFaces: 5000 } }],
  skullPhantomFunction: [datasets.skullPhantomFunction, { ...point }],
  craniotomyPaths: [datasets.craniotomyPaths, {}],
  cuttingPath: [datasets.cuttingPath, { options: { poses: 8 } }],
  isosurface: [datasets.isosurface, { options: field }],
  deformingScene: [datasets.deformingScene, { options: { scene: 'combs', targetFaces: 200, frames: 3 } }],
  benchmarkCase: [datasets.benchmarkCase, { name: 'burr-box', counts: { poses: 2, strokes: 1 } }],
  benchmarkCounts: [datasets.benchmarkCounts, { name: 'burr-box', size: 'S' }],
  makeDataset: [datasets.makeDataset, { name: 'sphere', options: { faces: 320 } }],
  triangleCorpus: [datasets.triangleCorpus, { options: { seed: 1, rounds: 1, firstRound: 0 } }],
  impactQuery: [datasets.impactQuery, { kind: 'vertex-face', family: 'inside', random: () => 0.25 }],
  trianglePair: [datasets.trianglePair, { family: 'any-pair', placement: { scale: 1, offset: 0, random: () => 0.25 } }],
});

const methods = (subjects: Subjects): Doors => {
  const { detector, report, loop, broadPhase, scene, impactDetector, radialMap, cuttable, uncut } = subjects;
  const queried = subjects.surface;
  const ray = { origin: [0, 0, 9], direction: [0, 0, -1] };
  const { reference, referencePose, pathVolume } = subjects;
  return {
    'detector.detect': [detector.detect.bind(detector), { pose: identityPose }],
    'detector.detectMany': [
      detector.detectMany.bind(detector),
      { poses, options: { signal: new AbortController().signal, onProgress() {}, workers: 1, between: true } },
    ],
    'detector.detectSync': [detector.detectSync.bind(detector), { pose: identityPose }],
    'detector.intersectingFaces': [detector.intersectingFaces.bind(detector), { pose: identityPose }],
    'detector.intersectingFacesInto': [
      detector.intersectingFacesInto.bind(detector),
      { pose: identityPose, out: new Uint32Array(8) },
    ],
    'detector.intersects': [detector.intersects.bind(detector), { pose: identityPose }],
    'detector.minimumDistance': [detector.minimumDistance.bind(detector), { pose: identityPose }],
    'detector.minimumDistanceInto': [
      detector.minimumDistanceInto.bind(detector),
      { pose: identityPose, out: detector.minimumDistance(identityPose) },
    ],
    'detector.firstContact': [
      detector.firstContact.bind(detector),
      {
        motion: { from: identityPose, to: identityPose, motion: 'linear' },
        options: { tolerance: 1e-3, distance: 0 },
      },
    ],
    'detector.overlapVolume': [
      detector.overlapVolume.bind(detector),
      { pose: identityPose, options: { relativeWidth: 0.01 } },
    ],
    'detector.candidateRegion': [detector.candidateRegion.bind(detector), { pose: identityPose }],
    'detector.track': [detector.track.bind(detector), { options: { tolerance: 0.1 } }],
    'detector.editBone': [detector.editBone.bind(detector), { edit: { remove: [], positions: [], faces: [] } }],
    'impactDetector.impacts': [impactDetector.impacts.bind(impactDetector), { start: above, end: below }],
    'impactDetector.freeUntil': [impactDetector.freeUntil.bind(impactDetector), { start: above, end: below }],
    'broadPhase.update': [broadPhase.update.bind(broadPhase), { boxes, bodies: [0, 1] }],
    'reference.at': [reference.at.bind(reference), { pose: identityPose }],
    'referencePose.contact': [referencePose.contact.bind(referencePose), { contactDistance: 0.5 }],
    'referenceSurface.signedDistance': [
      referencePose.bone.signedDistance.bind(referencePose.bone),
      { point: [1, 2, 3] },
    ],
    'referenceSurface.signedDistanceBounds': [
      referencePose.tool.signedDistanceBounds.bind(referencePose.tool),
      { point: [1, 2, 3] },
    ],
    'scene.detect': [scene.detect.bind(scene), { bonePoses: identityPose, toolPoses: identityPose }],
    'surface.at': [queried.at.bind(queried), { pose: identityPose }],
    'surface.nearestPoint': [queried.nearestPoint.bind(queried), { point: [0, 0, 9], options: { maxDistance: 50 } }],
    'surface.signedDistance': [queried.signedDistance.bind(queried), { point: [0, 0, 9] }],
    'surface.side': [queried.side.bind(queried), { point: [0, 0, 9] }],
    'surface.raycast': [queried.raycast.bind(queried), { ...ray, options: { maxDistance: 50 } }],
    'surface.raycastAll': [queried.raycastAll.bind(queried), { ...ray, options: { maxDistance: 50 } }],
    'surface.lineOfSight': [queried.lineOfSight.bind(queried), { a: [0, 0, 9], b: [0, 0, 8] }],
    'surface.height': [queried.height.bind(queried), { point: [0, 0, 9], options: { axis: [0, 0, 1] } }],
    'surface.nearestPoints': [queried.nearestPoints.bind(queried), { points: [0, 0, 9], options: { backend: 'cpu' } }],
    'surface.raycasts': [queried.raycasts.bind(queried), { rays: [0, 0, 9, 0, 0, -1], options: { backend: 'cpu' } }],
    'radialMap.side': [radialMap.side.bind(radialMap), { ...point }],
    'radialMap.sides': [radialMap.sides.bind(radialMap), { points: [1, 2, 3], into: new Int8Array(1) }],
    'radialMap.sidesOf': [radialMap.sidesOf.bind(radialMap), { points: [1, 2, 3], options: { backend: 'cpu' } }],
    'radialMap.test': [radialMap.test.bind(radialMap), { other: radialMap, pose: identityPose }],
    'radialMap.crossings': [radialMap.crossings.bind(radialMap), { cubeSide: 0, column: 1, row: 2 }],
    'cuttable.renumber': [uncut.renumber.bind(uncut), { renumbering: renumberingOf(uncut) }],
    'cuttable.cut': [
      cuttable.cut.bind(cuttable),
      { tool, motion: { from: identityPose, to: identityPose, motion: 'linear' } },
    ],
    'pathVolume.add': [
      pathVolume.add.bind(pathVolume),
      { tool, motion: { from: identityPose, to: identityPose, motion: 'linear' } },
    ],
    'contacts.at': [report.contacts.at.bind(report.contacts), { row: 0 }],
    'loop.move': [loop.move.bind(loop), { pose: identityPose }],
    'loop.cut': [loop.cut.bind(loop), { isOn: false }],
    'loop.editBone': [loop.editBone.bind(loop), { edit: { remove: [], positions: [], faces: [] } }],
  };
};

/** Each face and each vertex keeps its number. */
function renumberingOf({ mesh }: kerf.CuttableBone) {
  const faces = Int32Array.from({ length: mesh.faces.length / 3 }, (_, face) => face);
  const vertices = Int32Array.from({ length: mesh.positions.length / 3 }, (_, vertex) => vertex);
  return { faces, vertices, faceCount: faces.length, vertexCount: vertices.length };
}

const DEAR = ['skullPhantom', 'startHapticLoop', 'startHapticLoop (inverse)'];

/** Fields that several doors of startHapticLoop share are tried in one of them. */
const isTriedElsewhere = (door: string, field: string) =>
  door.startsWith('startHapticLoop (') && !field.startsWith('0.inverse');

export function publicDoors(subjects: Subjects): Door[] {
  return Object.entries({ ...functions(subjects), ...methods(subjects) }).map(([name, [call, named]]) => ({
    name,
    call,
    args: Object.values(named),
    names: Object.keys(named),
    isDear: DEAR.includes(name),
    ...fieldsOfDoor(name, Object.values(named)),
  }));
}

function fieldsOfDoor(name: string, args: readonly unknown[]): Pick<Door, 'fields' | 'allFields'> {
  const allFields = args.flatMap((value, i) => fieldsOf(value, `${i}`));
  return { allFields, fields: allFields.filter((field) => !isTriedElsewhere(name, field)) };
}

/** The fields of plain objects, and of plain objects in them. */
function fieldsOf(value: unknown, at: string): string[] {
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return [];
  return Object.entries(value).flatMap(([name, held]) => [`${at}.${name}`, ...fieldsOf(held, `${at}.${name}`)]);
}

/** What a sentence may name instead of an argument with the right type and wrong contents. */
const CONTENTS: Readonly<Record<string, readonly string[]>> = {
  positions: ['vertex', 'vertices'],
  faces: ['face'],
  remove: ['removes'],
  renumbering: ['faces', 'vertices', 'faceCount', 'vertexCount'],
  faceCount: ['renumbering'],
  vertexCount: ['renumbering'],
  // The name given, or the default name.
  bytes: ['an index', 'a cut bone', 'a ball', 'a volume', '"index"', '"mesh"', '"volume"'],
  script: ['motion'],
  poses: ['motion'],
  interval: ['motion'],
  boxes: ['Box'],
  source: ['no/such/file', 'is no volume', 'cannot be read'],
};

/** The names that a sentence refusing the value at a place may use for it. */
export function callings(door: Door, place: string): string[] {
  const [first, ...rest] = place.split('.');
  const name = rest.at(-1) ?? door.names[Number(first)];
  const fields = door.allFields.filter((field) => field.startsWith(`${place}.`));
  const inside = fields.map((field) => field.split('.').at(-1)!);
  const foreign = `${door.name.replace(/.*\.| \(.*/g, '')} has no option`;
  return [name, ...inside, foreign, ...[name, ...inside].flatMap((calling) => CONTENTS[calling] ?? [])];
}

/** Functions and methods that are not doors: they take nothing that could be wrong. */
export const WITHOUT_ARGUMENTS = [
  'meshCorpus',
  'labelledTrianglePairs',
  'detector.compactBone',
  'detector.dispose',
  'impactDetector.dispose',
  'broadPhase.pairs',
  'broadPhase.pairsSync',
  'broadPhase.dispose',
  'referencePose.intersectingFaces',
  'referencePose.minimumDistance',
  'scene.dispose',
  'cuttable.undo',
  'cuttable.redo',
  'cuttable.save',
  'cuttable.pathVolume',
  'cuttable.pieces',
  // For use within the package only.
  'pathVolume.ofGiven',
  'loop.snapshot',
  'loop.summary',
  'loop.stop',
];
