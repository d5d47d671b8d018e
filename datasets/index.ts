export {
  type BenchmarkCase,
  type BenchmarkSizeName,
  benchmarkCase,
  benchmarkCaseNames,
  benchmarkCounts,
  benchmarkSizes,
  benchmarkVersion,
  type CaseCounts,
} from './benchmark/cases.ts';
export { benchmarkChecksums } from './benchmark/checksums.ts';
export type { PoseFamily } from './benchmark/pose-families.ts';
export type { BenchmarkStroke, StrokeKind } from './benchmark/strokes.ts';
export { type BoxOptions, box, boxDistance } from './box.ts';
export { type CappedShellOptions, cappedShell, cappedShellDistance } from './capped-shell.ts';
export { connectedParts } from './connected-parts.ts';
export type { Placement } from './corpora/lattice.ts';
export type { MeshCase } from './corpora/mesh-cases.ts';
export { triangleVerdicts } from './corpora/triangle-verdicts.ts';
export { craniotomyPaths } from './craniotomy-paths.ts';
export { cuttingPath } from './cutting-path.ts';
export {
  type DeformingScene,
  type DeformingSceneName,
  type DeformingSceneOptions,
  deformingScene,
  deformingSceneNames,
} from './deforming/deforming-scene.ts';
export type { ToolMesh } from './fed-tool.ts';
export { type ImpactFamily, type ImpactKind, impactFamilies, impactQuery } from './impact-families.ts';
export { type IsosurfaceOptions, isosurface } from './isosurface.ts';
export { type Dataset, type DatasetName, datasetNames, makeDataset } from './make-dataset.ts';
export { type BoneFacts, type MeshAnswer, type MeshCorpusCase, meshCorpus, soundBone } from './mesh-corpus.ts';
export { type SawBladeOptions, sawBlade } from './saw-blade.ts';
export {
  skullBounds,
  skullLandmarks,
  skullLipschitz,
  skullPhantomFunction,
  skullVaultSphere,
  skullWallThickness,
} from './skull-function.ts';
export { skullPhantom } from './skull-phantom.ts';
export { type SphereOptions, sphere, sphereDistance } from './sphere.ts';
export { type SphericalBurrOptions, sphericalBurr } from './spherical-burr.ts';
export { type TorusOptions, torus, torusDistance } from './torus.ts';
export {
  type CorpusOptions,
  type CorpusPair,
  type LabelledTrianglePair,
  labelledTrianglePairs,
  pairsPerRound,
  triangleCorpus,
  triangleOffsets,
  triangleScales,
} from './triangle-corpus.ts';
export { type TriangleFamily, triangleFamilies, trianglePair } from './triangle-families.ts';
