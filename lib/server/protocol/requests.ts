// What a client may ask: every request with its members. protocol-schema.ts makes the published schema from this table,
// and check-request.ts checks requests against it.

import {
  array,
  choice,
  count,
  flag,
  type Member,
  type MessageShape,
  number,
  object,
  optional,
  text,
  texts,
} from './member-kinds.ts';

/** The version of the protocol: it grows with every change that would break a client of an older one. */
export const PROTOCOL_VERSION = 1;

const REAL = ['f64', 'f32'] as const;
const DETECTOR = text('name of a detector');
const CUTTABLE = text('name of a cuttable bone');
const LOOP = text('name of a haptic loop');
const matrix = (what: string) =>
  array(REAL, '16', `${what}: 16 numbers, column-major, rigid, tool frame → bone frame, mm`);
const POSE = optional(matrix('the pose; left out: the one that the request pose has set'));
const MOTION = {
  from: matrix('where the motion starts'),
  to: matrix('where it ends'),
  motion: optional(choice(['linear', 'screw'], 'linear if both have the same rotation, else screw, unless given')),
};
const FEED = optional(array(REAL, '3', "unit vector in the tool's frame: the way in which it is fed into the bone"));
const SHANK = optional(count('a vertex of the tool by which it is held'));
const CANDIDATES = optional(
  choice(['scanlines', 'bvh', 'bvh-front', 'image'], 'how pairs are found; changes no answer'),
);
const BONE_OR_CUTTABLE = {
  bone: optional(text('name of the mesh that is the bone')),
  cuttable: optional(text('name of the cuttable bone that is the bone: its cuts are applied')),
};

