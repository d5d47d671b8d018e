// What the trainee is to cut, and what to spare.

/** mm, in the bone's frame. */
export type Point = readonly [number, number, number];

export interface Plan {
  readonly name: string;
  /** The bone it was made for; null for the skull phantom. The page refuses a plan on another bone. */
  readonly bone: { readonly name: string; readonly faceCount: number } | null;
  /** The flap's border on the outer surface: a closed line of at least 3 points, in order. */
  readonly line: readonly Point[];
  /** Unit vector, out of the bone, about perpendicular to the flap. */
  readonly outward: Point;
  /** mm: half the width of the corridor about the line in which bone may be removed. */
  readonly margin: number;
  readonly burrHole: { readonly at: Point; readonly diameter: number };
  /** Tubes to spare: a sinus, a nerve's canal. */
  readonly structures: readonly { readonly name: string; readonly line: readonly Point[]; readonly radius: number }[];
  /** mm below the inner surface: where the dura is taken to lie. */
  readonly dura: number;
}
