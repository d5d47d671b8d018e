// A report and the smallest distance → the contents of their messages: state, contacts, patches, the surface in
// contact, the proxy, the distance and where it is.

import { KerfError } from '#core';
import type { NearestPoints } from '#detector';
import {
  encodeNdArray,
  encodePoints,
  encodePolyData,
  encodeStatus,
  encodeString,
  encodeTransform,
  type IgtlPoint,
  LARGEST_ND_SIZE,
} from '#igtl';
import type { ContactReport, ContactTable } from '#records';
import { statusOf } from './status-of.ts';
import { turnedPoints, turnedPose } from './turned.ts';

export interface Content {
  readonly type: string;
  readonly device: string;
  readonly content: Uint8Array;
}

export const ANSWER_TYPES = ['STRING', 'NDARRAY', 'POINT', 'POLYDATA', 'TRANSFORM'] as const;

/** Device names of answers. 3D Slicer makes a node for each type and name, but none for an NDARRAY. */
const DEVICE = {
  state: 'KerfState',
  /** An NDARRAY, and a POLYDATA beside it. */
  contacts: 'KerfContacts',
  patches: 'KerfPatches',
  surface: 'KerfSurface',
  proxy: 'KerfProxy',
  distance: 'KerfDistance',
  nearest: 'KerfNearest',
} as const;

/** Numbers of a contact: point, normal, signed distance, body. */
export const CONTACT_COLUMNS = 8;
const COLOURS = { bone: [255, 196, 0, 255], tool: [0, 128, 255, 255], none: [0, 0, 0, 0] } as const;

/**
 * @param proxy null: none is known. @param isTurned whether the reader's frame is not the bone's.
 * @returns in the order of sending; a request for a type without a name gets the first one of it. If there are too many
 * contacts to send, a STATUS takes their place.
 */
export function contactMessages(
  report: ContactReport,
  nearest: NearestPoints,
  proxy: Float64Array | null,
  isTurned: boolean,
): Content[] {
  const inFrame = (points: ArrayLike<number>) => (isTurned ? turnedPoints(points) : points);
  const place = Array.from(inFrame(nearest.bonePoint)) as Place;
  const pose = proxy !== null && isTurned ? turnedPose(proxy) : proxy;
  return [
    { type: 'STRING', device: DEVICE.state, content: encodeString(report.state) },
    contactRows(report.contacts, inFrame),
    { type: 'POINT', device: DEVICE.patches, content: encodePoints(patchPoints(report, place, inFrame)) },
    { type: 'POLYDATA', device: DEVICE.surface, content: surface(report.contacts, inFrame) },
    ...(pose === null ? [] : [{ type: 'TRANSFORM', device: DEVICE.proxy, content: encodeTransform(pose) }]),
    { type: 'POLYDATA', device: DEVICE.contacts, content: contactPoints(report.contacts, inFrame) },
    { type: 'STRING', device: DEVICE.distance, content: encodeString(`${nearest.distance}`) },
    { type: 'TRANSFORM', device: DEVICE.nearest, content: encodeTransform(movedTo(place)) },
  ];
}

type Place = [number, number, number];

/** A pose at that place, without rotation. */
function movedTo([x, y, z]: Place): Float64Array {
  return Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1);
}

type InFrame = (points: ArrayLike<number>) => ArrayLike<number>;

/** The contacts in f64, as the detector gave them. */
function contactRows(contacts: ContactTable, inFrame: InFrame): Content {
  const { length, distance, body } = contacts;
  if (length > LARGEST_ND_SIZE) {
    const error = new KerfError(
      'TOO_MANY_CONTACTS',
      `The pose has ${length} contacts, at most ${LARGEST_ND_SIZE} fit an NDARRAY; start kerf serve with a larger --resolution.`,
    );
    return { type: 'STATUS', device: DEVICE.contacts, content: encodeStatus(statusOf(error)) };
  }
  const point = inFrame(contacts.point);
  const normal = inFrame(contacts.normal);
  const values = new Float64Array(CONTACT_COLUMNS * length);
  for (let row = 0; row < length; row++) {
    const at = CONTACT_COLUMNS * row;
    for (let k = 0; k < 3; k++) {
      values[at + k] = point[3 * row + k];
      values[at + 3 + k] = normal[3 * row + k];
    }
    values[at + 6] = distance[row];
    values[at + 7] = body[row];
  }
  const content = encodeNdArray({ type: 'float64', size: [length, CONTACT_COLUMNS], values });
  return { type: 'NDARRAY', device: DEVICE.contacts, content };
}

/**
 * The protocol's own library never unpacks an empty body, and its readers would go on showing the patches of an earlier
 * pose. So if there is no patch, an invisible point says so.
 * @param nearest where that point is.
 */
function patchPoints({ patches }: ContactReport, nearest: Place, inFrame: InFrame): IgtlPoint[] {
  const none = { name: 'no patch', group: 'none', colour: COLOURS.none, position: nearest, diameter: 0, owner: '' };
  if (patches.length === 0) return [none];
  return patches.map(({ body, centroid, depth }, i) => {
    const [x, y, z] = Array.from(inFrame(centroid));
    return {
      name: `${body} ${i}: ${depth.toFixed(3)} mm deep`,
      group: body,
      colour: COLOURS[body],
      position: [x, y, z],
      diameter: 0,
      owner: '',
    };
  });
}

/**
 * The numbers of contactRows, for readers that ignore an NDARRAY: a point per contact, with arrays. Each is in a line
 * from the point to itself, since 3D Slicer writes beyond its memory on a second vertex cell (OpenIGTLinkIO's
 * converter).
 */
function contactPoints({ length, point, normal, distance, body }: ContactTable, inFrame: InFrame): Uint8Array {
  const lines = new Uint32Array(3 * length);
  for (let row = 0; row < length; row++) lines.set([2, row, row], 3 * row);
  const none = new Uint32Array(0);
  const scalars = { of: 'points', kind: 'scalars', components: 1 } as const;
  return encodePolyData({
    points: new Float32Array(inFrame(point)),
    ...{ vertices: none, lines, polygons: none, strips: none },
    attributes: [
      { ...scalars, name: 'distance', values: new Float32Array(distance.subarray(0, length)) },
      { ...scalars, name: 'body', values: new Float32Array(body.subarray(0, length)) },
      { of: 'points', kind: 'normals', components: 3, name: 'normal', values: new Float32Array(inFrame(normal)) },
    ],
  });
}

/** Each sub-triangle with three points of its own, each with its contact's distance and body. */
function surface(contacts: ContactTable, inFrame: InFrame): Uint8Array {
  const { length, distance, body } = contacts;
  const polygons = new Uint32Array(4 * length);
  const distances = new Float32Array(3 * length);
  const bodies = new Float32Array(3 * length);
  for (let row = 0; row < length; row++) {
    polygons[4 * row] = 3;
    for (let corner = 0; corner < 3; corner++) {
      const at = 3 * row + corner;
      polygons[4 * row + 1 + corner] = at;
      distances[at] = distance[row];
      bodies[at] = body[row];
    }
  }
  const none = new Uint32Array(0);
  const scalars = { of: 'points', kind: 'scalars', components: 1 } as const;
  return encodePolyData({
    points: new Float32Array(inFrame(contacts.corners)),
    ...{ vertices: none, lines: none, polygons, strips: none },
    attributes: [
      { ...scalars, name: 'distance', values: distances },
      { ...scalars, name: 'body', values: bodies },
    ],
  });
}