export const REQUESTS: Readonly<Record<string, MessageShape>> = {
  hello: {
    says: 'The first message of a client.',
    members: {
      version: count('of the protocol that the client speaks'),
      token: optional(text('the token of kerf serve --token, where that is in use')),
      client: optional(text('what the client calls itself, for messages about it')),
      arrays: optional(choice(['binary', 'lists'], 'how arrays of answers come, default binary')),
      join: optional(text('the name of a session that others may join, too; begun by the first')),
      view: optional(flag('whether it joins to look, and may change nothing')),
    },
  },
  ping: { says: 'Is anyone there?', members: {} },
  held: { says: 'What the session has: for a client that joins it late.', members: {} },
  load: {
    says: 'Takes a mesh under a name, in place of an older one of that name; mm.',
    members: {
      mesh: text('the name'),
      positions: optional(array(REAL, '3 × vertices', 'x, y, z of each vertex, mm; comes with faces')),
      faces: optional(array('u32', '3 × faces', 'three vertices a face, counter-clockwise seen from outside')),
      bytes: optional(array('u8', 'any', 'a mesh file; comes with format')),
      path: optional(text('a mesh file below the folder of kerf serve --files')),
      dataset: optional(text('the name of a generated body, as kerf dataset lists them')),
      format: optional(choice(['stl', 'ply', 'obj', 'vtp', 'vtk'], 'what bytes are')),
      faceCount: optional(count('of the generated body, about')),
    },
    oneOf: [['positions', 'bytes', 'path', 'dataset']],
  },
  mesh: {
    says: 'Gives a mesh back, or the surface of a cuttable bone as it is now.',
    members: { mesh: optional(text('name of a mesh')), cuttable: optional(CUTTABLE) },
    oneOf: [['mesh', 'cuttable']],
  },
  unload: {
    says: 'Forgets what has that name, and frees its memory. A detector keeps a copy of its meshes.',
    members: {
      mesh: optional(text('name of a mesh')),
      detector: optional(DETECTOR),
      cuttable: optional(CUTTABLE),
      loop: optional(LOOP),
    },
    oneOf: [['mesh', 'detector', 'cuttable', 'loop']],
  },
  detector: {
    says: 'Makes a detector of a bone and a tool: createDetector with these options.',
    members: {
      detector: text('the name'),
      ...BONE_OR_CUTTABLE,
      tool: text('name of the mesh that is the tool'),
      contactDistance: number('mm: a gap up to this counts as contact'),
      resolution: number('mm: no reported sub-triangle has a longer edge, unless it is a whole face'),
      backend: optional(choice(['auto', 'cpu', 'webgpu'], 'what computes; default auto')),
      sides: optional(choice(['bone', 'tool', 'both'], 'whose sub-triangles are reported; default both')),
      candidates: CANDIDATES,
      feed: FEED,
      shank: SHANK,
    },
    oneOf: [['bone', 'cuttable']],
  },
  pose: {
    says: 'Sets the pose that is meant where a later request of the detector names none.',
    members: { detector: DETECTOR, pose: matrix('the pose') },
  },
  intersects: {
    says: 'Which pairs of faces share a point, exactly, and the state of contact.',
    members: { detector: DETECTOR, pose: POSE },
  },
  report: { says: 'The whole report at a pose.', members: { detector: DETECTOR, pose: POSE } },
  path: {
    says: 'A report for each of many poses, each in an answer of its own.',
    members: {
      detector: DETECTOR,
      poses: array(REAL, '16 × poses', 'the poses, one behind the other'),
      workers: optional(count('threads that compute at once, 1 or more; changes no answer')),
    },
  },
  distance: {
    says: 'The smallest distance between the surfaces, and the nearest points.',
    members: { detector: DETECTOR, pose: POSE },
  },
  volume: {
    says: 'How much bone lies in the tool.',
    members: { detector: DETECTOR, pose: POSE, relativeWidth: optional(number('(high − low) / high aimed at')) },
  },
  sweep: {
    says: 'When the tool first touches the bone on its way from one pose to another: firstContact.',
    members: {
      detector: DETECTOR,
      ...MOTION,
      tolerance: optional(number('mm: how far a point of the tool may go between free and contact')),
      distance: optional(number('mm: what comes this near counts as touching')),
    },
  },
  edit: {
    says: 'Edits the bone of a detector or of a haptic loop: editBone.',
    members: {
      detector: optional(DETECTOR),
      loop: optional(LOOP),
      remove: array('u32', 'any', 'faces that are retired'),
      positions: optional(array(REAL, '3 × vertices', 'vertices that are appended, mm')),
      faces: optional(array('u32', '3 × faces', 'faces that are appended')),
    },
    oneOf: [['detector', 'loop']],
  },
  cuttable: {
    says: 'Makes a bone that can be cut: createCuttableBone.',
    members: {
      cuttable: text('the name'),
      surface: text('name of a closed mesh'),
      cell: number('mm: the grid on which the cut surface is kept'),
      window: optional(
        array(REAL, '6', 'mm: corners min and max of the box that the grid fills; beyond it nothing changes'),
      ),
      beyondWindow: optional(choice(['grow', 'refuse'], 'what a cut that comes to the sides of the window does')),
      frame: optional(array(REAL, '12', 'of a volume, voxel (i, j, k) → mm, row-major 3×4: cut answers voxels then')),
      size: optional(array('u32', '3', 'of that volume: voxels along i, j, k')),
      structures: optional(texts('names of closed meshes: in which of them removed voxels lie')),
    },
  },
  cut: {
    says: 'Removes from a cuttable bone what the tool sweeps, and edits the detectors and loops that were made of it.',
    members: {
      cuttable: CUTTABLE,
      tool: text('name of a mesh'),
      ...MOTION,
      volume: optional(flag('whether to report the swept volume and what is lost, which takes longer than the cut')),
    },
  },
  'haptic-start': {
    says: 'Starts a haptic loop: startHapticLoop. Its hand is moved by haptic-move.',
    members: {
      loop: text('the name'),
      ...BONE_OR_CUTTABLE,
      tool: text('name of the mesh that is the tool'),
      options: optional(object('HapticOptions: pivot, stiffness, friction, …, and cutting for a tool that cuts')),
      candidates: CANDIDATES,
      feed: FEED,
      shank: SHANK,
    },
    oneOf: [['bone', 'cuttable']],
  },
  'haptic-move': {
    says: 'Says where the hand is now. Without a pose: nobody holds the tool. A pose that is not rigid shows in snapshots.',
    members: { loop: LOOP, pose: optional(matrix('where the hand is')) },
  },
  'haptic-cut': {
    says: 'Switches a tool that cuts on or off: the pedal.',
    members: { loop: LOOP, isOn: flag('on, or off') },
  },
  'haptic-snapshot': { says: 'The newest tick of a loop.', members: { loop: LOOP } },
  'haptic-stop': { says: 'Ends a loop, and returns its times.', members: { loop: LOOP } },
  cancel: {
    says: 'Gives up a request that waits or is being answered. This one is answered at once, before those that wait.',
    members: { request: count('the id of the request') },
  },
};

/** Requests that change what a session has. */
export const CHANGES: ReadonlySet<string> = new Set([
  ...['load', 'unload', 'detector', 'pose', 'edit', 'cuttable', 'cut', 'haptic-start', 'haptic-stop'],
]);

/** Requests of a haptic loop's hand, which need no computing. */
export const HANDS: ReadonlySet<string> = new Set(['haptic-move', 'haptic-cut', 'haptic-snapshot']);

/** The members that are arrays, with the types that they may have. */
export function arraysOf({ members }: MessageShape): (readonly [name: string, member: Member])[] {
  return Object.entries(members).filter(([, { kind }]) => kind.is === 'array');
}
