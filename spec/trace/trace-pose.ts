// One pose → what each stage of a contact query receives and gives, and a picture of it: the CPU's way, taken apart
// into the calls that lib/detect/detector/cpu/cpu-query.ts makes.

import { BoneBody, ToolBody } from '#bodies';
import { addInteriorFaces, candidateStage, FaceGrouper, InteriorFaces } from '#candidates';
import { buildReportContacts } from '#contacts';
import { checkPose, reportDistance } from '#core';
import { contactState } from '#detector/contact-state.ts';
import { Side } from '#detector/side.ts';
import { crossingsOf, IntersectingPairs } from '#intersect';
import { inspectMesh, type TriangleMesh } from '#mesh';
import {
  type ActiveFaces,
  activeFaces,
  BONE,
  type CandidatePairs,
  type ContactPatch,
  type ContactState,
  type ContactTable,
  candidatePairs,
  type DistanceRecords,
  distanceRecords,
  type SubTriangles,
  subTriangles,
  TOOL,
} from '#records';

export interface TraceInput {
  readonly bone: TriangleMesh;
  readonly tool: TriangleMesh;
  /** 16 numbers, column-major: the tool's frame → the bone's. */
  readonly pose: ArrayLike<number>;
  /** mm: δ. */
  readonly contactDistance: number;
  /** mm: h. */
  readonly resolution: number;
}

/** What the stages made of one body. */
export interface TracedSide {
  readonly body: BoneBody | ToolBody;
  readonly active: ActiveFaces;
  readonly leaves: SubTriangles;
  readonly records: DistanceRecords;
}

export interface Trace {
  readonly input: TraceInput;
  /** mm: δ and what rounding may add to it. */
  readonly maxDistance: number;
  readonly pairs: CandidatePairs;
  /** Pairs of faces that share a point: bone, tool, … */
  readonly intersecting: Uint32Array;
  /** How many pairs f64 left to integers. */
  readonly escalated: number;
  /** The bone's, and the tool's. */
  readonly sides: readonly [TracedSide, TracedSide];
  readonly state: ContactState;
  readonly contacts: ContactTable;
  readonly patches: readonly ContactPatch[];
}

export function tracePose(input: TraceInput): Trace {
  const { contactDistance: delta, resolution } = input;
  const bone = new BoneBody(input.bone);
  const tool = new ToolBody(input.tool);
  tool.moveTo(checkPose(input.pose), bone.magnitude);
  const maxDistance = reportDistance(delta, Math.max(bone.magnitude, tool.magnitude));
  const sides = [new Side(BONE, bone, tool), new Side(TOOL, tool, bone)] as const;

  // 1: pairs of faces that may come within δ; by side, its faces in a pair, and its faces inside the other solid.
  const pairs = candidatePairs();
  candidateStage(bone, tool, 'scanlines').find(maxDistance, pairs);
  const active = sides.map((side) => activeOf(side, pairs));

  // 2: these faces cut into leaves with edges of at most h; those that come within δ, or lie inside, are kept.
  const question = { delta, resolution };
  const leaves = sides.map((side, i) => leavesOf(side, active[i], question));

  // The pairs that share a point: exactly.
  const shared = new IntersectingPairs();
  shared.add(bone, tool, pairs, 0, Number.POSITIVE_INFINITY);
  const intersecting = new Uint32Array(2 * shared.length);
  shared.write(tool, intersecting);

  // 3: each leaf's signed distance to the other surface, as an interval.
  const records = sides.map((side, i) => {
    const measured = distanceRecords();
    side.compiled.measureLeaves(
      { ...question, inside: side.inside },
      leaves[i],
      crossingsOf(intersecting, side.number),
      measured,
    );
    return measured;
  });

  // 4: the state, the contact table, and its patches.
  const parts = [sides[1], sides[0]];
  const { state, escalated } = contactState({ bone, tool, intersecting, parts, records, pairs: () => pairs, delta });
  const { contacts, patches } = buildReportContacts(
    sides.map(({ number, body }, i) => ({
      ...{ body: number === BONE ? ('bone' as const) : ('tool' as const), surface: body },
      ...{ leaves: leaves[i], records: records[i], welded: body.topology.welded },
    })),
  );
  const traced = (i: number) => ({ body: sides[i].body, active: active[i], leaves: leaves[i], records: records[i] });
  return {
    ...{ input, maxDistance, pairs, intersecting, escalated: shared.escalated + escalated },
    ...{ sides: [traced(0), traced(1)], state, contacts, patches },
  };
}

