export type { Components } from './components.ts';
export { inspectMesh, type MeshInspection } from './inspect-mesh.ts';
export type { Bounds } from './surface-measure.ts';
export { SurfaceTopology, type TopologyParts } from './surface-topology.ts';
export { type TopologyFacts, topologyFault } from './topology-facts.ts';
export { createMesh, type Positions, type TriangleMesh } from './triangle-mesh.ts';
export { PositionTable, weldVertices } from './weld.ts';
export { hasZeroArea } from './zero-area.ts';
