// A bone, a tool and a pose → exact state, intersecting pairs and smallest distance.

import { checkOptionNames, checkPose, described, OptionError, type OptionNames } from '#core';
import { checkedMesh, type TriangleMesh } from '#mesh';
import { BulkMesh, bulkMeshDistance, bulkMeshState, intersectingPairs, posedPositions } from '#reference';
import { type ExactLength, exactLength, type ReferenceSurface, Surface } from './reference-surface.ts';

export interface ReferenceBodies {
  readonly bone: TriangleMesh;
  readonly tool: TriangleMesh;
}
const BODIES: OptionNames<ReferenceBodies> = { bone: true, tool: true };

export interface ExactContact {
  /**
   * intersecting: the surfaces share a point. enclosed: they do not, and a connected part of one lies inside the other
   * solid. near: neither, and the gap, compared exactly, is ≤ the contact distance. separated: none of these.
   */
  readonly state: 'separated' | 'near' | 'intersecting' | 'enclosed';
  /** Every pair of faces that share a point: bone, tool, bone, tool, … in ascending order. */
  readonly intersectingFaces: Uint32Array;
}

/** The smallest distance between the two surfaces, 0 if and only if they share a point. Unsigned. */
export interface ExactMinimumDistance extends ExactLength {
  /** The first pair of faces at this distance, by the bone's number, then the tool's. */
  readonly boneFace: number;
  readonly toolFace: number;
}

/**
 * Both bodies at a pose. Exact answers refer to the stored coordinates, which the pose makes from the tool's:
 * x' = ((m[0]·x + m[4]·y) + m[8]·z) + m[12] and so on for y', z', each operation rounded to f64, and 0 if the result is
 * nearer to 0 than 2^-250 mm.
 */
export interface ReferencePose {
  readonly bone: ReferenceSurface;
  /** In the bone's frame. */
  readonly tool: ReferenceSurface;
  /** @param contactDistance δ, mm, ≥ 0. @throws OptionError BAD_DISTANCE. */
  contact(contactDistance: number): ExactContact;
  /** Every pair of faces that share a point: bone, tool, bone, tool, … in ascending order. */
  intersectingFaces(): Uint32Array;
  minimumDistance(): ExactMinimumDistance;
}

export interface Reference {
  /**
   * @param pose 16 numbers, column-major, tool → bone; taken as given.
   * @throws PoseError as a detector.
   */
  at(pose: ArrayLike<number>): ReferencePose;
}

/**
 * Prepares a bone and a tool for exact queries: the oracle that judges kerf and other engines. It is plain and slow,
 * and shares no arithmetic with a detector. The meshes are copied.
 * @throws MeshError as createMesh, COORDINATE_RANGE beyond 2^300 mm. @throws OptionError WRONG_TYPE, UNKNOWN_OPTION.
 */
export function createReference(bodies: ReferenceBodies): Reference {
  checkOptionNames(bodies, BODIES, 'createReference', 'bodies');
  return new BonePair(checkedMesh(bodies.bone, 'The bone'), checkedMesh(bodies.tool, 'The tool'));
}

class BonePair implements Reference {
  readonly #bone: BulkMesh;
  readonly #positions: Float64Array;
  readonly #faces: Uint32Array;

  constructor(bone: TriangleMesh, tool: TriangleMesh) {
    this.#bone = new BulkMesh(bone);
    this.#positions = Float64Array.from(tool.positions);
    this.#faces = tool.faces.slice();
  }

  at(pose: ArrayLike<number>): ReferencePose {
    const { matrix } = checkPose(pose);
    return new PosedPair(
      this.#bone,
      new BulkMesh({ positions: posedPositions(this.#positions, matrix), faces: this.#faces }),
    );
  }
}

class PosedPair implements ReferencePose {
  readonly bone: ReferenceSurface;
  readonly tool: ReferenceSurface;
  readonly #bone: BulkMesh;
  readonly #tool: BulkMesh;

  constructor(bone: BulkMesh, tool: BulkMesh) {
    this.#bone = bone;
    this.#tool = tool;
    this.bone = new Surface(bone);
    this.tool = new Surface(tool);
  }

  contact(contactDistance: number): ExactContact {
    if (!(typeof contactDistance === 'number' && contactDistance >= 0 && contactDistance < Infinity))
      throw new OptionError(
        'BAD_DISTANCE',
        `contactDistance is ${described(contactDistance)}, expected a finite number ≥ 0; give it in mm.`,
      );
    const { state, pairs } = bulkMeshState(this.#bone, this.#tool, contactDistance);
    return { state, intersectingFaces: pairs };
  }

  intersectingFaces(): Uint32Array {
    return intersectingPairs(this.#bone, this.#tool).pairs;
  }

  minimumDistance(): ExactMinimumDistance {
    const { squared, boneFace, toolFace } = bulkMeshDistance(this.#bone, this.#tool);
    return { ...exactLength(squared), boneFace, toolFace };
  }
}
