export { type BoxOptions, box, boxDistance } from './box.ts';
export { type CappedShellOptions, cappedShell, cappedShellDistance } from './capped-shell.ts';
export { cuttingPath } from './cutting-path.ts';
export { type IsosurfaceOptions, isosurface } from './isosurface.ts';
export { type DatasetName, datasetNames, makeDataset } from './make-dataset.ts';
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