function activeOf({ number, body, other, inside }: Side, pairs: CandidatePairs): ActiveFaces {
  const { boneFace, toolFace } = pairs.columns;
  const [own, others] = number === BONE ? [boneFace, toolFace] : [toolFace, boneFace];
  const active = activeFaces();
  const grouper = new FaceGrouper();
  grouper.group(own, others, pairs.length, body.faceCount, active);
  if (inside !== null) {
    const interior = new InteriorFaces(body.topology);
    addInteriorFaces(
      active,
      interior.find(body, active, (face) => grouper.has(face), inside, other.bounds),
    );
  }
  return active;
}

function leavesOf(side: Side, active: ActiveFaces, question: { delta: number; resolution: number }): SubTriangles {
  const { body, inside, compiled } = side;
  const leaves = subTriangles();
  compiled.subdivide({ ...question, inside, active, divided: body.divided(question.resolution) }, leaves);
  return leaves;
}

/** A stage: what it is asked, and what it gives. */
export interface TracedStage {
  readonly name: string;
  readonly receives: string;
  readonly gives: readonly string[];
}

export function stagesOf(trace: Trace): TracedStage[] {
  const { input, maxDistance, pairs, intersecting, escalated, sides, state, contacts, patches } = trace;
  const { bone, tool, contactDistance: delta, resolution: h } = input;
  const [ofBone, ofTool] = sides;
  const both = (say: (side: TracedSide) => string) => [`bone: ${say(ofBone)}`, `tool: ${say(ofTool)}`];
  const surface = (mesh: TriangleMesh) => {
    const { closed, oriented } = inspectMesh(mesh);
    return `${number(mesh.faces.length / 3)} faces, ${closed && oriented ? 'a solid' : 'not a solid: it has no inside'}`;
  };
  return [
    {
      name: 'bodies',
      receives: `${bone.name}, ${tool.name}, and the pose`,
      gives: [`bone: ${surface(bone)}`, `tool: ${surface(tool)}`],
    },
    {
      name: 'candidates',
      receives: `both surfaces and the report distance, ${maxDistance} mm: δ = ${delta} mm plus rounding`,
      gives: [
        `${number(pairs.length)} pairs of faces that may come so near`,
        ...both(({ active: { rows } }) => {
          const inside = count(rows.columns.inside.subarray(0, rows.length));
          return `${number(rows.length - inside)} faces in pairs, ${number(inside)} more inside the other solid`;
        }),
      ],
    },
    {
      name: 'subdivide',
      receives: `these faces, and h = ${h} mm`,
      gives: both(({ leaves }) => {
        const { rows, visited } = leaves;
        return `${number(rows.length)} leaves of ${number(visited)} sub-triangles visited; by level ${byLevel(leaves)}`;
      }),
    },
    {
      name: 'intersect',
      receives: `the ${number(pairs.length)} pairs`,
      gives: [`${number(intersecting.length / 2)} share a point; ${number(escalated)} were decided in integers`],
    },
    {
      name: 'measure',
      receives: 'the leaves, each with the faces near it',
      gives: both(({ records: { length, columns } }) => {
        if (length === 0) return 'no leaf within δ';
        const [low, high] = [columns.low, columns.high].map((ends) => ends.subarray(0, length));
        const widest = low.reduce((most, end, i) => Math.max(most, high[i] - end), 0);
        const least = low.reduce((a, b) => Math.min(a, b));
        return `${number(length)} within δ; the deepest at ${mm(least)} or more, the widest interval ${mm(widest)}`;
      }),
    },
    {
      name: 'contacts',
      receives: 'what was measured',
      gives: [`${number(contacts.length)} rows, ${number(patches.length)} patches; the bodies are ${state}`],
    },
  ];
}

const number = (value: number) => value.toLocaleString('en-US');
const mm = (value: number) => `${Number(value.toPrecision(4))} mm`;
const count = (flags: Uint8Array) => flags.reduce((sum, flag) => sum + flag, 0);

/** Counts of leaves on level 0, 1, … */
function byLevel({ rows: { columns, length } }: SubTriangles): string {
  const counts: number[] = [];
  for (const level of columns.level.subarray(0, length)) counts[level] = (counts[level] ?? 0) + 1;
  return Array.from(counts, (found, level) => `${level}: ${number(found ?? 0)}`).join(', ') || 'none';
}
