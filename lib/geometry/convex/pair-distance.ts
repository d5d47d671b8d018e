// Two bodies and a pose → signed distance, interval, nearest points, normal and status; warm-started after a first
// call.
//
//   Gjk, or VClip ── apart ────────────────────┐
//    │                                         ├─ Certificate ─ radii ─ open, or holds 0? ─ decideExactly
//    └─ near, overlapping ─ ExpandingPolytope ─┘
//
// The searches begin with what an earlier pose left (the simplex, the polytope, the features). If Certificate shows
// that any search would end at the same features, its result, computed from these alone, is the answer. If not (bodies
// that nearly touch or rest on each other in several ways, two facets equally near within rounding, a case that f64
// leaves open), the answer would depend on the start. Then everything is forgotten, and the search runs again from the
// first vertices, as without a cache.

import { exactWidth } from './bounds.ts';
import { Certificate, type Features } from './certificate.ts';
import type { ConvexBody } from './convex-body.ts';
import { areJoined, decideExactly } from './exact-answer.ts';
import { ExpandingPolytope } from './expanding-polytope.ts';
import { facedBy } from './faced-features.ts';
import { Gjk, type GjkOutcome } from './gjk.ts';
import { PosedPair } from './posed-pair.ts';
import { VClip } from './v-clip.ts';

/** Iterations; polyhedra of 500 vertices take some ten to thirty. */
const MOST_ITERATIONS = 250;

/** How the closest features are found; the proof is the same for both. */
export type DistanceMethod = 'gjk' | 'v-clip';

export type DistanceStatus = 'exact' | 'certified' | 'undecided';

export class PairDistance {
  readonly pair = new PosedPair();
  /** Low, high and distance, mm, radii subtracted. */
  readonly bounds = new Float64Array(3);
  readonly pointFirst = new Float64Array(3);
  readonly pointSecond = new Float64Array(3);
  status: DistanceStatus = 'undecided';
  iterations = 0;
  /** Whether the certificate leaves only a sign open. */
  #isSettled = false;
  readonly #mostIterations: number;
  readonly #mostExactSteps: number;
  #walk: VClip | null = null;
  readonly #gjk = new Gjk();
  readonly #polytope = new ExpandingPolytope();
  readonly #certificate = new Certificate();

  /**
   * Specs set these, to provoke undecided answers.
   * @param mostIterations limit of each search in f64. @param mostExactSteps limit of the search in integers.
   */
  constructor(mostIterations = MOST_ITERATIONS, mostExactSteps = MOST_ITERATIONS) {
    this.#mostIterations = mostIterations;
    this.#mostExactSteps = mostExactSteps;
  }

  /** Forgets everything from earlier poses. */
  forget(): void {
    this.#forgetSearches();
    this.#walk = null;
  }

