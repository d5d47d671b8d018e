// The kernels of face subdivision: their sources and their buffers, binding 0 first.

import bodyGeometry from '#wgsl/bodies/body-geometry.access.wgsl';
import bodyMask from '#wgsl/bodies/body-mask.wgsl';
import divisions from '#wgsl/bodies/divisions.access.wgsl';
import faceBits from '#wgsl/bodies/face-bits.wgsl';
import leafCorners from '#wgsl/bodies/leaf-corners.wgsl';
import ownPoint from '#wgsl/bodies/own-point.access.wgsl';
import posePoint from '#wgsl/bodies/pose-point.wgsl';
import posedGeometry from '#wgsl/bodies/posed-geometry.access.wgsl';
import posedVertices from '#wgsl/bodies/posed-vertices.access.wgsl';
import sceneBodies from '#wgsl/bodies/scene-bodies.wgsl';
import bounds from '#wgsl/common/bounds.wgsl';
import counters from '#wgsl/common/counters.access.wgsl';
import grid from '#wgsl/common/grid.wgsl';
import invocation from '#wgsl/common/invocation.wgsl';
import perItem from '#wgsl/common/per-item.wgsl';
import leafRecords from '#wgsl/records/leaf-records.wgsl';
import bothIndexes from '#wgsl/scanlines/both-indexes.access.wgsl';
import scanlines from '#wgsl/scanlines/scanlines.wgsl';
import signedBodies from '#wgsl/scanlines/signed-bodies.access.wgsl';
import spanSearch from '#wgsl/scanlines/span-search.access.wgsl';
import winding from '#wgsl/scanlines/winding.wgsl';
import activeRows from '#wgsl/subdivide/active-rows.access.wgsl';
import askBranches from '#wgsl/subdivide/ask-branches.kernel.wgsl';
import branches from '#wgsl/subdivide/branches.access.wgsl';
import countActive from '#wgsl/subdivide/count-active.kernel.wgsl';
import countNear from '#wgsl/subdivide/count-near.kernel.wgsl';
import mayBeWithin from '#wgsl/subdivide/may-be-within.wgsl';
import placeLeaves from '#wgsl/subdivide/place-leaves.kernel.wgsl';
import places from '#wgsl/subdivide/places.access.wgsl';
import reachedPieces from '#wgsl/subdivide/reached-pieces.access.wgsl';
import scatterActive from '#wgsl/subdivide/scatter-active.kernel.wgsl';
import scatterNear from '#wgsl/subdivide/scatter-near.kernel.wgsl';
import subdivisionCounts from '#wgsl/subdivide/subdivision-counts.access.wgsl';
import testBranches from '#wgsl/subdivide/test-branches.kernel.wgsl';
import rayBounds from '#wgsl/triangles/ray-bounds.wgsl';
import rayCopy from '#wgsl/triangles/ray-copy.wgsl';
import rayFace from '#wgsl/triangles/ray-face.wgsl';
import separation from '#wgsl/triangles/separation.wgsl';
import type { BuffersOf, StageKernel } from '#gpu';

const onScene = [invocation, bodyMask];
const onFaces = [...onScene, counters, leafRecords, subdivisionCounts];
const onPairs = [...onFaces, faceBits, activeRows];
/** Ways down the divisions of faces. */
const ways = [grid, bodyGeometry, divisions, places];

/** Whether a near face may reach a piece. */
const onReach = [bounds, posedVertices, posedGeometry, leafCorners, separation, mayBeWithin, reachedPieces];
/** In the order of their dispatches; prefix sums come after the first, the second, the fourth and the sixth. */
export const SUBDIVIDE_KERNELS = [
  {
    label: 'count active',
    parts: [...onScene, perItem, countActive],
    bindings: {
      scene: 'uniform',
      candidates: 'read',
      inside: 'read',
      undecided: 'read',
      activeFaces: 'write',
      activeStarts: 'write',
    },
  },
  {
    label: 'count near',
    parts: [...onPairs, perItem, countNear],
    bindings: {
      scene: 'uniform',
      counters: 'uniform',
      subdivision: 'uniform',
      pairs: 'read',
      activeFaces: 'read',
      activeStarts: 'read',
      nearStarts: 'atomic',
    },
  },
  {
    label: 'scatter near',
    parts: [...onPairs, perItem, scatterNear],
    bindings: {
      scene: 'uniform',
      counters: 'uniform',
      subdivision: 'uniform',
      pairs: 'read',
      activeFaces: 'read',
      activeStarts: 'read',
      nearStarts: 'read',
      nearFill: 'atomic',
      near: 'write',
    },
  },
  {
    label: 'scatter active',
    parts: [...onFaces, ...ways, branches, perItem, scatterActive],
    bindings: {
      scene: 'uniform',
      counters: 'uniform',
      subdivision: 'uniform',
      activeFaces: 'read',
      activeStarts: 'read',
      nearStarts: 'read',
      nearFill: 'read',
      boneGeometry: 'read',
      toolGeometry: 'read',
      activeRows: 'write',
      branchFirst: 'write',
    },
  },
  {
    label: 'test branches',
    parts: [...onFaces, ...ways, branches, ...onReach, perItem, testBranches],
    bindings: {
      scene: 'uniform',
      counters: 'uniform',
      subdivision: 'uniform',
      activeRows: 'read',
      branchFirst: 'read',
      near: 'read',
      boneGeometry: 'read',
      toolGeometry: 'read',
      posed: 'read',
      branches: 'write',
      branchStarts: 'atomic',
    },
  },
  {
    label: 'ask branches',
    parts: [
      ...onFaces,
      ...ways,
      posePoint,
      rayBounds,
      rayFace,
      rayCopy,
      scanlines,
      sceneBodies,
      bothIndexes,
      spanSearch,
      winding,
      ownPoint,
      leafCorners,
      signedBodies,
      perItem,
      askBranches,
    ],
    bindings: {
      scene: 'uniform',
      counters: 'uniform',
      subdivision: 'uniform',
      poses: 'read',
      activeRows: 'read',
      boneGeometry: 'read',
      toolGeometry: 'read',
      boneIndex: 'read',
      toolIndex: 'read',
      branches: 'write',
      branchStarts: 'write',
    },
  },
  {
    label: 'place leaves',
    parts: [...onFaces, ...ways, perItem, placeLeaves],
    bindings: {
      scene: 'uniform',
      counters: 'uniform',
      subdivision: 'uniform',
      activeRows: 'read',
      branches: 'read',
      branchStarts: 'read',
      boneGeometry: 'read',
      toolGeometry: 'read',
      rows: 'write',
      poseCounts: 'atomic',
    },
  },
] as const satisfies readonly StageKernel[];

export type SubdivideBuffer = BuffersOf<(typeof SUBDIVIDE_KERNELS)[number]>;
