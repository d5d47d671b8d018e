export {
  type ContactGeometryOptions,
  contactGeometry,
  curveGeometry,
  DISTANCE_LEGEND,
  distanceColour,
  EditableGeometry,
  type GeometryFromMeshOptions,
  type GeometryMesh,
  type GeometryReading,
  geometryFromMesh,
  meshFromGeometry,
  poseOf,
} from '#three';
