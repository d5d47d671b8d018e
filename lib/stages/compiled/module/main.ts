// What the host calls: the question's tables, the two passes over one side of a pose, and the places of their tables.

import { measure } from './measure/measure-sub-triangles';
import { clearLists, listPlaces, recheckLists, reserveList, setListSlack } from './proximity/cell-faces';
import { clearPoints } from './proximity/point-table';
import { reserveNodes, splits } from './records/divisions';
import * as leaves from './records/leaves';
import { reserveLeaves } from './records/leaves';
import {
  inverse,
  otherAt,
  reserveCrossings,
  reserveNear,
  reserveOthers,
  reserveOwn,
  reserveRows,
  setBodies,
  setCrossings,
  setDistances,
  setOther,
  setRow,
} from './records/question';
import * as results from './records/results';
import { countLeaves, visitedToCount } from './subdivide/count-leaves';
import { subdivide } from './subdivide/subdivide-faces';

export {
  clearLists,
  clearPoints,
  countLeaves,
  listPlaces,
  measure,
  otherAt,
  recheckLists,
  reserveCrossings,
  reserveLeaves,
  reserveList,
  reserveNear,
  reserveNodes,
  reserveOthers,
  reserveOwn,
  reserveRows,
  setBodies,
  setCrossings,
  setDistances,
  setListSlack,
  setOther,
  setRow,
  subdivide,
  visitedToCount,
};

/** Where the splits' children are to be written. */
export function splitsAt(): usize {
  return splits;
}

export function inverseAt(): usize {
  return inverse;
}
export function leafCount(): i32 {
  return leaves.count;
}
export function nearLength(): i32 {
  return leaves.nearLength;
}

/** Where the leaves' rows of the question are, which SubTriangles has not. */
export function leafRows(): usize {
  return leaves.row;
}
/** Where the near faces of all leaves are: their numbers, and their places. */
export function nearFaces(): usize {
  return leaves.nearFace;
}
export function nearPlaces(): usize {
  return leaves.nearPlace;
}

/** Where column `k` of the leaves begins, in the order of SubTriangles. */
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
      return leaves.further;
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
