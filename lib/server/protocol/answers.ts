// The server's answers: every answer's own members, besides id, type, ok, binary, and for streams seq and done.

import { LIMITS } from './limits.ts';
import {
  array,
  choice,
  count,
  flag,
  interval,
  type Member,
  type MessageShape,
  number,
  object,
  optional,
  orNull,
  overlap,
  text,
  texts,
} from './member-kinds.ts';
import { CHANGES, PROTOCOL_VERSION } from './requests.ts';

const point = (what: string) => array('f64', '3', `${what}, bone frame, mm`);
const rows = (type: 'f64' | 'u8' | 'u32', each: number, what: string) =>
  array(type, each === 1 ? 'contacts' : `${each} × contacts`, what);
const patches = (type: 'f64' | 'u8' | 'u32', each: number, what: string) =>
  array(type, each === 1 ? 'patches' : `${each} × patches`, what);
const matrix = (what: string) => array('f64', '16', `${what}: column-major`);
const WINDOW = optional(array('f64', '6', 'mm: corners min and max of the box that the grid fills, with a window'));
const LOST = {
  lost: optional(object('walls, gaps, spikes: how many of each the surface does not show')),
  lostAt: optional(array('f64', '3 × features', 'where each of them is, mm: walls, then gaps, then spikes')),
};
const SIZE = {
  vertexCount: count('vertices'),
  faceCount: count('faces'),
};
const LOADED = {
  ...SIZE,
  feed: optional(array('f64', '3', 'of a generated tool')),
  shank: optional(count('of a generated tool')),
};
const BACKEND = {
  backend: choice(['cpu', 'webgpu'], 'what computes'),
  backendReason: text('why'),
};
const STATE = choice(
  ['separated', 'near', 'intersecting', 'enclosed'],
  'of contact: see lib/base/records/contact-report.ts',
);

/** The columns of a report; contacts.… has a row per sub-triangle, patches.… a row per patch. */
const REPORT: Readonly<Record<string, Member>> = {
  state: STATE,
  signed: object('bone, tool: whether the distances of its rows carry a sign'),
  'contacts.body': rows('u8', 1, '0 bone, 1 tool: whose sub-triangle it is'),
  'contacts.face': rows('u32', 1, 'its face'),
  'contacts.level': rows('u8', 1, 'bits of the path in use, 0 to 32'),
  'contacts.path': rows('u32', 1, 'its splits: one bit for two parts, two bits for four, from the highest bit on'),
  'contacts.corners': rows('f64', 9, 'its corners, mm'),
  'contacts.point': rows('f64', 3, 'where distance was found, mm'),
  'contacts.opposite': rows('f64', 3, 'the nearest point of the other surface, mm'),
  'contacts.oppositeFace': rows('u32', 1, 'the face on which that lies'),
  'contacts.normal': rows('f64', 3, 'unit, from the bone to the tool'),
  'contacts.distance': rows('f64', 1, 'signed, mm: negative inside'),
  'contacts.low': rows('f64', 1, 'the exact minimum over the sub-triangle is not below'),
  'contacts.high': rows('f64', 1, 'nor above'),
  'contacts.patch': rows('u32', 1, 'the row of its patch'),
  'patches.body': patches('u8', 1, '0 bone, 1 tool'),
  'patches.contactCount': patches('u32', 1, 'how many contacts it has'),
  'patches.area': patches('f64', 1, 'mm²'),
  'patches.centroid': patches('f64', 3, 'mm'),
  'patches.normal': patches('f64', 3, 'unit, mean'),
  'patches.depth': patches('f64', 1, 'mm: its deepest point'),
  intersectingFaces: array('u32', '2 × pairs', 'bone, tool, bone, tool, … in ascending order'),
  intersectionSegments: array('f64', '6 × pairs', 'the ends of the segment that two faces share, mm'),
  penetration: orNull(object('through, protrusion, insertion, wallAhead; null where one of the two is no solid')),
  protrusionPoint: optional(
    point('where penetration has one, a point that far out of the bone; NaN where not through'),
  ),
  stats: object('backend, candidatePairs, subTriangles, escalatedPairs, milliseconds'),
};
const NEAREST: Readonly<Record<string, Member>> = {
  boneFace: count('the face of the bone'),
  toolFace: count('the face of the tool'),
  bonePoint: point('the point on it'),
  toolPoint: point('the point on it'),
};

