// Judged answers and the bodies → pictures of the worst answer of each kind, with the engine's reported points.

import type { TriangleMesh } from '#mesh';
import type { AnswerJudgement } from '#validation';
import { aslant, BONE, ballAround, drawn, PICTURE_SIZE, STEEL, unit } from '../report/drawn-picture.ts';
import { count, type Picture } from '../report/page.ts';
import { intoBone } from '../report/payload.ts';
import type { Marks, Shown } from '../report/picture.ts';
import { short } from '../validation-report/number-text.ts';
import { BACKWARDS, backwards, depthError, farthestOut, pointsOut } from './answer-table.ts';

interface Bodies {
  readonly bone: TriangleMesh;
  readonly tool: TriangleMesh;
}

const IN = [42, 143, 79];
const OUT = [193, 18, 31];
const REVERSED = [160, 82, 176];
const MOST = 6;
/** The smallest radius of a picture, as a share of the tool's own radius. */
const NEAREST = 0.12;
/** If there are more points than this, they are drawn smaller. */
const MANY = 200;

interface Kind {
  /** Above 0 if the answer is wrong in this way. */
  readonly badness: (answer: AnswerJudgement, tolerance: number) => number;
  readonly says: (answer: AnswerJudgement) => string;
}

const kinds: readonly Kind[] = [
  {
    badness: ({ verdict, exact }) => (verdict?.finding === 'missed' ? 1 + exact.pairs : 0),
    says: ({ exact }) => `contact is missed, the bodies are ${exact.state}`,
  },
  {
    badness: ({ verdict, exact }) => (verdict?.finding === 'false' ? 1 + exact.distance : 0),
    says: ({ exact }) => `false contact, the bodies are ${short(exact.distance)} mm apart`,
  },
  {
    badness: ({ pairs }) => (pairs === null ? 0 : pairs.missed + pairs.extra),
    says: ({ pairs }) => `${count(pairs?.missed ?? 0)} pairs missed, ${count(pairs?.extra ?? 0)} extra`,
  },
  {
    badness: ({ distance }, tolerance) => Math.max(0, Math.abs(distance?.error ?? 0) - tolerance),
    says: ({ distance }) => `distance off by ${short(distance?.error ?? 0)} mm`,
  },
  {
    badness: (answer, tolerance) => (pointsOut(answer) === 0 ? 0 : Math.max(tolerance, farthestOut(answer))),
    says: (answer) => `${count(pointsOut(answer))} points outside, up to ${short(farthestOut(answer))} mm`,
  },
  { badness: backwards, says: (answer) => `${count(backwards(answer))} normals point backwards` },
  { badness: depthError, says: ({ depth }) => `depth of no definition: ${short(depth?.engine ?? 0)} mm` },
];

/** At most six, each of a different answer. */
export function judgePictures(answers: readonly AnswerJudgement[], bodies: Bodies, tolerance: number): Picture[] {
  const chosen = new Map<AnswerJudgement, Kind>();
  for (const kind of kinds) {
    let [worst, most]: [AnswerJudgement | undefined, number] = [undefined, 0];
    for (const answer of answers) {
      const bad = chosen.has(answer) ? 0 : kind.badness(answer, tolerance);
      if (bad > most) [worst, most] = [answer, bad];
    }
    if (worst !== undefined && chosen.size < MOST) chosen.set(worst, kind);
  }
  return [...chosen].map(([answer, { says }]) => pictureOf(answer, bodies, says(answer)));
}

/** Shows the reported points from outside the bone; if there are none, the tool. */
function pictureOf(answer: AnswerJudgement, { bone, tool }: Bodies, says: string): Picture {
  const whole = ballAround(bone);
  const own = ballAround(tool);
  const marks = marksOf(answer);
  const [x, y, z] = own.centre;
  const near = marks === undefined ? { centre: intoBone(answer.matrix, [x, y, z]), radius: own.radius } : ballOf(marks);
  const inward = unit(whole.centre.map((place, k) => place - near.centre[k]));
  const view = {
    centre: near.centre,
    radius: Math.max(1.3 * Math.min(near.radius, whole.radius), NEAREST * own.radius),
    depth: Number.POSITIVE_INFINITY,
    forward: aslant(inward, 0.7),
    ...PICTURE_SIZE,
  };
  const shown: Shown[] = [
    { mesh: bone, colour: () => BONE },
    { mesh: tool, colour: () => STEEL, pose: answer.matrix },
  ];
  return drawn(`Pose ${answer.pose}: ${says}`, view, shown, marks);
}

function ballOf({ positions }: Marks): ReturnType<typeof ballAround> {
  return ballAround({ positions, faces: Uint32Array.from({ length: positions.length / 3 }, (_, i) => i) });
}

/** Points outside are drawn over the others. */
function marksOf({ contacts }: AnswerJudgement): Marks | undefined {
  const rows = [...(contacts?.rows ?? [])].sort((a, b) => Number(a.place === 'out') - Number(b.place === 'out'));
  if (rows.length === 0) return undefined;
  return {
    positions: Float64Array.from(rows.flatMap(({ point }) => point)),
    radius: rows.length > MANY ? 2.5 : 3.5,
    colour: (mark) => {
      const { place, normalError } = rows[mark];
      return place === 'out' ? OUT : (normalError ?? 0) > BACKWARDS ? REVERSED : IN;
    },
  };
}
