// A report → the contents of the messages that tell it: state, contacts, patches, the surface in contact, the proxy.

import { KerfError } from '../../core/index.ts';
import {
  encodeNdArray,
  encodePoints,
  encodePolyData,
  encodeStatus,
  encodeString,
  encodeTransform,
  type IgtlPoint,
  LARGEST_ND_SIZE,
} from '../../igtl/index.ts';
import type { ContactReport, ContactTable } from '../../records/index.ts';
import { statusOf } from './status-of.ts';
import { turnedPoints, turnedPose } from './turned.ts';

export interface Content {
  readonly type: string;
  readonly device: string;
  readonly content: Uint8Array;
}

/** Device names of answers, by type. 3D Slicer makes a node of each. */
export const ANSWERS = {
  STRING: 'KerfState',
  NDARRAY: 'KerfContacts',
  POINT: 'KerfPatches',
  POLYDATA: 'KerfSurface',
  TRANSFORM: 'KerfProxy',
} as const;

/** Numbers of a contact: point, normal, signed distance, body. */
export const CONTACT_COLUMNS = 8;
const COLOURS = { bone: [255, 196, 0, 255], tool: [0, 128, 255, 255] } as const;

/**
 * @param proxy null: none is known. @param isTurned whether the reader's frame is not the bone's.
 * @returns in the order in which they are sent. In place of contacts that are too many to send there is a STATUS.
 */
export function contactMessages(report: ContactReport, proxy: Float64Array | null, isTurned: boolean): Content[] {
  const inFrame = (points: ArrayLike<number>) => (isTurned ? turnedPoints(points) : points);
  const messages: Content[] = [
    { type: 'STRING', device: ANSWERS.STRING, content: encodeString(report.state) },
    contactRows(report.contacts, inFrame),
    { type: 'POINT', device: ANSWERS.POINT, content: encodePoints(patchPoints(report, inFrame)) },
    { type: 'POLYDATA', device: ANSWERS.POLYDATA, content: surface(report.contacts, inFrame) },
  ];
  if (proxy !== null) {
    const pose = isTurned ? turnedPose(proxy) : proxy;
    messages.push({ type: 'TRANSFORM', device: ANSWERS.TRANSFORM, content: encodeTransform(pose) });
  }
  return messages;
}

type InFrame = (points: ArrayLike<number>) => ArrayLike<number>;

/** In f64, as the detector gave them. */
function contactRows(contacts: ContactTable, inFrame: InFrame): Content {
  const { length, distance, body } = contacts;
  if (length > LARGEST_ND_SIZE) {
    const error = new KerfError(
      'TOO_MANY_CONTACTS',
      `The pose has ${length} contacts, at most ${LARGEST_ND_SIZE} fit an NDARRAY; start kerf serve with a larger --resolution.`,
    );
    return { type: 'STATUS', device: ANSWERS.NDARRAY, content: encodeStatus(statusOf(error)) };
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
  return { type: 'NDARRAY', device: ANSWERS.NDARRAY, content };
}

function patchPoints({ patches }: ContactReport, inFrame: InFrame): IgtlPoint[] {
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

/** Each sub-triangle with three points of its own, and the distance and the body of its contact at each of them. */
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
