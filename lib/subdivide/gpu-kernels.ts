// The kernels of face subdivision: their texts and their buffers' names, binding 0 first. `scene`, `counters` and
// `level` are uniforms, the others storage.

import bodyGeometry from '../../wgsl/bodies/body-geometry.access.wgsl';
import faceBits from '../../wgsl/bodies/face-bits.wgsl';
import posePoint from '../../wgsl/bodies/pose-point.wgsl';
import posedGeometry from '../../wgsl/bodies/posed-geometry.access.wgsl';
import sceneBodies from '../../wgsl/bodies/scene-bodies.wgsl';
import bounds from '../../wgsl/common/bounds.wgsl';
import grid from '../../wgsl/common/grid.wgsl';
import invocation from '../../wgsl/common/invocation.wgsl';
import leafCorners from '../../wgsl/records/leaf-corners.wgsl';
import leafRecords from '../../wgsl/records/leaf-records.wgsl';
import rayBounds from '../../wgsl/scanlines/ray-bounds.wgsl';
import scanlines from '../../wgsl/scanlines/scanlines.wgsl';
import signedBodies from '../../wgsl/scanlines/signed-bodies.access.wgsl';
import spanSearch from '../../wgsl/scanlines/span-search.access.wgsl';
import winding from '../../wgsl/scanlines/winding.wgsl';
import askRows from '../../wgsl/subdivide/ask-rows.kernel.wgsl';
import children from '../../wgsl/subdivide/children.access.wgsl';
import countFront from '../../wgsl/subdivide/count-front.kernel.wgsl';
import countNear from '../../wgsl/subdivide/count-near.kernel.wgsl';
import finishNear from '../../wgsl/subdivide/finish-near.kernel.wgsl';
import frontRows from '../../wgsl/subdivide/front-rows.access.wgsl';
import kept from '../../wgsl/subdivide/kept.access.wgsl';
import levelCounts from '../../wgsl/subdivide/level-counts.access.wgsl';
import placeRows from '../../wgsl/subdivide/place-rows.kernel.wgsl';
import reach from '../../wgsl/subdivide/reach.wgsl';
import scatterFront from '../../wgsl/subdivide/scatter-front.kernel.wgsl';
import scatterNear from '../../wgsl/subdivide/scatter-near.kernel.wgsl';
import scatterRows from '../../wgsl/subdivide/scatter-rows.kernel.wgsl';
import splitNear from '../../wgsl/subdivide/split-near.kernel.wgsl';
import testNear from '../../wgsl/subdivide/test-near.kernel.wgsl';
import rayFace from '../../wgsl/triangles/ray-face.wgsl';
import separation from '../../wgsl/triangles/separation.wgsl';
import type { StageKernel } from '../gpu/index.ts';
import { LEAF_GAP, PAIR, POSE, SCENE, SUB_TRIANGLE_ROW, wgslStruct } from '../records/index.ts';
import { NEAR_ENTRY, SUBDIVISION_LEVEL } from './gpu-records.ts';

const onScene = [wgslStruct('Scene', SCENE), invocation];
const onLevel = [
  ...onScene,
  wgslStruct('SubTriangleRow', SUB_TRIANGLE_ROW),
  wgslStruct('LeafGap', LEAF_GAP),
  wgslStruct('NearEntry', NEAR_ENTRY),
  wgslStruct('SubdivisionLevel', SUBDIVISION_LEVEL),
  leafRecords,
  levelCounts,
];
const onPairs = [...onLevel, wgslStruct('Pair', PAIR), faceBits, frontRows];
const signs = [rayBounds, rayFace, scanlines, sceneBodies, spanSearch, winding, leafCorners, signedBodies];

/** In the order of their dispatches; prefix sums come after the first and the second. */
export const FRONT_KERNELS = [
  {
    label: 'count front',
    parts: [...onScene, countFront],
    bindings: ['scene', 'candidates', 'inside', 'undecided', 'front', 'frontStarts'],
  },
  {
    label: 'count near',
    parts: [...onPairs, countNear],
    bindings: ['scene', 'counters', 'level', 'pairs', 'front', 'frontStarts', 'nearStarts'],
  },
  {
    label: 'scatter near',
    parts: [...onPairs, scatterNear],
    bindings: [
      ...(['scene', 'counters', 'level', 'pairs'] as const),
      ...(['front', 'frontStarts', 'nearStarts', 'nearFill', 'entries'] as const),
    ],
  },
  {
    label: 'scatter front',
    parts: [...onLevel, scatterFront],
    bindings: [
      ...(['scene', 'counters', 'level', 'inside', 'undecided'] as const),
      ...(['front', 'frontStarts', 'nearStarts', 'nearFill', 'rows'] as const),
    ],
  },
] as const satisfies readonly StageKernel<string>[];

/** In the order of a level's dispatches; prefix sums come after the first and the third. */
export const LEVEL_KERNELS = [
  {
    label: 'test near',
    parts: [...onLevel, grid, bounds, bodyGeometry, posedGeometry, separation, reach, testNear],
    bindings: [
      ...(['scene', 'counters', 'level', 'rows', 'entries'] as const),
      ...(['boneGeometry', 'toolGeometry', 'posed', 'keepStarts'] as const),
    ],
  },
  {
    label: 'ask rows',
    parts: [...onLevel, wgslStruct('Pose', POSE), grid, posePoint, bodyGeometry, ...signs, kept, askRows],
    bindings: [
      ...(['scene', 'counters', 'level', 'poses', 'boneGeometry', 'toolGeometry'] as const),
      ...(['boneIndex', 'toolIndex', 'keepStarts', 'rows'] as const),
    ],
  },
  {
    label: 'place rows',
    parts: [...onLevel, bodyGeometry, placeRows],
    bindings: ['scene', 'counters', 'level', 'rows', 'boneGeometry', 'toolGeometry', 'rowStarts', 'nearStarts'],
  },
  {
    label: 'scatter rows',
    parts: [...onLevel, children, scatterRows],
    bindings: ['counters', 'level', 'rows', 'rowStarts', 'nearStarts', 'nextRows'],
  },
  {
    label: 'split near',
    parts: [...onLevel, children, kept, splitNear],
    bindings: ['counters', 'level', 'rows', 'entries', 'keepStarts', 'rowStarts', 'nearStarts', 'nextEntries'],
  },
] as const satisfies readonly StageKernel<string>[];

export const FINISH_KERNELS = [
  {
    label: 'finish near',
    parts: [...onLevel, finishNear],
    bindings: ['counters', 'level', 'entries', 'near'],
  },
] as const satisfies readonly StageKernel<string>[];

type NameIn<K extends readonly StageKernel<string>[]> = K[number]['bindings'][number];
export type FrontBinding = NameIn<typeof FRONT_KERNELS>;
export type LevelBinding = NameIn<typeof LEVEL_KERNELS>;
export type FinishBinding = NameIn<typeof FINISH_KERNELS>;
