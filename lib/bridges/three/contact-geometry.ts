// A report's contacts → BufferGeometry of their sub-triangles, coloured by signed distance.

import { BufferAttribute, BufferGeometry, Color, Vector3 } from 'three';
import { checkNumbers, checkOptionNames, checkRecord, described, OptionError, type OptionNames } from '#core';
import type { ContactReport } from '#records';
import { distanceColour } from './distance-colours.ts';
import { singlePrecision } from './single-precision.ts';

export interface ContactGeometryOptions {
  /**
   * A contact's colour, 0xRRGGBB in sRGB, by its signed distance in mm; false for none. Default: `distanceColour`,
   * whose legend is DISTANCE_LEGEND.
   */
  readonly colour?: false | ((distance: number) => number);
  /** mm, > 0: the distance at which the default colours end, inside and outside. Default 1. */
  readonly range?: number;
}
const OPTIONS: OptionNames<ContactGeometryOptions> = { colour: true, range: true };

/**
 * One triangle for each contact, in the order of its rows: `faceIndex` of a Raycaster's intersection is the row. In the
 * bone's frame, mm, without an index. Attributes, for each of the three corners alike except `position`:
 * - `position`: the sub-triangle's corners, rounded to f32; `userData.kerf.rounding` is the farthest that moved one;
 * - `normal`: the sub-triangle's own unit normal, outward from its body; of a triangle without area, the contact's;
 * - `signedDistance`: the contact's distance, mm, < 0 inside; rounded to f32;
 * - `color`: by `colour`, in three's working colour space: for a material with vertexColors.
 *
 * Groups have material 0 for the bone's sub-triangles and 1 for the tool's: pass one material, or two. A report without
 * contacts gives a geometry without vertices.
 * @throws OptionError BAD_RANGE, WRONG_TYPE, UNKNOWN_OPTION. @throws MeshError COORDINATE_RANGE beyond the largest f32.
 */
export function contactGeometry(report: ContactReport, options: ContactGeometryOptions = {}): BufferGeometry {
  checkRecord(report, 'report', 'a ContactReport', "pass what a detector's query returns");
  checkRecord(report.contacts, 'report.contacts', 'a ContactTable', "pass what a detector's query returns");
  const { corners, normal, distance, body } = report.contacts;
  checkNumbers(corners, 'report.contacts.corners', "pass what a detector's query returns");
  checkOptionNames(options, OPTIONS, 'contactGeometry');
  const rows = corners.length / 9;
  const { values, rounding } = singlePrecision(corners, 'contactGeometry');
  const geometry = new BufferGeometry();
  geometry.name = 'contacts';
  geometry.setAttribute('position', new BufferAttribute(values, 3));
  geometry.setAttribute('normal', new BufferAttribute(normalsOf(corners, normal), 3));
  geometry.setAttribute(
    'signedDistance',
    new BufferAttribute(
      thrice(rows, (row) => distance[row]),
      1,
    ),
  );
  const colour = colouring(options);
  if (colour !== null) geometry.setAttribute('color', new BufferAttribute(coloursOf(distance, rows, colour), 3));
  let bones = 0;
  while (bones < rows && body[bones] === 0) bones++;
  if (bones > 0) geometry.addGroup(0, 3 * bones, 0);
  if (rows > bones) geometry.addGroup(3 * bones, 3 * (rows - bones), 1);
  geometry.userData = { kerf: { rounding } };
  return geometry;
}

function colouring({ colour, range = 1 }: ContactGeometryOptions): ((distance: number) => number) | null {
  if (!(typeof range === 'number' && range > 0 && range < Number.POSITIVE_INFINITY))
    throw new OptionError('BAD_RANGE', `range is ${described(range)}, expected a number > 0, mm; leave it out for 1.`);
  if (colour === undefined) return (distance) => distanceColour(distance, range);
  if (colour === false) return null;
  if (typeof colour !== 'function')
    throw new OptionError('WRONG_TYPE', `colour is ${described(colour)}, expected a function or false; leave it out.`);
  return colour;
}

/** The same number at the three corners of each row. */
function thrice(rows: number, value: (row: number) => number): Float32Array<ArrayBuffer> {
  const values = new Float32Array(3 * rows);
  for (let row = 0; row < rows; row++) values.fill(value(row), 3 * row, 3 * row + 3);
  return values;
}

function coloursOf(distance: Float64Array, rows: number, colour: (distance: number) => number): Float32Array {
  const values = new Float32Array(9 * rows);
  const shown = new Color();
  for (let row = 0; row < rows; row++) {
    // setHex takes sRGB and converts to the working colour space.
    shown.setHex(colour(distance[row]));
    for (let corner = 0; corner < 3; corner++) shown.toArray(values, 9 * row + 3 * corner);
  }
  return values;
}

/** (b − a) × (c − a), scaled to length 1, from the corners in f64: far from the origin, f32 would turn it. */
function normalsOf(corners: Float64Array, contactNormals: Float64Array): Float32Array {
  const normals = new Float32Array(corners.length);
  const [a, b, c] = [new Vector3(), new Vector3(), new Vector3()];
  for (let i = 0; i < corners.length; i += 9) {
    a.fromArray(corners, i);
    b.fromArray(corners, i + 3).sub(a);
    c.fromArray(corners, i + 6).sub(a);
    b.cross(c).normalize();
    if (b.lengthSq() === 0) b.fromArray(contactNormals, i / 3);
    for (let corner = i; corner < i + 9; corner += 3) b.toArray(normals, corner);
  }
  return normals;
}
