// A bone, a tool and options → a judge; a pose and an engine's answers there → the oracle's judgement of them.

import type { TriangleMesh } from '#mesh';
import { BulkMesh, bulkMeshDistance, bulkMeshState, posedPositions } from '#reference';
import { differingPairs } from '../pair-difference.ts';
import { PointSet } from '../point-set.ts';
import { DepthDefinitions, type Depths } from './engine-depths.ts';
import { type AnswerJudgement, depthDefinitions, type JudgeOptions, type VerdictFinding } from './engine-judgement.ts';
import type { EngineAnswer, EngineVerdict } from './engine-results.ts';
import { judgeContacts } from './judge-contacts.ts';
import { type JudgedBody, senseOf } from './judged-body.ts';
import { facePieces, type Piece } from './surface-pieces.ts';
import { uncoveredArea } from './uncovered-area.ts';

/** Judges answers at poses of one bone and one tool, in any order: a judgement does not depend on those before it. */
export class EngineJudge {
  readonly #bone: JudgedBody;
  readonly #tool: TriangleMesh;
  readonly #toolSense: JudgedBody['sense'];
  readonly #options: JudgeOptions;
  readonly #depths: DepthDefinitions;

  /** @throws MeshError, as the oracle. */
  constructor(bone: TriangleMesh, tool: TriangleMesh, options: JudgeOptions) {
    const mesh = new BulkMesh(bone);
    this.#bone = { mesh, sense: senseOf(mesh) };
    this.#tool = tool;
    this.#toolSense = senseOf(new BulkMesh(tool));
    this.#options = options;
    this.#depths = new DepthDefinitions(bone, tool, options);
  }

