// DICOM slices in any order → sorted along their normal, without duplicates, and the step from one to the next.
//
// Positions and directions are decimal strings, and many programs write two decimals for positions and four for
// directions. Such a string is within h, half a unit of its last digit. Let the true places be p_k = p_0 + k·s, and
// each written coordinate be within h of the true one. The place interpolated for slice k, a weighted mean of the first
// and the last slice's, is then within h too, so slice k is within 2h of it. Each of two unit vectors whose coordinates
// are within h differs from the written one by at most √3·h.

import { cross, dot, minus, vectorLength } from '#core';
import { named } from './dicom-files.ts';
import { dicomError } from './dicom-header.ts';
import type { DicomSlice } from './read-dicom-slice.ts';

type Vector = readonly [number, number, number];

export interface SliceOrder {
  readonly slices: readonly DicomSlice[];
  /** From one plane of the volume to the next, mm. */
  readonly step: Vector;
  /**
   * Where the planes of the volume lie among the slices: 2.25 is a quarter of the way from slice 2 to slice 3. Absent
   * if the slices are the planes.
   */
  readonly planes?: readonly number[];
  readonly notices: readonly string[];
}

/**
 * How far a slice may lie from its place in an even spacing, and a pixel from where the directions of the first slice
 * put it, as a share of the spacing; or 2h, if that is more.
 */
const UNEVEN = 0.01;
/**
 * 2h counts only up to this share of the step. A missing slice moves another by at least a third of the step, so it
 * cannot hide in the rounding.
 */
const MOST_ROUNDING = 0.1;
/** h of directions counts only with three decimals or more. */
const MOST_DIRECTION_ROUNDING = 0.0005;

/**
 * @param acceptUneven mm: how far the step between two slices may differ from the usual one if they are resampled.
 * @throws FormatError BAD_DIMENSIONS (one slice, or slices of several sizes), UNEVEN_SLICES.
 */
export function sliceOrder(given: readonly DicomSlice[], acceptUneven: number | undefined, source: string): SliceOrder {
  if (given.length > 0) for (const slice of given) checkSize(slice, given[0], source);
  const turned = given.length > 0 ? checkDirections(given, source) : [];
  const { kept, notices } = withoutDoubles(given, source);
  if (kept.length < 2)
    throw dicomError(
      source,
      'BAD_DIMENSIONS',
      `there ${kept.length === 1 ? 'is 1 slice' : 'are no slices'}`,
      'two or more',
      'give the folder that holds the whole series',
    );
  const normal = cross(kept[0].alongRow, kept[0].alongColumn);
  const slices = [...kept].sort((a, b) => dot(normal, a.position) - dot(normal, b.position));
  const even = evenOrder(slices, source);
  const { notices: own, ...order } = even ?? resampled(slices, normal, acceptUneven, source);
  return { ...order, slices, notices: [...notices, ...turned, ...own] };
}

function checkSize(slice: DicomSlice, first: DicomSlice, source: string): void {
  if (slice.rows === first.rows && slice.columns === first.columns) return;
  throw dicomError(
    source,
    'BAD_DIMENSIONS',
    `"${slice.name}" has ${slice.columns} × ${slice.rows} pixels`,
    `the ${first.columns} × ${first.rows} of "${first.name}"`,
  );
}

/** Directions are compared by the position of the last pixel of a row or column, in spacings. */
function checkDirections(slices: readonly DicomSlice[], source: string): string[] {
  const [first] = slices;
  const { rows, columns } = first;
  const written = Math.min(...slices.map(({ directionRounding }) => directionRounding));
  // Each written vector is within this of the true one.
  const h = written <= MOST_DIRECTION_ROUNDING ? Math.sqrt(3) * written : 0;
  let isRounded = false;
  for (const slice of slices) {
    // The deviation, the number of pixels it applies to, and the deviation that rounding alone may cause.
    const faults: readonly (readonly [number, number, number])[] = [
      [Math.abs(slice.spacing[0] / first.spacing[0] - 1), columns, 0],
      [Math.abs(slice.spacing[1] / first.spacing[1] - 1), rows, 0],
      [size(minus(slice.alongRow, first.alongRow)), columns, 2 * h],
      [size(minus(slice.alongColumn, first.alongColumn)), rows, 2 * h],
      [Math.abs(size(slice.alongRow) - 1), columns, h],
      [Math.abs(size(slice.alongColumn) - 1), rows, h],
      [Math.abs(dot(slice.alongRow, slice.alongColumn)), Math.max(rows, columns), 2 * h + h * h],
    ];
    for (const [fault, pixels, rounding] of faults) {
      if (fault * pixels <= UNEVEN) continue;
      if (!(fault <= rounding))
        throw dicomError(
          source,
          'UNEVEN_SLICES',
          `the directions or pixel spacing of "${slice.name}" put a pixel ${(fault * pixels).toFixed(3)} spacings ` +
            `from where those of "${first.name}" do`,
          `unit directions, and at most ${Math.max(UNEVEN, rounding * pixels).toFixed(3)}`,
        );
      isRounded = true;
    }
  }
  const off = h * (columns * first.spacing[0] + rows * first.spacing[1]);
  return isRounded
    ? [
        `"${source}": directions are written to ${digits(written)} decimals, so a pixel may lie ${off.toFixed(3)} mm off.`,
      ]
    : [];
}

/** Keeps one of each set of slices with the same place and values. */
function withoutDoubles(given: readonly DicomSlice[], source: string): { kept: DicomSlice[]; notices: string[] } {
  const places = new Map<string, DicomSlice[]>();
  const doubles: string[] = [];
  for (const slice of given) {
    const place = slice.position.join(' ');
    const others = places.get(place) ?? [];
    if (others.some((other) => haveSameValues(other, slice))) doubles.push(slice.name);
    else places.set(place, [...others, slice]);
  }
  const notices = named(doubles, (are) => `${are} the same as others in place and values, and set aside`, source);
  return { kept: [...places.values()].flat(), notices };
}

