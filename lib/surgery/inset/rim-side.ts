// One side of the box: where the surface and what fills the box meet it → common vertices, and the faces between the
// two where they do not run alike.
//
//     ┌──────┬──────┬──────┐     ── the surface, in pieces a square of the lattice; ┄┄ the filling's chords. If pieces
//     │     ╱│      │      │     lead from one end of each chord to the other, the square is regular: the chord becomes
//     │   ╱  │╲     │ ╱┄┄╲ │     the pieces, so the filling follows the surface. In any other, both are noded, and what
//     └─╱────┴──╲─┄─┴╱────╲┘     lies in just one of the two is covered by faces in the side's plane.
//
// A vertex of the lattice is in the one if it is in the other. Hence what lies in just one of them is found square by
// square, and its outline closes on the side, or goes on along an edge of the box, on the next side.

import { fillLoops, leftLoops } from '#osteotomy';
import { isInSquare } from './in-square.ts';
import { type InsetBox, PARTS, type SideFrame } from './inset-box.ts';
import { type InSquare, nodePaths, type Path, someMeet } from './node-paths.ts';
import type { RimVertices } from './rim-vertices.ts';

/** What the bone outside covers and the filling does not, or the other way round. */
type Kind = 'bare' | 'jutting';

interface Square {
  readonly u: number;
  readonly v: number;
  /** Of the surface, as its faces' parts in the box run along the side. */
  readonly pieces: Path[];
  /** Of the filling, as its own faces run along the side. */
  readonly chords: Path[];
}

export class RimSide {
  readonly frame: SideFrame;
  readonly #box: InsetBox;
  readonly #vertices: RimVertices;
  readonly #squares = new Map<number, Square>();
  /** Pieces along the lattice's own lines. */
  readonly #inLine: Path[] = [];
  /** From and to, with what is covered on the left. */
  readonly #outlines: Record<Kind, [number, number][]> = { bare: [], jutting: [] };

  constructor(box: InsetBox, frame: SideFrame, vertices: RimVertices) {
    this.#box = box;
    this.frame = frame;
    this.#vertices = vertices;
  }

  /** Divides a segment of the surface along the lattice's lines. @param from, to xyz in parts. @returns its pieces. */
  addSegment(from: readonly number[], to: readonly number[]): Path[] {
    const { u, v } = this.frame;
    const [a, b] = [
      [from[u], from[v]],
      [to[u], to[v]],
    ];
    const cuts: { t: number; u: number; v: number }[] = [];
    for (const k of [0, 1]) {
      const [low, high] = [Math.min(a[k], b[k]), Math.max(a[k], b[k])];
      for (let line = Math.floor(low / PARTS) + 1; line * PARTS < high; line++) {
        const t = (line * PARTS - a[k]) / (b[k] - a[k]);
        const other = Math.round(a[1 - k] + t * (b[1 - k] - a[1 - k]));
        cuts.push(k === 0 ? { t, u: line * PARTS, v: other } : { t, u: other, v: line * PARTS });
      }
    }
    cuts.sort((p, q) => p.t - q.t);
    const chain = [this.#at(a[0], a[1]), ...cuts.map((cut) => this.#at(cut.u, cut.v)), this.#at(b[0], b[1])];
    const pieces: Path[] = [];
    for (let n = 1; n < chain.length; n++) {
      if (chain[n] === chain[n - 1]) continue;
      const piece = [chain[n - 1], chain[n]];
      pieces.push(piece);
      const square = this.#squareOf(piece[0], piece[1]);
      if (square === null) this.#inLine.push(piece);
      else square.pieces.push(piece);
    }
    return pieces;
  }

  /** @param u, v the square's place. @returns the chord's vertices, which `resolve` adds to. */
  addChord(u: number, v: number, from: readonly number[], to: readonly number[]): Path {
    const chord = [this.#vertices.at(from[0], from[1], from[2]), this.#vertices.at(to[0], to[1], to[2])];
    this.#square(u, v).chords.push(chord);
    return chord;
  }

  /** Gives pieces and chords their common vertices. @returns false if they find no end. */
  resolve(): boolean {
    for (const square of this.#squares.values()) {
      if (this.#follow(square)) continue;
      const where = this.#whereIn(square);
      const at = (u: number, v: number) => this.#at(u + PARTS * square.u, v + PARTS * square.v);
      if (!nodePaths([...square.pieces, ...square.chords], where, at)) return false;
    }
    return true;
  }

  /** Call it after all sides are resolved. @returns false if surface and filling cannot be joined here. */
  findOutlines(): boolean {
    const { u, v } = this.frame;
    for (const piece of this.#inLine) this.#nodeInLine(piece);
    for (const square of this.#squares.values()) {
      const where = this.#whereIn(square);
      const isIn = this.#isVertexIn(square.u, square.v);
      const isKnown = this.#outline(square.pieces, square.chords, (a, b, isPiece) => {
        const [p, q] = [where(a), where(b)];
        return isInSquare([p[0] + q[0], p[1] + q[1]], isPiece ? square.chords : square.pieces, where, isIn);
      });
      if (!isKnown) return false;
    }
    return this.#outline(this.#inLine, [], (a, b) => {
      const along = this.#vertices.part(a, u) === this.#vertices.part(b, u) ? v : u;
      return this.#isFilled(a, b, along);
    });
  }

