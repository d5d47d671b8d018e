// What the module asks of its host: exact results, and lists that it does not hold.

/** 1 if a point (bone frame) is inside the other solid. */
export declare function isInside(x: f64, y: f64, z: f64): i32;

/**
 * Makes a distance known (lib/geometry/triangles/known-distance): `pair` is what TriangleDistance wrote for two
 * triangles.
 * @returns the distance.
 */
export declare function knownDistance(first: usize, second: usize, pair: usize): f64;

/** The same for a point, a triangle and what pointTriangle wrote. */
export declare function sharpen(point: usize, triangle: usize, out: usize): void;

/** 1 if the exact distance of a leaf to one of its near faces is at most the report distance. */
export declare function isWithin(leaf: usize, start: i32, count: i32): i32;

/**
 * Has the list of a cell written after all others (cell-faces), unless isHeld is 1 and the list is unchanged.
 * @returns the number of its faces, −1 if they are too many, −2 if the list is unchanged.
 */
export declare function listAt(x: f64, y: f64, z: f64, size: f64, isHeld: i32): i32;

/** Ends the pass, by an error, if nobody waits for it any more; asked every few hundred pieces or leaves. */
export declare function look(): void;

/** Writes the nearest point of all faces xyz, and its distance squared; @returns the face's place. */
export declare function nearestTo(point: usize, out: usize): u32;
