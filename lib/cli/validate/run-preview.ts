// Meshes, poses and options → a few of the poses judged, and what the rest would do and cost. Nothing is written.

import type { PoseJudgement } from '#validation';
import { GuaranteeBroken, Interrupted } from '../exit-code.ts';
import { progressBar } from '../progress-bar.ts';
import { textTable } from '../text-table.ts';
import type { JudgePool, Terminal, Toolkit } from '../toolkit.ts';
import type { ValidationHeader } from '../validation-report/validation-header.ts';
import { costAPose, costOf, duration } from './judge-poses.ts';
import { headerOf, type ValidationTask } from './run-validation.ts';

/** The number of poses judged: the first, the last, and others evenly between them. */
const PREVIEWED = 5;

type PreviewTask = Omit<ValidationTask, 'folder' | 'fresh' | 'against'>;

/** @throws GuaranteeBroken after everything is printed; Interrupted; whatever the pool throws. */
export async function runPreview(task: PreviewTask, kit: Toolkit, terminal: Terminal): Promise<void> {
  const { bone, tool, options, backend, workers } = task;
  const chosen = evenlyChosen(task.poses.source.count);
  const request = { bone: bone.mesh, tool: tool.mesh, options, backend, workers: Math.min(workers, chosen.length) };
  const pool = await kit.createJudgePool(request);
  try {
    const judged = await judge(pool, task.poses.matrices, chosen, terminal);
    const { verdict, sentence } = (await kit.validationRoom()).summarise(judged);
    const header = headerOf(task, pool, kit);
    if (task.json) terminal.out(previewJson(header, judged, workers, verdict, sentence));
    else terminal.out(previewText(header, judged, workers));
    if (verdict === 'broken') throw new GuaranteeBroken(`A guarantee is broken. ${sentence}`);
  } finally {
    await pool.close();
  }
}

export function evenlyChosen(count: number): number[] {
  if (count <= PREVIEWED) return Array.from({ length: count }, (_, pose) => pose);
  return Array.from({ length: PREVIEWED }, (_, i) => Math.round((i * (count - 1)) / (PREVIEWED - 1)));
}

/** Judges some poses concurrently: the pool has a thread for each worker, and further poses wait. */
async function judge(
  pool: JudgePool,
  matrices: Float64Array,
  chosen: readonly number[],
  terminal: Terminal,
): Promise<PoseJudgement[]> {
  const { signal } = terminal;
  const bar = progressBar(terminal, chosen.length);
  let done = 0;
  const giveUp = () => void pool.close();
  signal.addEventListener('abort', giveUp);
  try {
    const judged = await Promise.all(
      chosen.map(async (pose) => {
        const judgement = await pool.judge(pose, matrices.slice(16 * pose, 16 * pose + 16));
        bar.update(++done);
        return judgement;
      }),
    );
    if (signal.aborted) throw new Interrupted();
    return judged;
  } catch (error) {
    throw signal.aborted ? new Interrupted() : error;
  } finally {
    signal.removeEventListener('abort', giveUp);
    bar.stop();
  }
}

function previewText(header: ValidationHeader, judged: readonly PoseJudgement[], workers: number): string {
  const { bone, tool, poses, options, backend, backendReason } = header;
  const count = (value: number) => value.toLocaleString('en-US');
  const from = poses.from === 'file' ? `poses of ${poses.file}` : `random poses of seed ${poses.seed}`;
  const all = costOf(poses.count, workers, costAPose(judged));
  const [toolFaces, boneFaces, total] = [tool.faces, bone.faces, poses.count].map(count);
  const { contactDistance, resolution, samples } = options;
  const asked = `δ ${contactDistance} mm, h ${resolution} mm, ${count(samples)} samples a pose`;
  const by = workers === 1 ? '1 worker' : `${workers} workers`;
  const [mean, least, greatest] = [all.mean, all.least, all.greatest].map(duration);
  const within = `${least} if every pose were as quick as the quickest of these, ${greatest} as slow as the slowest`;
  return `Preview: ${tool.file} (${toolFaces} faces) on ${bone.file} (${boneFaces} faces), ${total} ${from}.
${asked}; backend ${backend} (${backendReason}).
${table(judged)}
All ${total} poses by ${by}: about ${mean} (${within}).
Nothing was written; run it without --preview.
`;
}

function table(judged: readonly PoseJudgement[]): string {
  return textTable(
    judged.map(({ pose, state, pairs, contacts, milliseconds }) => [
      ...[String(pose), state.exact, String(pairs.exact), String(contacts)],
      ...[milliseconds.kerf.toFixed(1), milliseconds.oracle.toFixed(0)],
    ]),
    ['pose', 'exact state', 'pairs', 'contacts', 'kerf ms', 'oracle ms'],
    'rlrrrr',
  );
}

function previewJson(
  header: ValidationHeader,
  judged: readonly PoseJudgement[],
  workers: number,
  verdict: string,
  sentence: string,
): string {
  const aPose = costAPose(judged);
  const preview = {
    ...header,
    format: 'kerf-validation-preview',
    judged: judged.map(({ pose, state, pairs, contacts, milliseconds }) => ({
      ...{ pose, state: state.exact, pairs: pairs.exact, contacts, milliseconds },
    })),
    verdict,
    sentence,
    estimate: { workers, secondsAPose: aPose, seconds: costOf(header.poses.count, workers, aPose) },
  };
  return `${JSON.stringify(preview, null, 2)}\n`;
}