  /** Adds faces in the side's plane. @returns false if their outlines meet. */
  fill(faces: number[]): boolean {
    this.#outlineBorder();
    const { u, v, side } = this.frame;
    for (const kind of ['bare', 'jutting'] as const) {
      const isUp = (kind === 'bare') === ((side & 1) === 0);
      const [x, y] = isUp ? [u, v] : [v, u];
      const at = (vertex: number) => [this.#vertices.part(vertex, x), this.#vertices.part(vertex, y)] as const;
      const loops = leftLoops(this.#outlines[kind], at);
      if (loops === null || !fillLoops(loops, at, faces)) return false;
    }
    return true;
  }

  /** In a regular square, turns the chords into the pieces between their ends. @returns whether it is regular. */
  #follow({ u, v, pieces, chords }: Square): boolean {
    const onward = new Map<number, number>();
    for (const [from, to] of pieces) {
      if (onward.has(from)) return false;
      onward.set(from, to);
    }
    const found: Path[] = [];
    let used = 0;
    for (const chord of chords) {
      const [from, to] = chord;
      const way = [from];
      while (way[way.length - 1] !== to) {
        const next = onward.get(way[way.length - 1]);
        if (next === undefined || way.length > pieces.length) return false;
        way.push(next);
      }
      used += way.length - 1;
      found.push(way);
    }
    if (used !== pieces.length) return false;
    const where = this.#whereIn({ u, v });
    const isWithin = (vertex: number) => where(vertex).every((part) => part > 0 && part < PARTS);
    if (!found.every((way) => way.slice(1, -1).every(isWithin))) return false;
    if (pieces.length > 1 && someMeet(pieces, where)) return false;
    for (const [n, way] of found.entries()) chords[n].splice(0, chords[n].length, ...way);
    return true;
  }

  /** @param isIn whether the middle of a segment, of a piece or else of a chord, lies in the other of the two. */
  #outline(
    pieces: readonly Path[],
    chords: readonly Path[],
    isIn: (a: number, b: number, isPiece: boolean) => boolean,
  ): boolean {
    const segments = new Map<string, { a: number; b: number; piece: number; chord: number }>();
    const count = (paths: readonly Path[], kind: 'piece' | 'chord') => {
      for (const path of paths)
        for (let i = 1; i < path.length; i++) {
          const [a, b] = [Math.min(path[i - 1], path[i]), Math.max(path[i - 1], path[i])];
          const held = segments.get(`${a} ${b}`) ?? { a, b, piece: 0, chord: 0 };
          held[kind] += a === path[i - 1] ? 1 : -1;
          segments.set(`${a} ${b}`, held);
        }
    };
    count(pieces, 'piece');
    count(chords, 'chord');
    for (const { a, b, piece, chord } of segments.values()) {
      if (piece === chord && Math.abs(piece) <= 1) continue;
      if (Math.abs(piece) + Math.abs(chord) !== 1) return false;
      const isPiece = piece !== 0;
      const kind = isIn(a, b, isPiece) === isPiece ? 'jutting' : 'bare';
      // The faces outside run along a piece backward, and those that fill the box along a chord forward.
      this.#outlines[kind].push(piece - chord > 0 ? [a, b] : [b, a]);
    }
    return true;
  }

  /** What is covered along the edges of the box goes on there on another side. */
  #outlineBorder(): void {
    const { u, v, at, axis, side } = this.frame;
    const { low, high } = this.#box;
    for (const [along, across] of [
      [u, v],
      [v, u],
    ])
      for (const isHigh of [false, true])
        for (let n = low[along]; n < high[along]; n++) {
          const cells = [0, 0, 0];
          cells[axis] = at;
          cells[across] = (isHigh ? high : low)[across];
          cells[along] = n;
          const list = this.#vertices.onEdge(cells, along);
          const beside = cells.with(across, cells[across] - (isHigh ? 1 : 0));
          for (let k = 1; k < list.length; k++) {
            const isFilled = this.#isFilled(list[k - 1], list[k], along);
            if (this.#isBone(list[k - 1], list[k], along, cells, beside) === isFilled) continue;
            // Counter-clockwise round the side as u and v show it, then as its face is seen.
            const isForward = (((along === u) !== isHigh) === ((side & 1) === 0)) === !isFilled;
            const [a, b] = isForward ? [list[k - 1], list[k]] : [list[k], list[k - 1]];
            this.#outlines[isFilled ? 'jutting' : 'bare'].push([a, b]);
          }
        }
  }

