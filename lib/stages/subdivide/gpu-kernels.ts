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
import askRows from '#wgsl/subdivide/ask-rows.kernel.wgsl';
import children from '#wgsl/subdivide/children.access.wgsl';
import countActive from '#wgsl/subdivide/count-active.kernel.wgsl';
import countNear from '#wgsl/subdivide/count-near.kernel.wgsl';
import finishNear from '#wgsl/subdivide/finish-near.kernel.wgsl';
import kept from '#wgsl/subdivide/kept.access.wgsl';
import levelCounts from '#wgsl/subdivide/level-counts.access.wgsl';
import mayBeWithin from '#wgsl/subdivide/may-be-within.wgsl';
import placeRows from '#wgsl/subdivide/place-rows.kernel.wgsl';
import rowNode from '#wgsl/subdivide/row-node.access.wgsl';
import scatterActive from '#wgsl/subdivide/scatter-active.kernel.wgsl';
import scatterNear from '#wgsl/subdivide/scatter-near.kernel.wgsl';
import scatterRows from '#wgsl/subdivide/scatter-rows.kernel.wgsl';
import splitNear from '#wgsl/subdivide/split-near.kernel.wgsl';
import testNear from '#wgsl/subdivide/test-near.kernel.wgsl';
import rayBounds from '#wgsl/triangles/ray-bounds.wgsl';
import rayCopy from '#wgsl/triangles/ray-copy.wgsl';
import rayFace from '#wgsl/triangles/ray-face.wgsl';
import separation from '#wgsl/triangles/separation.wgsl';
import type { BuffersOf, StageKernel } from '#gpu';

const onScene = [invocation, bodyMask];
const onLevel = [...onScene, counters, leafRecords, levelCounts];
/** The nodes of rows. */
const nodes = [grid, bodyGeometry, divisions, rowNode];
const onPairs = [...onLevel, faceBits, activeRows];
const signs = [
  rayBounds,
  rayFace,
  rayCopy,
  scanlines,
  sceneBodies,
  bothIndexes,
  spanSearch,
  winding,
  ownPoint,
  divisions,
  leafCorners,
  signedBodies,
];

/** In the order of their dispatches; prefix sums come after the first and the second. */
export const ACTIVE_KERNELS = [
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
      level: 'uniform',
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
      level: 'uniform',
      pairs: 'read',
      activeFaces: 'read',
      activeStarts: 'read',
      nearStarts: 'read',
      nearFill: 'atomic',
      entries: 'write',
    },
  },
  {
    label: 'scatter active',
    parts: [...onLevel, perItem, scatterActive],
    bindings: {
      scene: 'uniform',
      counters: 'uniform',
      level: 'uniform',
      inside: 'read',
      undecided: 'read',
      activeFaces: 'read',
      activeStarts: 'read',
      nearStarts: 'read',
      nearFill: 'read',
      rows: 'write',
    },
  },
] as const satisfies readonly StageKernel[];

/** In the order of a level's dispatches; prefix sums come after the first and the third. */
export const LEVEL_KERNELS = [
  {
    label: 'test near',
    parts: [
      ...onLevel,
      grid,
      bounds,
      bodyGeometry,
      posedVertices,
      posedGeometry,
      divisions,
      leafCorners,
      separation,
      mayBeWithin,
      perItem,
      testNear,
    ],
    bindings: {
      scene: 'uniform',
      counters: 'uniform',
      level: 'uniform',
      rows: 'read',
      entries: 'read',
      boneGeometry: 'read',
      toolGeometry: 'read',
      posed: 'read',
      keepStarts: 'write',
    },
  },
  {
    label: 'ask rows',
    parts: [...onLevel, grid, posePoint, bodyGeometry, ...signs, kept, perItem, askRows],
    bindings: {
      scene: 'uniform',
      counters: 'uniform',
      level: 'uniform',
      poses: 'read',
      boneGeometry: 'read',
      toolGeometry: 'read',
      boneIndex: 'read',
      toolIndex: 'read',
      keepStarts: 'read',
      rows: 'write',
    },
  },
  {
    label: 'place rows',
    parts: [...onLevel, ...nodes, perItem, placeRows],
    bindings: {
      scene: 'uniform',
      counters: 'uniform',
      level: 'uniform',
      rows: 'read',
      boneGeometry: 'read',
      toolGeometry: 'read',
      rowStarts: 'write',
      nearStarts: 'write',
    },
  },
  {
    label: 'scatter rows',
    parts: [...onLevel, ...nodes, children, perItem, scatterRows],
    bindings: {
      scene: 'uniform',
      counters: 'uniform',
      level: 'uniform',
      rows: 'read',
      boneGeometry: 'read',
      toolGeometry: 'read',
      rowStarts: 'read',
      nearStarts: 'read',
      nextRows: 'write',
    },
  },
  {
    label: 'split near',
    parts: [...onLevel, children, kept, perItem, splitNear],
    bindings: {
      counters: 'uniform',
      level: 'uniform',
      rows: 'read',
      entries: 'read',
      keepStarts: 'read',
      rowStarts: 'read',
      nearStarts: 'read',
      nextEntries: 'write',
    },
  },
] as const satisfies readonly StageKernel[];

export const FINISH_KERNELS = [
  {
    label: 'finish near',
    parts: [...onLevel, perItem, finishNear],
    bindings: { counters: 'uniform', level: 'uniform', entries: 'read', near: 'write' },
  },
] as const satisfies readonly StageKernel[];

export type ActiveBinding = BuffersOf<(typeof ACTIVE_KERNELS)[number]>;
export type LevelBinding = BuffersOf<(typeof LEVEL_KERNELS)[number]>;
export type FinishBinding = BuffersOf<(typeof FINISH_KERNELS)[number]>;
