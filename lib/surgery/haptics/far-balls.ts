// Spheres that were far from a surface → a lower bound on each one's distance, if the tool has hardly moved since.
//
//        ╭───────╮         The surface was `distance` away from the sphere's old centre: none is in the ball. From the
//        │   •─▸ │ ──┤     current centre it is no nearer than that distance minus the distance between the two
//        ╰───────╯         centres. Edits shrink the ball so that it stays outside the box of the faces they add.
//
// Edits that remove faces leave these bounds true. But an edit makes the side of a ball unknown: the solid around it
// may be gone.

/** Numbers of a ball: its centre, xyz, and its radius; 0 if none is known. */
const BALL = 4;

export class FarBalls {
  readonly #balls: Float64Array;
  readonly #isInside: Uint8Array;
  /** 1 if no edit has come since. */
  readonly #hasSide: Uint8Array;

  constructor(count: number) {
    this.#balls = new Float64Array(BALL * count);
    this.#isInside = new Uint8Array(count);
    this.#hasSide = new Uint8Array(count);
  }

  /** Records a finding about a ball: there is no surface within `distance`, mm, of c. */
  keep(which: number, c: Float64Array, distance: number, isInside: boolean): void {
    const at = BALL * which;
    for (let k = 0; k < 3; k++) this.#balls[at + k] = c[k];
    this.#balls[at + 3] = distance;
    this.setSide(which, isInside);
  }

  /** mm: the surface is no nearer to c, up to rounding; −∞ if c is farther than `most` from the recorded centre. */
  leastFrom(which: number, c: Float64Array, most: number): number {
    const at = BALL * which;
    const balls = this.#balls;
    const x = c[0] - balls[at];
    const y = c[1] - balls[at + 1];
    const z = c[2] - balls[at + 2];
    // Not Math.hypot, which leaves numbers on the heap.
    const way = Math.sqrt(x * x + y * y + z * z);
    return way <= most ? balls[at + 3] - way : Number.NEGATIVE_INFINITY;
  }

  /** Whether it is known on which side of the surface a ball is. */
  hasSide(which: number): boolean {
    return this.#hasSide[which] === 1;
  }

  /** Keeps whether a point of the ball is inside the solid. */
  setSide(which: number, isInside: boolean): void {
    this.#isInside[which] = isInside ? 1 : 0;
    this.#hasSide[which] = 1;
  }

  /** Whether the ball is inside the solid, if that is known. */
  isInside(which: number): boolean {
    return this.#isInside[which] === 1;
  }

  /** Takes note of edits. @param box around the faces they have added: low xyz, high xyz. */
  edit(box: Float64Array): void {
    const balls = this.#balls;
    this.#hasSide.fill(0);
    for (let at = 0; at < balls.length; at += BALL) {
      const x = Math.max(box[0] - balls[at], 0, balls[at] - box[3]);
      const y = Math.max(box[1] - balls[at + 1], 0, balls[at + 1] - box[4]);
      const z = Math.max(box[2] - balls[at + 2], 0, balls[at + 2] - box[5]);
      balls[at + 3] = Math.min(balls[at + 3], Math.sqrt(x * x + y * y + z * z));
    }
  }
}
