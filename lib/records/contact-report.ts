// What a query answers: the shapes of the report. All points are in the bone's frame, mm.

export type Backend = 'webgpu' | 'cpu';

/**
 * separated: gap > δ; near: 0 < gap ≤ δ; intersecting: the surfaces share a point; enclosed: they do not, but one lies
 * inside the other solid.
 */
export type ContactState = 'separated' | 'near' | 'intersecting' | 'enclosed';

/** 16 numbers, column-major, rigid: tool frame → bone frame. */
export type Pose = ArrayLike<number>;

type Point = readonly [number, number, number];

export interface ContactReport {
  readonly state: ContactState;
  /**
   * Whether distances carry a sign. bone: those of the bone's sub-triangles (the tool, which they are measured against,
   * is closed and oriented); tool: the other way round.
   */
  readonly signed: { readonly bone: boolean; readonly tool: boolean };
  readonly contacts: ContactTable;
  /** bone, tool, bone, tool, … in ascending order. A sphere or capsule counts as one face, 0: its surface. */
  readonly intersectingFaces: Uint32Array;
  /**
   * 6 numbers a pair, mm: the ends of the segment that the two faces share (equal where it is a point). Empty with a
   * sphere or capsule: what it shares with a face is no segment.
   */
  readonly intersectionSegments: Float64Array;
  /** Made, with the contacts' column `patch`, when one of the two is first read, from the contacts as they are then. */
  readonly patches: readonly ContactPatch[];
  /**
   * How far the tool has come into and through the bone; null where the bone or the tool is no solid, and with a sphere
   * or capsule.
   */
  readonly penetration: Penetration | null;
  readonly stats: DetectionStats;
}

/** mm; low ≤ exact ≤ high. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** mm³; low ≤ exact ≤ high. */
export interface OverlapInterval extends Interval {
  /** Whether high − low ≤ relativeWidth · high: the width aimed at was reached. Of 0 to 0 it was. */
  readonly reached: boolean;
}

/**
 * How far the tool has come into and through the bone. Lines run along the feed, the way in which the tool is fed into
 * the bone; insertion and wallAhead are null without one. Widths: protrusion at most the greater of h/64 and 1/256 of
 * itself, or, where that takes too many looks, h/√3; insertion some 2^-20 of itself; wallAhead too, or, where that
 * takes too many looks, 2^-10; more where bones overlap, and where surfaces coincide, so that the search ends before it
 * is known whether any line's last point lies in the bone: then from 0 to the most there can be. In a body that meets
 * itself, wallAhead passes over places that are wound the other way round than the rest.
 */
export interface Penetration {
  /**
   * Whether the tool has come out of the bone: cut along the curves in which the surfaces meet, its surface has a part
   * outside the bone that is not connected, on the tool, to the part that holds the shank. Exact. The shank is the
   * vertex that the options name, else the vertex farthest from the bone; in a connected component of the tool that
   * does not hold the named one, its own farthest. A component that the bone does not cut has no such part.
   */
  readonly through: boolean;
  /** The greatest distance from the bone to a point of such parts; 0 where not through. */
  readonly protrusion: Interval;
  /** A point of them at least protrusion.low away from the bone, bone frame, mm; NaN where not through. */
  readonly protrusionPoint: Float64Array;
  /**
   * The longest way from where a line enters the bone to the last point of the tool on it; 0 where no line does before
   * the tool ends, and where the two solids share no point.
   */
  readonly insertion: Interval | null;
  /**
   * The least bone still ahead: the shortest way, over the lines whose last tool point lies in the bone, from there to
   * where the line leaves the bone. 0 where through, or where the solids share points but no such line is left;
   * Infinity where the two solids share no point.
   */
  readonly wallAhead: Interval | null;
}

/**
 * Column table, one row a contact, ordered by body (bone first), face, path. On backend webgpu its columns may be made
 * when one of them is first read: those of the report's own pose and bone, whatever was asked or edited since.
 */
export interface ContactTable extends Iterable<Contact> {
  readonly length: number;
  /** 0 bone, 1 tool: the body whose sub-triangle this row is. */
  readonly body: Uint8Array;
  readonly face: Uint32Array;
  /** Times the face was halved edgewise. */
  readonly level: Uint8Array;
  /**
   * Two bits a level, first split in the highest used bits: 0, 1, 2 the corner child, 3 the middle. Child k < 3 keeps
   * corner k and has the midpoints of its two edges in the other corners' places; corner k of child 3 is the midpoint
   * of the edge opposite corner k.
   */
  readonly path: Uint32Array;
  /** 9 a row: the sub-triangle's corners. */
  readonly corners: Float64Array;
  /**
   * 3 a row: where on this sub-triangle `distance` was found: the corner with the least signed distance, a point shared
   * with the other surface (0), or, wholly outside, its nearest point to it. Of a sphere or capsule: the point nearest
   * to its axis, outside and inside.
   */
  readonly point: Float64Array;
  /** 3 a row: the nearest point of the other body's surface to `point`. */
  readonly opposite: Float64Array;
  readonly oppositeFace: Uint32Array;
  /**
   * 3 a row, unit, from bone to tool: moving the tool along it separates them. With a sphere or capsule: from `point`
   * to its axis; where they are one, the bone face's outward normal, made perpendicular to a capsule's axis.
   */
  readonly normal: Float64Array;
  /**
   * Signed, mm: > 0 gap, < 0 penetration: the exact signed distance at `point`, never below the true minimum, but for
   * rounding: at most 63·2^-53 of the largest coordinate (50 of them the distance's, 13 the point's), with a sphere or
   * capsule 67·2^-53 of that or of its radius; on backend webgpu
   * that of the nearest point of `oppositeFace`, to which GPU_DISTANCE_ERROR comes.
   */
  readonly distance: Float64Array;
  /** Certified: the exact minimum signed distance over the sub-triangle is in [low, high], mm. */
  readonly low: Float64Array;
  readonly high: Float64Array;
  /** The row's index in `patches`. */
  readonly patch: Uint32Array;
  at(row: number): Contact;
}

export interface Contact {
  readonly body: 'bone' | 'tool';
  readonly face: number;
  readonly level: number;
  readonly path: number;
  readonly corners: readonly Point[];
  readonly point: Point;
  readonly opposite: Point;
  readonly oppositeFace: number;
  readonly normal: Point;
  readonly distance: number;
  readonly low: number;
  readonly high: number;
  readonly patch: number;
}

export interface ContactPatch {
  readonly body: 'bone' | 'tool';
  readonly contactCount: number;
  /** mm². */
  readonly area: number;
  /** mm, area-weighted. */
  readonly centroid: Point;
  /** Unit, area-weighted mean of the contacts' normals, bone → tool. */
  readonly normal: Point;
  /** mm, ≥ 0: the deepest penetration found in the patch. */
  readonly depth: number;
}

/**
 * mm: by how much `distance` of backend webgpu may be off at `point`, where f32 takes one of two faces for the nearest
 * that are as near but for this. low and high hold all the same.
 */
export const GPU_DISTANCE_ERROR = 1e-4;

export interface DetectionStats {
  readonly backend: Backend;
  readonly candidatePairs: number;
  readonly subTriangles: number;
  readonly escalatedPairs: number;
  /**
   * Milliseconds by stage: regions, subdivide, distance, contacts, penetration, transfer, total. On backend webgpu the
   * first three are the GPU's alone, and `host`, in place of contacts, is what this thread takes for the report of what
   * came back, without penetration; contacts that are decoded when they are read are not in it.
   */
  readonly milliseconds: Readonly<Record<string, number>>;
}
