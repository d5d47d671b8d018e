// The inputs of a judgement → what the reader must know before its results.

import { measureBounds } from '#mesh';
import type { AnswerJudgement } from '#validation';
import type { HashedBody } from '../inputs.ts';
import { openNotices, otherFrameNotice, scaleNotices } from '../notices.ts';
import type { Toolkit } from '../toolkit.ts';
import type { JudgeHeader } from './judge-files.ts';

interface Bodies {
  readonly bone: HashedBody;
  readonly tool: HashedBody;
}

/** The notices that need no judged pose. @param matrices 16 numbers per pose, mm. */
export function inputNotices(
  { results, poses }: JudgeHeader,
  { bone, tool }: Bodies,
  matrices: Float64Array,
  kit: Toolkit,
): string[] {
  const hasInside = ({ mesh }: HashedBody) => {
    const { closed, oriented } = kit.inspectMesh(mesh);
    return closed && oriented;
  };
  const [boneFile, toolFile] = [bone, tool].map(({ mesh, source }) => ({ mesh, file: source.file }));
  const signed = { bone: hasInside(tool), tool: hasInside(bone) };
  const bounds = measureBounds(bone.mesh.positions, bone.mesh.faces);
  const unit = (poses.from === 'file' ? poses.unit : undefined) ?? 'mm';
  const { strokes } = results;
  return [
    ...results.notices,
    ...(strokes > 0
      ? [`The answers to ${strokes === 1 ? '1 stroke' : `${strokes} strokes`} are not judged here.`]
      : []),
    ...openNotices(kit, boneFile, toolFile, signed).sentences,
    ...scaleNotices(bounds, matrices, unit),
  ];
}

/** mm: longer than the edges of a bone. Contacts are not used. */
const COARSE = 1000;

/** Whether the poses seem to be in another frame; checked only if the bodies are apart at every judged pose. */
export async function frameNotices(
  judgements: readonly AnswerJudgement[],
  { bone, tool }: Bodies,
  contactDistance: number,
  kit: Toolkit,
  signal: AbortSignal,
): Promise<string[]> {
  const first = judgements.filter(({ repetition }) => repetition === 0);
  if (first.length === 0 || first.some(({ exact }) => exact.state !== 'separated')) return [];
  const matrices = Float64Array.from(first.flatMap(({ matrix }) => matrix));
  const poses = { count: first.length, matrices, times: null, places: [] };
  const [bounds, toolBounds] = [bone, tool].map(({ mesh }) => measureBounds(mesh.positions, mesh.faces));
  const detector = await kit.createDetector({
    ...{ bone: bone.mesh, tool: tool.mesh, contactDistance, resolution: COARSE, sides: 'both', backend: 'cpu' },
  });
  try {
    const body = { frame: bone.mesh.frame, bounds };
    const notice = await otherFrameNotice(detector, body, toolBounds, poses, contactDistance, signal);
    return notice === '' ? [] : [notice];
  } finally {
    detector.dispose();
  }
}
