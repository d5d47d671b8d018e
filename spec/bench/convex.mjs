// convexDistance by GJK and V-Clip, beside Rapier and Jolt → microseconds per answer for hulls in coherent motion,
// apart and penetrating; and how many features V-Clip visits per pose.
//
// Each peer is queried through its JavaScript API. Rapier: contactCollider with a distance limit that no pose reaches.
// Jolt, whose build exposes neither GJK nor EPA: a TransformedShape's collideShape with the same greatest separation
// for hulls apart, and with 0 for penetrating ones, so that nothing is inflated. Both compute in f32 and keep nothing
// between poses. Jolt's hulls have at most 256 corners: of 500 it leaves some out.

import RAPIER from '@dimforge/rapier3d-compat';
import load from 'jolt-physics/wasm-compat';
import { Matrix4, Quaternion } from 'three';
import { convexDistance, createConvex, createMesh } from '../../dist/index.js';
import { scriptOptions } from '../harness/script-options.mjs';
import { row, times } from './cells.mjs';
import { machine } from './machine.mjs';
import { mulberry32 } from './random.mjs';
import { interleave, median } from './timing.mjs';

const SEED = 1919;
const PEERS = ['@dimforge/rapier3d-compat', 'jolt-physics'];
const { values, refuse } = scriptOptions('npm run bench -- convex [--rounds 30] [--poses 1000]', {
  rounds: { type: 'string', default: '30' },
  poses: { type: 'string', default: '1000' },
});
const [rounds, poseCount] = [values.rounds, values.poses].map(Number);
if (!(rounds >= 1 && poseCount >= 100)) refuse('Options are numbers: rounds from 1 on, poses from 100 on.');

/** Poses timed together: reading a clock takes about as long as a short answer. */
const TOGETHER = 50;
/** mm: half axes of the ellipsoids on which the corners lie, and an upper bound on all distances. */
const AXES = [10, 8, 6];
const FARTHEST = 100;
/** mm: how far a peer may be outside the interval. Jolt's tolerances are 1e-4; f32 rounds by 1e-6 here. */
const TOLERANCE = 1e-3;

await RAPIER.init();
const Jolt = await load();
const jolt = startJolt();
const { cpu, cores, memoryGiB, system, node, packages } = machine(PEERS);
const versions = PEERS.map((name) => `${name} ${packages[name]}`).join(', ');
console.log(`${cpu}, ${cores} cores, ${memoryGiB} GiB; ${system}; Node ${node}; ${versions}. Seed ${SEED}.\n`);
console.log(
  `Microseconds of an answer: medians of ${rounds} interleaved rounds of ${poseCount} poses, each turned by a hundredth of a radian and moved by some hundredths of a mm from the last; behind a median its multiple of kerf's GJK with a cache. Changes are the features that V-Clip goes over to a pose.\n`,
);
console.log(
  row([
    ...['corners', 'motion', 'kerf, with a cache', 'by V-Clip', 'changes', 'kerf, without', 'Rapier', 'Jolt'],
    'peers outside the interval',
  ]),
);
console.log(row(['--:', ':--', '--:', '--:', '--:', '--:', '--:', '--:', ':--']));
const MOTIONS = ['apart', 'penetrating'];
// Run once for the compiler: code optimised for one motion does not serve the other.
for (const motion of MOTIONS) measured(20, motion);
for (const corners of [20, 50, 100, 500]) for (const motion of MOTIONS) console.log(measured(corners, motion));

function measured(corners, motion) {
  const random = mulberry32(SEED + corners);
  const [a, b] = [ellipsoid(random, corners), ellipsoid(random, corners)];
  const [first, second] = [a, b].map((mesh) => createConvex({ kind: 'hull', mesh }));
  const path = pathOf(motion === 'apart' ? 21 : 9);
  const separation = motion === 'apart' ? FARTHEST : 0;
  const runners = {
    warm: warm(first, second, 'gjk'),
    walked: warm(first, second, 'v-clip'),
    cold: (pose) => convexDistance(first, second, pose.matrix).distance,
    rapier: rapierOf(a, b),
    jolt: joltOf(a, b, separation),
  };
  const cache = {};
  let changes = 0;
  const outside = { rapier: 0, jolt: 0 };
  const worst = { rapier: 0, jolt: 0 };
  for (const pose of path) {
    const { low, high, status } = convexDistance(first, second, pose.matrix);
    if (status !== 'exact' || high < 0 !== (motion !== 'apart'))
      throw new Error(`A pose is ${status}, ${low} to ${high} mm.`);
    const walked = convexDistance(first, second, pose.matrix, { method: 'v-clip', cache });
    if (!(walked.low <= high && low <= walked.high)) throw new Error('V-Clip and GJK prove what cannot both be.');
    changes += walked.iterations;
    for (const name of ['rapier', 'jolt']) {
      const distance = runners[name](pose);
      const off = Math.max(low - distance, distance - high);
      worst[name] = Math.max(worst[name], off);
      if (!(off <= TOLERANCE)) outside[name]++;
    }
  }
  const parts = Array.from({ length: Math.floor(path.length / TOGETHER) }, (_, i) =>
    path.slice(TOGETHER * i, TOGETHER * (i + 1)),
  );
  const sums = Object.values(runners).map((run) => ({
    run(part) {
      let sum = 0;
      for (const pose of part) sum += run(pose);
      return sum;
    },
  }));
  const [own, walk, cold, rapier, joltTime] = interleave(sums, parts, rounds).map(
    (result) => (1000 * median(result.flat())) / TOGETHER,
  );
  const beside = (time) => `${time.toFixed(2)} ${times(time / own)}`;
  const told = ['rapier', 'jolt'].map((name) => `${outside[name]} (${worst[name].toPrecision(1)} mm)`).join(', ');
  const perPose = motion === 'apart' ? (changes / path.length).toFixed(2) : '';
  const others = [cold, rapier, joltTime].map(beside);
  return row([corners, motion, own.toFixed(2), beside(walk), perPose, ...others, told]);
}

