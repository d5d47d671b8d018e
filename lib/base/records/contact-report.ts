// What a query returns: the shapes of the report. All points are in the bone's frame, mm.

export type Backend = 'webgpu' | 'cpu';

/**
 * separated: gap > δ; near: 0 < gap ≤ δ; intersecting: the surfaces share a point; enclosed: they do not, but one lies
 * inside the solid that the other bounds.
 */
export type ContactState = 'separated' | 'near' | 'intersecting' | 'enclosed';

/** 16 numbers, column-major, rigid: tool frame → bone frame. */
export type Pose = ArrayLike<number>;

type Point = readonly [number, number, number];

export interface ContactReport {
  readonly state: ContactState;
  /**
   * Whether distances carry a sign. bone: for the bone's sub-triangles (the tool, to which they are measured, is closed
   * and oriented); tool: the other way round.
   */
  readonly signed: { readonly bone: boolean; readonly tool: boolean };
  readonly contacts: ContactTable;
  /** bone, tool, bone, tool, … in ascending order. A sphere or capsule counts as one face, 0: its surface. */
  readonly intersectingFaces: Uint32Array;
  /**
   * 6 numbers per pair, mm: the ends of the segment that the two faces share (equal if it is a point). Empty with a
   * sphere or capsule: what it shares with a face is not a segment.
   */
  readonly intersectionSegments: Float64Array;
  /** Computed with the contacts' column `patch` when either is first read, from the contacts as they are then. */
  readonly patches: readonly ContactPatch[];
  /**
   * How far the tool has come into and through the bone; null if the bone or the tool is not a solid, and with a sphere
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
  /** Whether high − low ≤ relativeWidth · high, so that the target width was reached; true for [0, 0]. */
  readonly reached: boolean;
}

/**
 * How far the tool has come into and through the bone. Lines run along the feed, the direction in which the tool is fed
 * into the bone; insertion and wallAhead are null without one. Widths: that of protrusion is at most the greater of
 * h/64 and 1/256 of itself, or h/√3 if that takes too many steps; that of insertion is some 2^-20 of itself; that of
 * wallAhead likewise, or 2^-32 of the largest coordinate if that is more, or 2^-10 of itself if it takes too many
 * steps. They are wider if bones overlap, and if surfaces coincide so that the search ends before it is known whether
 * any line's last point lies in the bone; the interval then runs from 0 to the upper limit. In a body that intersects
 * itself, wallAhead skips places that are wound the opposite way to the rest.
 */
export interface Penetration {
  /**
   * Whether the tool has come out of the bone: its surface, cut along the curves where the surfaces meet, has a part
   * outside the bone that is not connected, on the tool, to the part with the shank. Exact. The shank is the vertex
   * that the options name, else the vertex farthest from the bone; a connected component of the tool without the named
   * vertex uses its own farthest vertex. A component that the bone does not cut has no such part.
   */
  readonly through: boolean;
  /** The greatest distance from the bone to a point of such parts; 0 if not through. */
  readonly protrusion: Interval;
  /** A point of such parts at least protrusion.low away from the bone, bone frame, mm; NaN if not through. */
  readonly protrusionPoint: Float64Array;
  /**
   * The greatest distance from where a line enters the bone to the last point of the tool on it; 0 if no line enters
   * before the tool ends, or if the two solids share no point.
   */
  readonly insertion: Interval | null;
  /**
   * The remaining bone thickness: the least distance, over the lines whose last tool point lies in the bone, from there
   * to where the line leaves the bone. 0 if through, or if the solids share points but no such line is left; Infinity
   * if the two solids share no point.
   */
  readonly wallAhead: Interval | null;
}

/**
 * Column table, one row per contact, ordered by body (bone first), face, path. On backend webgpu its columns may be
 * made when one of them is first read, always for the report's own pose and bone, despite later queries or edits.
 */
export interface ContactTable extends Iterable<Contact> {
  readonly length: number;
  /** 0 bone, 1 tool: the body whose sub-triangle this row is. */
  readonly body: Uint8Array;
  readonly face: Uint32Array;
  /** How many bits of `path` are in use, 0 to 32. */
  readonly level: Uint8Array;
  /**
   * The splits from the face to this sub-triangle, left-aligned: one bit for a split in two, two bits for a split in
   * four; unused bits are 0. subTriangleCorners turns face, level and path into `corners`: of a bone's rows bit for
   * bit, of a tool's in its own frame, which posed differ by rounding.
   */
  readonly path: Uint32Array;
  /** 9 per row: the sub-triangle's corners. */
  readonly corners: Float64Array;
  /**
   * 3 per row: where on this sub-triangle `distance` was found: the corner with the least signed distance, a point
   * shared with the other surface (0), or, if the sub-triangle is wholly outside the other body, its closest point to
   * that body. With a sphere or capsule: the point closest to its axis, outside and inside.
   */
  readonly point: Float64Array;
  /** 3 per row: the closest point to `point` on the other body's surface. */
  readonly opposite: Float64Array;
  readonly oppositeFace: Uint32Array;
  /**
   * 3 per row, unit, from bone to tool: moving the tool along it separates them. With a sphere or capsule: from `point`
   * to its axis; if `point` is on the axis, the bone face's outward normal, made perpendicular to a capsule's axis.
   */
  readonly normal: Float64Array;
  /**
   * Signed, mm: > 0 gap, < 0 penetration. The exact signed distance at `point`, never below the true minimum, up to
   * rounding. Rounding is at most 63·2^-53 of the largest coordinate (50 for the distance, 13 for the point); with a
   * sphere or capsule, 67·2^-53 of that or of its radius. On backend webgpu it is measured to the closest point of
   * `oppositeFace`, which adds GPU_DISTANCE_ERROR.
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
 * mm: the error that `distance` may have at `point` on backend webgpu, if f32 takes the wrong one of two faces that are
 * equally near up to this error. low and high hold all the same.
 */
export const GPU_DISTANCE_ERROR = 1e-4;

export interface DetectionStats {
  readonly backend: Backend;
  readonly candidatePairs: number;
  readonly subTriangles: number;
  readonly escalatedPairs: number;
  /**
   * Milliseconds by stage: regions, subdivide, distance, contacts, penetration, transfer, total. On backend webgpu the
   * first three are the GPU's alone. `host`, in place of contacts, is the time that this thread takes to make the
   * report from what came back; it excludes contacts that are decoded when they are read. Segments and penetration are
   * made when they are read, and count as 0.
   */
  readonly milliseconds: Readonly<Record<string, number>>;
}