  #forgetSearches(): void {
    this.#gjk.simplex.count = 0;
    this.#polytope.clear();
    this.pair.searchFirst.vertex = 0;
    this.pair.searchSecond.vertex = 0;
    // A search that ends at once leaves the normal unchanged, and the next stage starts from it.
    this.pair.normal.fill(0);
    this.pair.normal[0] = 1;
  }

  /**
   * Measures under pair.pose, which must hold a checked pose.
   * @param method v-clip is for polyhedra.
   */
  measure(first: ConvexBody, second: ConvexBody, method: DistanceMethod = 'gjk'): void {
    this.pair.load(first, second);
    this.iterations = 0;
    const isWarm = this.#gjk.simplex.count > 0 || this.#polytope.isKept || this.#walk !== null;
    if (isWarm && this.#find(method, true)) return;
    this.forget();
    this.#find(method, false);
  }

  /** @param isWarm whether searches begin where earlier ones ended. @returns whether any start gives the same. */
  #find(method: DistanceMethod, isWarm: boolean): boolean {
    const outcome = method === 'gjk' ? this.#search() : this.#walkFeatures();
    if (outcome === 'undecided') {
      if (!isWarm) this.#refuse();
      return false;
    }
    if (outcome !== 'apart') return this.#penetrate(isWarm);
    this.#certify(1, 0, this.#gjk.simplex);
    if (isWarm && !this.#isUnique) return false;
    this.#gjk.simplex.remember(this.#certificate.features);
    this.#conclude();
    return true;
  }

  #search(): GjkOutcome {
    const outcome = this.#gjk.run(this.pair, this.#mostIterations);
    this.iterations += this.#gjk.iterations;
    return outcome;
  }

  /** If the walk goes in a circle, or a depth has to be found from scratch, Gjk searches. */
  #walkFeatures(): GjkOutcome {
    const { pair } = this;
    const { first, second } = pair;
    if (this.#walk?.a.body !== first || this.#walk.b.body !== second) this.#walk = new VClip(first, second);
    const walk = this.#walk;
    const outcome = walk.walk(pair.pose.matrix);
    this.iterations += walk.steps;
    if (outcome === 'penetrating' && this.#polytope.isKept) return 'overlapping';
    return outcome === 'apart' ? facedBy(walk, pair, this.#gjk.simplex) : this.#search();
  }

  /** See #find. */
  #penetrate(isWarm: boolean): boolean {
    const { pair } = this;
    const polytope = this.#polytope;
    const isPosed = isWarm && polytope.isKept && polytope.repose(pair);
    if (isWarm && !isPosed) return false;
    if (!isPosed && !polytope.begin(pair, this.#gjk.simplex)) {
      pair.seek();
      this.#certify(-1, 0, this.#gjk.simplex);
      this.#conclude();
      return true;
    }
    const outcome = polytope.run(pair, this.#mostIterations);
    this.iterations += polytope.iterations;
    const { inner } = polytope;
    if (outcome !== 'facet') polytope.clear();
    if (outcome === 'undecided') {
      if (!isWarm) this.#refuse();
      return false;
    }
    this.#certify(-1, outcome === 'facet' ? inner : 0, polytope.facet);
    if (isWarm && (outcome !== 'facet' || polytope.isTied || !this.#isUnique)) return false;
    this.#conclude();
    return true;
  }

  /** Finds bounds, points and pair.normal of the hulls, without radii. */
  #certify(sign: 1 | -1, inner: number, features: Features): void {
    const { pair, bounds, pointFirst, pointSecond } = this;
    const certificate = this.#certificate;
    certificate.certify(pair, sign, inner, features);
    const radius = pair.first.radius + pair.second.radius;
    for (let k = 0; k < 3; k++) {
      bounds[k] = certificate.bounds[k] - radius;
      pointFirst[k] = certificate.pointFirst[k];
      pointSecond[k] = certificate.pointSecond[k];
    }
    this.#isSettled = certificate.isExact && areJoined(pair, this);
  }

  /** Whether the last certificate is independent of the start. */
  get #isUnique(): boolean {
    return this.#isSettled && this.#certificate.isUnique;
  }

  /** Decides in integers what f64 leaves open, and moves from the hulls' points to the bodies' points. */
  #conclude(): void {
    const { pair, bounds, pointFirst, pointSecond } = this;
    const { normal: n, first, second } = pair;
    this.status = 'exact';
    if (!this.#isSettled || (bounds[0] <= 0 && bounds[1] >= 0)) {
      decideExactly(pair, this, !this.#isSettled, this.#mostExactSteps);
      if (bounds[1] - bounds[0] > exactWidth(pair.magnitude) || !areJoined(pair, this)) this.status = 'certified';
    }
    for (let k = 0; k < 3; k++) {
      pointFirst[k] += first.radius * n[k];
      pointSecond[k] -= second.radius * n[k];
    }
  }

  /** The search failed, but what it has seen bounds the distance: a gap from below, two points from above. */
  #refuse(): void {
    const { pair, bounds } = this;
    pair.seek();
    this.#certificate.certify(pair, 1, 0, this.#gjk.simplex);
    for (let k = 0; k < 2; k++) bounds[k] = this.#certificate.bounds[k] - pair.first.radius - pair.second.radius;
    bounds[2] = Number.NaN;
    this.pointFirst.fill(Number.NaN);
    this.pointSecond.fill(Number.NaN);
    pair.normal.fill(Number.NaN);
    this.status = 'undecided';
    this.#forgetSearches();
  }
}