function warm(first, second, method) {
  const options = { method, cache: {} };
  return (pose) => convexDistance(first, second, pose.matrix, options).distance;
}

/** The corners, and faces that use each of them. */
function ellipsoid(random, corners) {
  const positions = Array.from({ length: corners }, () => {
    for (;;) {
      const v = AXES.map(() => 2 * random() - 1);
      const length = Math.hypot(...v);
      if (length > 0.1 && length < 1) return v.map((x, k) => Math.fround((AXES[k] * x) / length));
    }
  }).flat();
  const faces = Array.from({ length: 3 * corners }, (_, i) => Math.floor(i / 3));
  return createMesh(Float32Array.from(positions), faces);
}

/** Around the first body at a distance that oscillates by half a millimetre, while it turns about two axes. */
function pathOf(distance) {
  const matrix = new Matrix4();
  const turn = new Matrix4();
  return Array.from({ length: poseCount }, (_, i) => {
    const t = 0.01 * i;
    matrix.makeRotationZ(t).multiply(turn.makeRotationX(0.7 * t));
    const radius = distance + 0.5 * Math.sin(3 * t);
    const centre = [radius * Math.cos(0.2 * t), radius * Math.sin(0.2 * t), 2 * Math.sin(t)];
    matrix.setPosition(...centre);
    const { x, y, z, w } = new Quaternion().setFromRotationMatrix(matrix);
    return {
      matrix: Float64Array.from(matrix.elements),
      centre: { x: centre[0], y: centre[1], z: centre[2] },
      turn: { x, y, z, w },
    };
  });
}

/** Uses colliders of a world that is never stepped: a bare shape would be copied to WebAssembly at each call. */
function rapierOf(a, b) {
  const world = new RAPIER.World({ x: 0, y: 0, z: 0 });
  const [first, second] = [a, b].map(({ positions }) =>
    world.createCollider(RAPIER.ColliderDesc.convexHull(positions)),
  );
  return ({ centre, turn }) => {
    second.setTranslation(centre);
    second.setRotation(turn);
    return first.contactCollider(second, FARTHEST)?.distance ?? Number.NaN;
  };
}

/** What every query needs; a JoltInterface registers the pairs of shapes that it can collide. */
function startJolt() {
  const settings = new Jolt.JoltSettings();
  const pairs = new Jolt.ObjectLayerPairFilterTable(1);
  const layers = new Jolt.BroadPhaseLayerInterfaceTable(1, 1);
  layers.MapObjectToBroadPhaseLayer(0, new Jolt.BroadPhaseLayer(0));
  settings.mObjectLayerPairFilter = pairs;
  settings.mBroadPhaseLayerInterface = layers;
  settings.mObjectVsBroadPhaseLayerFilter = new Jolt.ObjectVsBroadPhaseLayerFilterTable(layers, 1, pairs, 1);
  return {
    world: new Jolt.JoltInterface(settings),
    collector: new Jolt.CollideShapeClosestHitCollisionCollector(),
    filter: new Jolt.ShapeFilter(),
    scale: new Jolt.Vec3(1, 1, 1),
    origin: new Jolt.RVec3(0, 0, 0),
  };
}

function joltOf(a, b, separation) {
  const { collector, filter, scale, origin } = jolt;
  const [first, second] = [a, b].map(({ positions }) => {
    const settings = new Jolt.ConvexHullShapeSettings();
    for (let i = 0; i < positions.length; i += 3)
      settings.mPoints.push_back(new Jolt.Vec3(positions[i], positions[i + 1], positions[i + 2]));
    settings.mMaxConvexRadius = 0;
    settings.mHullTolerance = 1e-5;
    const shape = settings.Create().Get();
    shape.AddRef();
    return shape;
  });
  const placed = new Jolt.TransformedShape();
  placed.mShape = first;
  placed.SetWorldTransform(origin, new Jolt.Quat(0, 0, 0, 1), scale);
  const settings = new Jolt.CollideShapeSettings();
  settings.mMaxSeparationDistance = separation;
  const centreOfMass = second.GetCenterOfMass();
  const centre = [centreOfMass.GetX(), centreOfMass.GetY(), centreOfMass.GetZ()];
  const matrices = new Map();
  /** A pose's matrix, which moves the second shape's centre of mass to its place; made once. */
  const matrixOf = ({ matrix: m }) => {
    const made = new Jolt.RMat44();
    const at = [12, 13, 14].map((k) => m[k] + m[k - 12] * centre[0] + m[k - 8] * centre[1] + m[k - 4] * centre[2]);
    made.SetAxisX(new Jolt.Vec3(m[0], m[1], m[2]));
    made.SetAxisY(new Jolt.Vec3(m[4], m[5], m[6]));
    made.SetAxisZ(new Jolt.Vec3(m[8], m[9], m[10]));
    made.SetColumn4(3, new Jolt.Vec4(...at, 1));
    return made;
  };
  return (pose) => {
    let matrix = matrices.get(pose);
    if (matrix === undefined) {
      matrix = matrixOf(pose);
      matrices.set(pose, matrix);
    }
    collector.Reset();
    placed.CollideShape(second, scale, matrix, settings, origin, collector, filter);
    return collector.HadHit() ? -collector.mHit.mPenetrationDepth : Number.NaN;
  };
}
