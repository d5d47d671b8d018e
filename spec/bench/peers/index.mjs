// All competitors, kerf first, in the order of the table's columns.

import { jolt } from './jolt.mjs';
import { kerf } from './kerf.mjs';
import { manifold } from './manifold.mjs';
import { rapier } from './rapier.mjs';
import { threeMeshBvh } from './three-mesh-bvh.mjs';
import { vtkObbTree } from './vtk-obb-tree.mjs';

/**
 * `share`: the number of repeated builds, or rounds of a query, in which a slow peer takes part, if not in all; the
 * last ones.
 */
export const PEERS = [kerf, threeMeshBvh, manifold, rapier, jolt, vtkObbTree];