const optionalOf = (members: Readonly<Record<string, Member>>) =>
  Object.fromEntries(Object.entries(members).map(([name, member]) => [name, optional(member)]));

const CUT: Readonly<Record<string, Member>> = {
  remove: array('u32', 'any', 'faces that are retired'),
  positions: array('f64', '3 × vertices', 'vertices that are appended, mm'),
  faces: array('u32', '3 × faces', 'faces that are appended'),
  volumeLoss: number('mm³: how much less the surface encloses'),
  window: WINDOW,
  removedVolume: optional(interval('mm³: what was swept of the bone')),
  ...LOST,
  bridges: optional(
    array('f64', '3 × bridges', 'mm: where bone not shown may hold parts together that are shown apart'),
  ),
  voxels: optional(array('u32', 'any', 'with a frame: i + size₀·(j + size₁·k) of voxels that left the bone')),
  structures: optional(array('u8', '1 × voxels', '0, or the number, from 1, of the structure that held each')),
  regained: optional(array('u32', 'any', 'voxels that are bone and were not, by a face that a cut moved outward')),
  unsure: optional(count('voxels so near to a face so far that rounding may have decided')),
  detectors: texts('names of the detectors that were edited'),
  loops: texts('names of the haptic loops that were edited'),
};

/** What the other clients of a joined session are sent. */
export const CHANGED: MessageShape = {
  says: 'What another client, or the tool of a haptic loop, has changed; sent to those who joined the session.',
  members: {
    change: choice(
      [...CHANGES, 'joined', 'left', 'lost'],
      'the request; that a client joined or left; that all is lost',
    ),
    by: text('what the client calls itself; "" for none, or a loop'),
    sequence: optional(count('of the change')),
    mesh: optional(text('name of a mesh')),
    detector: optional(text('name of a detector')),
    cuttable: optional(text('name of a cuttable bone')),
    loop: optional(text('name of a haptic loop')),
    bone: optional(text('name of the mesh that is the bone')),
    tool: optional(text('name of the mesh that is the tool')),
    surface: optional(text('name of a mesh')),
    pose: optional(matrix('the pose that was set')),
    from: optional(matrix('where a cut starts')),
    to: optional(matrix('where it ends')),
    motion: optional(choice(['linear', 'screw'], 'as it was given')),
    contactDistance: optional(number('of a detector, mm')),
    resolution: optional(number('of a detector, mm')),
    ...optionalOf(CUT),
    ...optionalOf(LOADED),
    ...optionalOf(BACKEND),
    bytes: optional(count('of memory, as the answer says')),
    cell: optional(number('mm: of a cuttable bone')),
    bound: optional(number('mm: of a cuttable bone')),
    thinWalls: optional(count('of a cuttable bone')),
    transport: optional(choice(['shared', 'messages'], 'of a haptic loop')),
    summary: optional(object('of a haptic loop that has ended')),
  },
};

