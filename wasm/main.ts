// What the host calls: the question's tables, the two passes over one side of a pose, and the places of their tables.

import { measure } from './measure/measure-sub-triangles';
import { clearLists, listPlaces, recheckLists, reserveList, setListSlack } from './proximity/cell-faces';
import { clearPoints } from './proximity/point-table';
import * as leaves from './records/leaves';
import { numbers, reserveCrossings, reserveNear, reserveOthers, reserveOwn, reserveRows } from './records/question';
import * as results from './records/results';
import { subdivide } from './subdivide/subdivide-faces';

export {
  clearLists,
  clearPoints,
  listPlaces,
  measure,
  recheckLists,
  reserveCrossings,
  reserveList,
  reserveNear,
  reserveOthers,
  reserveOwn,
  reserveRows,
  setListSlack,
  subdivide,
};

export function numbersAt(): usize {
  return numbers;
}
export function leafCount(): i32 {
  return leaves.count;
}
export function nearLength(): i32 {
  return leaves.nearLength;
}

/** Where column `k` of the leaves begins, in the order of SubTriangles; the last is `near`. */
export function leafColumn(k: i32): usize {
  switch (k) {
    case 0:
      return leaves.face;
    case 1:
      return leaves.level;
    case 2:
      return leaves.path;
    case 3:
      return leaves.lattice;
    case 4:
      return leaves.start;
    case 5:
      return leaves.nearCount;
    case 6:
      return leaves.inside;
    default:
      return leaves.nearFace;
  }
}

/** The same for the records, in the order of DistanceRecords. */
export function resultColumn(k: i32): usize {
  switch (k) {
    case 0:
      return results.subTriangle;
    case 1:
      return results.corners;
    case 2:
      return results.point;
    case 3:
      return results.opposite;
    case 4:
      return results.oppositeFace;
    case 5:
      return results.normal;
    case 6:
      return results.distance;
    case 7:
      return results.low;
    default:
      return results.high;
  }
}
