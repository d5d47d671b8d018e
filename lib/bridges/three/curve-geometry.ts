// A report's intersection segments → BufferGeometry of lines: the curves in which the surfaces meet.

import { BufferAttribute, BufferGeometry } from 'three';
import { checkNumbers, checkRecord } from '#core';
import type { ContactReport } from '#records';
import { singlePrecision } from './single-precision.ts';

/**
 * One segment for each pair of faces that intersect, in the order of `report.intersectingFaces`: vertices 2k and
 * 2k + 1 are the ends of the segment that pair k shares, equal if it is a point. In the bone's frame, mm, without an
 * index: for LineSegments. Ends are rounded to f32; `userData.kerf.rounding` is the farthest that moved one. A report
 * without segments (nothing intersects, or the tool is a sphere or capsule) gives a geometry without vertices.
 * @throws OptionError WRONG_TYPE. @throws MeshError COORDINATE_RANGE beyond the largest f32.
 */
export function curveGeometry(report: ContactReport): BufferGeometry {
  checkRecord(report, 'report', 'a ContactReport', "pass what a detector's query returns");
  const { intersectionSegments: segments } = report;
  checkNumbers(segments, 'report.intersectionSegments', "pass what a detector's query returns");
  const { values, rounding } = singlePrecision(segments, 'curveGeometry');
  const geometry = new BufferGeometry();
  geometry.name = 'curves';
  geometry.setAttribute('position', new BufferAttribute(values, 3));
  geometry.userData = { kerf: { rounding } };
  return geometry;
}