  /** Whether the bone outside reaches an edge of the box between two vertices: by how many pieces end before there. */
  #isBone(a: number, b: number, along: number, cells: readonly number[], beside: readonly number[]): boolean {
    const { u, v, axis } = this.frame;
    const across = along === u ? v : u;
    const middle = (this.#vertices.part(a, along) + this.#vertices.part(b, along)) / 2;
    const square = this.#squares.get(this.#keyOf(beside[u], beside[v]));
    let ends = 0;
    for (const path of square?.pieces ?? [])
      for (const end of [path[0], path[path.length - 1]]) {
        const isOn = this.#vertices.part(end, across) === PARTS * cells[across];
        const part = this.#vertices.part(end, along);
        if (isOn && part > PARTS * cells[along] && part < middle) ends++;
      }
    const place = [0, 0, 0];
    place[axis] = this.frame.at;
    place[along] = cells[along];
    place[across] = cells[across];
    return this.#box.isInside(place[0], place[1], place[2]) !== (ends % 2 === 1);
  }

  /** Whether what fills the box reaches the middle between two vertices of an edge of the lattice. */
  #isFilled(a: number, b: number, along: number): boolean {
    const middle = (this.#vertices.part(a, along) + this.#vertices.part(b, along)) / 2;
    const cells = [0, 1, 2].map((k) => Math.floor((k === along ? middle : this.#vertices.part(a, k)) / PARTS));
    const crossing = this.#box.crossing(cells[0], cells[1], cells[2], along);
    const isLow = crossing === 0 || middle < PARTS * cells[along] + crossing;
    if (!isLow) cells[along]++;
    return this.#box.isInside(cells[0], cells[1], cells[2]);
  }

  #nodeInLine(piece: Path): void {
    const { u, v } = this.frame;
    const [from, to] = [piece[0], piece[piece.length - 1]];
    const along = this.#vertices.part(from, u) === this.#vertices.part(to, u) ? v : u;
    const [p, q] = [this.#vertices.part(from, along), this.#vertices.part(to, along)];
    const cells = [0, 1, 2].map((k) =>
      Math.floor((k === along ? Math.min(p, q) : this.#vertices.part(from, k)) / PARTS),
    );
    const between = this.#vertices.onEdge(cells, along).filter((vertex) => {
      const part = this.#vertices.part(vertex, along);
      return part > Math.min(p, q) && part < Math.max(p, q);
    });
    piece.splice(1, piece.length - 2, ...(p < q ? between : between.toReversed()));
  }

  #isVertexIn(squareU: number, squareV: number): boolean {
    const { axis, u, v, at } = this.frame;
    const place = [0, 0, 0];
    place[axis] = at;
    place[u] = squareU;
    place[v] = squareV;
    return this.#box.isInside(place[0], place[1], place[2]);
  }

  #whereIn({ u, v }: Pick<Square, 'u' | 'v'>): InSquare {
    const { frame } = this;
    return (vertex) => [
      this.#vertices.part(vertex, frame.u) - PARTS * u,
      this.#vertices.part(vertex, frame.v) - PARTS * v,
    ];
  }

  #at(u: number, v: number): number {
    const { axis, at, ...frame } = this.frame;
    const place = [0, 0, 0];
    place[axis] = PARTS * at;
    place[frame.u] = u;
    place[frame.v] = v;
    return this.#vertices.at(place[0], place[1], place[2]);
  }

  /** The square that holds a piece; null if the piece runs along a line of the lattice. */
  #squareOf(a: number, b: number): Square | null {
    const { u, v } = this.frame;
    const middle = [u, v].map((k) => {
      const [p, q] = [this.#vertices.part(a, k), this.#vertices.part(b, k)];
      return p === q && p % PARTS === 0 ? -1 : Math.floor((p + q) / 2 / PARTS);
    });
    return middle.includes(-1) ? null : this.#square(middle[0], middle[1]);
  }

  #keyOf(u: number, v: number): number {
    return u + 2 ** 26 * v;
  }

  #square(u: number, v: number): Square {
    const key = this.#keyOf(u, v);
    const known = this.#squares.get(key);
    if (known !== undefined) return known;
    const square: Square = { u, v, pieces: [], chords: [] };
    this.#squares.set(key, square);
    return square;
  }
}
