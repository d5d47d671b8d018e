export { type ContactGeometryOptions, contactGeometry } from './contact-geometry.ts';
export { curveGeometry } from './curve-geometry.ts';
export { DISTANCE_LEGEND, distanceColour } from './distance-colours.ts';
export { EditableGeometry } from './editable-geometry.ts';
export { type GeometryFromMeshOptions, geometryFromMesh } from './geometry-from-mesh.ts';
export { type GeometryMesh, type GeometryReading, meshFromGeometry } from './mesh-from-geometry.ts';
export { poseOf } from './pose-of.ts';