  /** Whether each body has an inside. */
  get signed(): { readonly bone: boolean; readonly tool: boolean } {
    return { bone: this.#bone.sense !== 0, tool: this.#toolSense !== 0 };
  }

  /**
   * @param pose its number. @param matrix 16 numbers, column-major, tool → bone.
   * @param answers all that the engine answered at this pose, in the order of the file; those after the first are
   * repetitions. @param earlier its first answer at an earlier pose with the same 16 numbers: then all are.
   * @throws PoseError, MeshError, as a detector, if depths are judged.
   */
  judge(
    pose: number,
    matrix: ArrayLike<number>,
    answers: readonly EngineAnswer[],
    earlier: EngineAnswer | null = null,
  ): AnswerJudgement[] {
    const started = performance.now();
    const exact = new ExactPose(this.#bone, this.#tool, this.#toolSense, matrix, this.#options, this.#depths);
    const first = earlier ?? answers[0];
    let before = started;
    return answers.map((answer, repetition) => {
      const judged = exact.judge(answer);
      const now = performance.now();
      const milliseconds = { engine: answer.milliseconds ?? null, oracle: now - before };
      before = now;
      const repeats = answer === first ? null : comparable(answer) === comparable(first);
      return { pose, repetition, matrix: Array.from(matrix), exact: exact.facts, ...judged, repeats, milliseconds };
    });
  }
}

/** Both bodies at a pose. Expensive parts are computed on first use. */
class ExactPose {
  readonly facts: AnswerJudgement['exact'];
  readonly #bodies: readonly [JudgedBody, JudgedBody];
  readonly #matrix: ArrayLike<number>;
  readonly #options: JudgeOptions;
  readonly #definitions: DepthDefinitions;
  readonly #pairs: Uint32Array;
  #pieces: readonly [readonly Piece[], readonly Piece[]] | undefined;
  #depths: Depths | undefined;

  constructor(
    bone: JudgedBody,
    tool: TriangleMesh,
    sense: JudgedBody['sense'],
    matrix: ArrayLike<number>,
    options: JudgeOptions,
    definitions: DepthDefinitions,
  ) {
    const mesh = new BulkMesh({ positions: posedPositions(tool.positions, matrix), faces: tool.faces });
    this.#bodies = [bone, { mesh, sense }];
    this.#matrix = matrix;
    this.#options = options;
    this.#definitions = definitions;
    const { state, pairs } = bulkMeshState(bone.mesh, mesh, 0);
    this.#pairs = pairs;
    this.facts = {
      state: state === 'near' ? 'separated' : state,
      pairs: pairs.length / 2,
      distance: pairs.length > 0 ? 0 : bulkMeshDistance(bone.mesh, mesh).distance,
    };
  }

  judge(answer: EngineAnswer): Pick<AnswerJudgement, 'verdict' | 'pairs' | 'distance' | 'depth' | 'contacts'> {
    const { verdict, distance } = answer;
    return {
      verdict: verdict === undefined ? null : { engine: verdict, finding: findingOf(verdict, this.facts.state) },
      pairs: answer.pairs === undefined ? null : judgedPairs(answer.pairs, this.#pairs),
      distance: distance === undefined ? null : { engine: distance, error: distance - this.facts.distance },
      depth: this.#depth(answer),
      contacts: this.#contacts(answer),
    };
  }

  #depth({ depth, contacts }: EngineAnswer): AnswerJudgement['depth'] {
    const depths = contacts?.flatMap((contact) => contact.depth ?? []) ?? [];
    const engine = depth ?? (depths.length > 0 ? Math.max(...depths) : undefined);
    if (engine === undefined) return null;
    this.#depths ??= this.#definitions.at(this.#matrix, this.facts.state, this.#bodies, () => this.#nearPieces());
    const exact = this.#depths;
    const { tolerance } = this.#options;
    const agrees = depthDefinitions.filter((definition) => {
      const within = exact[definition];
      return within !== null && engine >= within.low - tolerance && engine <= within.high + tolerance;
    });
    return { engine, exact, agrees };
  }

  #contacts({ contacts }: EngineAnswer): AnswerJudgement['contacts'] {
    if (contacts === undefined) return null;
    const { tolerance } = this.#options;
    const [bone, tool] = this.#bodies;
    const { rows, elsewhere } = judgeContacts(contacts, this.#bodies, tolerance);
    const points = new PointSet(contacts.map(({ point: [x, y, z] }) => [x, y, z]));
    const [ofBone, ofTool] = this.#nearPieces();
    return {
      ...{ rows, elsewhere },
      bone: uncoveredArea(ofBone, tool.mesh, points, this.#options),
      tool: uncoveredArea(ofTool, bone.mesh, points, this.#options),
    };
  }

  #nearPieces(): readonly [readonly Piece[], readonly Piece[]] {
    const [bone, tool] = [this.#bodies[0].mesh, this.#bodies[1].mesh];
    const { tolerance } = this.#options;
    this.#pieces ??= [facePieces(bone, tool, tolerance), facePieces(tool, bone, tolerance)];
    return this.#pieces;
  }
}

function findingOf(engine: EngineVerdict, exact: AnswerJudgement['exact']['state']): VerdictFinding {
  if (engine === exact || (engine === 'contact' && exact !== 'separated')) return 'right';
  if (exact === 'separated') return 'false';
  return engine === 'separated' ? 'missed' : 'other';
}

function judgedPairs(pairs: readonly number[], exact: Uint32Array): AnswerJudgement['pairs'] {
  const distinct = new Map<string, readonly [number, number]>();
  for (let i = 0; i < pairs.length; i += 2) distinct.set(`${pairs[i]} ${pairs[i + 1]}`, [pairs[i], pairs[i + 1]]);
  const { missed, extra } = differingPairs(Uint32Array.from([...distinct.values()].flat()), exact);
  return { engine: pairs.length / 2, missed, extra, repeated: pairs.length / 2 - distinct.size };
}

/** An answer without pose and time, so that equal answers give equal texts in any order of their fields. */
function comparable({ verdict, distance, depth, contacts, pairs }: EngineAnswer): string {
  const rows = contacts?.map(({ point, normal, depth: own, boneFace, toolFace }) => [
    ...[point, normal ?? null, own ?? null],
    ...[boneFace ?? null, toolFace ?? null],
  ]);
  return JSON.stringify([verdict ?? null, distance ?? null, depth ?? null, rows ?? null, pairs ?? null]);
}