function haveSameValues(a: DicomSlice, b: DicomSlice): boolean {
  const count = a.rows * a.columns;
  const [first, second] = [new Float64Array(count), new Float64Array(count)];
  a.write(first, 0);
  b.write(second, 0);
  return first.every((value, i) => value === second[i]);
}

/** The step of slices that are evenly spaced to within 1 % or to the digits written; null if they are not. */
function evenOrder(slices: readonly DicomSlice[], source: string): Pick<SliceOrder, 'step' | 'notices'> | null {
  const [first, count] = [slices[0].position, slices.length - 1];
  const step = minus(slices[count].position, first).map((length) => length / count) as unknown as Vector;
  const even = size(step);
  if (!(even > 0)) return null;
  // A coordinate that all slices share is not off, however few digits it has.
  const rounding = [0, 1, 2].map((axis) =>
    slices.every(({ position }) => position[axis] === first[axis])
      ? 0
      : Math.min(...slices.map((slice) => slice.positionRounding[axis])),
  );
  const isFine = 2 * Math.max(...rounding) <= MOST_ROUNDING * even;
  let farthest = 0;
  for (const [k, { position }] of slices.entries()) {
    const off = position.map((x, axis) => x - first[axis] - k * step[axis]);
    const distance = size(off);
    farthest = Math.max(farthest, distance);
    if (distance <= UNEVEN * even) continue;
    // The last bits of a difference of decimals: 2^-50 of the largest coordinate.
    const isWithin = off.every(
      (length, axis) => Math.abs(length) <= 2 * rounding[axis] + 2 ** -50 * Math.abs(position[axis]),
    );
    if (!isFine || !isWithin) return null;
  }
  if (farthest <= UNEVEN * even) return { step, notices: [] };
  const decimals = digits(Math.min(...rounding.filter((half) => half > 0)));
  const sentence = `positions are written to ${decimals} decimals, so slices lie up to ${farthest.toFixed(3)} mm off`;
  return { step, notices: [`"${source}": ${sentence} their even spacing of ${even.toFixed(3)} mm.`] };
}

/** Evenly spaced planes along unevenly spaced slices, or an error that names the largest jump. */
function resampled(
  slices: readonly DicomSlice[],
  normal: readonly number[],
  acceptUneven: number | undefined,
  source: string,
): Omit<SliceOrder, 'slices'> {
  const jumps = slices.slice(1).map(({ position }, k) => minus(position, slices[k].position));
  const usual = [0, 1, 2].map((axis) => middle(jumps.map((jump) => jump[axis])));
  const off = jumps.map((jump) => size(minus(jump, usual)));
  const worst = off.reduce((most, length, k) => (length > off[most] ? k : most), 0);
  const [before, after] = [slices[worst].name, slices[worst + 1].name];
  const [jump, expected] = [size(jumps[worst]), size(usual)];
  const along = slices.map(({ position }) => dot(normal, minus(position, slices[0].position)));
  const total = along[along.length - 1];
  const double = along.findIndex((place, k) => k > 0 && place === along[k - 1]);
  const fail = (found: string, next: string) =>
    dicomError(source, 'UNEVEN_SLICES', found, 'slices at even distances, to 1 % or to the digits written', next);
  if (double > 0)
    throw fail(
      `"${slices[double - 1].name}" and "${slices[double].name}" lie in one place and differ`,
      'choose one of the two scans that are in the series',
    );
  const found =
    `"${after}" (slice ${worst + 1} of ${slices.length}, counted from 0) lies ${jump.toFixed(3)} mm from "${before}" ` +
    `before it, where ${expected.toFixed(3)} mm are usual`;
  if (acceptUneven === undefined || off[worst] > acceptUneven)
    throw fail(
      found,
      'look for a missing slice or for two scans in one series, or resample it with ' +
        `--accept-uneven ${(Math.ceil(off[worst] * 1000) / 1000).toFixed(3)} of kerf bone (the option acceptUneven)`,
    );
  const last = minus(slices[slices.length - 1].position, slices[0].position);
  for (const [k, { name, position }] of slices.entries()) {
    const aside = size(
      minus(
        minus(position, slices[0].position),
        last.map((x) => (x * along[k]) / total),
      ),
    );
    if (aside > acceptUneven)
      throw fail(`"${name}" lies ${aside.toFixed(3)} mm aside of the line through the others`, 'choose another series');
  }
  const count = Math.max(1, Math.round(total / Math.abs(dot(normal, usual))));
  const planes = Array.from({ length: count + 1 }, (_, plane) => {
    const place = (total * plane) / count;
    const below = Math.min(slices.length - 2, Math.max(0, along.findIndex((own) => own > place) - 1));
    const k = plane === count ? slices.length - 2 : below;
    return plane === count ? slices.length - 1 : k + (place - along[k]) / (along[k + 1] - along[k]);
  });
  return {
    step: last.map((length) => length / count) as unknown as Vector,
    planes,
    notices: [
      `"${source}": ${found}; ${slices.length} slices were resampled to ${count + 1} planes ` +
        `${(size(last) / count).toFixed(3)} mm apart, with values between neighbours.`,
    ],
  };
}

function middle(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)];
}

function digits(half: number): number {
  return Math.round(-Math.log10(2 * half));
}

function size([x, y, z]: readonly number[]): number {
  return vectorLength(x, y, z);
}