export const ANSWERS: Readonly<Record<string, MessageShape>> = {
  hello: {
    says: 'What answers, and what it allows.',
    members: {
      version: choice([PROTOCOL_VERSION], 'of the protocol'),
      kerf: text('version of kerf'),
      limits: object(
        `${Object.keys(LIMITS).join(', ')}: see lib/server/protocol/limits.ts; standard input has the patience "Infinity"`,
      ),
      types: texts('the requests that are answered'),
      datasets: texts('names that load takes'),
      formats: texts('formats that load takes'),
      files: flag('whether load takes paths'),
      members: optional(count('clients of a joined session, this one included')),
    },
  },
  ping: { says: 'Yes.', members: {} },
  held: {
    says: 'The names of what the session has.',
    members: {
      meshes: texts('those that load took'),
      detectors: texts('those that detector made'),
      cuttables: texts('those that cuttable made'),
      loops: texts('those that haptic-start began'),
    },
  },
  load: {
    says: 'The mesh as it was taken.',
    members: {
      mesh: text('its name'),
      ...LOADED,
      bytes: count('of memory that it counts for'),
    },
  },
  mesh: {
    says: 'The surface.',
    members: {
      positions: array(['f64', 'f32'], '3 × vertices', 'mm, in the precision in which they were loaded'),
      faces: array('u32', '3 × faces', 'three vertices a face'),
    },
  },
  unload: { says: 'It is gone.', members: { bytes: count('of memory that the session still counts for') } },
  detector: {
    says: 'It is there.',
    members: { detector: text('its name'), ...BACKEND, bytes: count('of memory, about') },
  },
  pose: { says: 'It is set.', members: {} },
  intersects: {
    says: 'The pairs and the state.',
    members: {
      intersects: flag('whether the surfaces share a point'),
      state: STATE,
      intersectingFaces: array('u32', '2 × pairs', 'bone, tool, bone, tool, … in ascending order'),
    },
  },
  report: { says: 'A ContactReport, its tables as columns.', members: REPORT },
  path: {
    says: 'One pose of a path, as report has it; the last answer has none of these but count.',
    members: {
      ...optionalOf(REPORT),
      count: optional(count('how many poses were answered')),
    },
  },
  distance: { says: 'NearestPoints.', members: { distance: number('mm; 0 where they share a point'), ...NEAREST } },
  volume: {
    says: 'An interval that holds it.',
    members: { volume: overlap('mm³; reached: whether the width aimed at was') },
  },
  sweep: {
    says: 'A FirstContact.',
    members: {
      status: choice(['free', 'initial', 'contact', 'grazing'], 'see lib/detect/detector/detector.ts'),
      time: interval('free up to low, in contact at high'),
      lowPose: matrix('the pose at low'),
      highPose: matrix('the pose at high'),
      boneFace: number('−1 where free'),
      toolFace: number('−1 where free'),
      bonePoint: point('NaN where free: the point'),
      toolPoint: point('NaN where free: the point'),
      normal: array('f64', '3', 'unit, from the bone to the tool; NaN where free'),
    },
  },
  edit: { says: 'It is made.', members: {} },
  cuttable: {
    says: 'The bone as its grid shows it.',
    members: {
      cuttable: text('its name'),
      cell: number('mm: the cell that is used'),
      bound: number('mm: how far its surface may be off'),
      thinWalls: count('walls and gaps thinner than a cell that were met'),
      window: WINDOW,
      ...LOST,
      ...SIZE,
      bytes: count('of memory, about'),
    },
  },
  cut: { says: 'What was removed, and the edit of the surface.', members: CUT },
  'haptic-start': {
    says: 'It runs.',
    members: {
      loop: text('its name'),
      transport: choice(['shared', 'messages'], 'how its threads exchange data'),
      bytes: count('of memory, about'),
    },
  },
  'haptic-move': { says: 'It is passed on.', members: {} },
  'haptic-cut': { says: 'It is passed on.', members: {} },
  'haptic-snapshot': {
    says: 'A HapticSnapshot; null before the first tick.',
    members: {
      snapshot: orNull(object('state, refusal, ticks, gain, friction, cutting, leastGap, modelAge, penetration, …')),
      force: optional(array('f64', '3', 'N, on the tool')),
      torque: optional(array('f64', '3', 'N·mm, about the pivot')),
      devicePose: optional(matrix('where the hand is')),
      proxyPose: optional(matrix('where the tool is shown')),
      'contacts.sample': optional(rows('u32', 1, "the tool's sample")),
      'contacts.boneFace': optional(rows('u32', 1, 'the face that it touches')),
      'contacts.point': optional(rows('f64', 3, 'mm')),
      'contacts.normal': optional(rows('f64', 3, 'unit, out of the bone')),
      'contacts.force': optional(rows('f64', 1, 'N')),
    },
  },
  'haptic-stop': {
    says: 'It has ended.',
    members: { summary: object('HapticSummary: times in ms, steps of the force') },
  },
  cancel: { says: 'What became of it.', members: { cancelled: flag('false: there was no such request any more') } },
};
