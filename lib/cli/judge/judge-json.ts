// A finished judgement of an engine → judge.json, one line per answer.

import type { AnswerJudgement, EngineSummary } from '#validation';
import { headAndRowLines } from '../report-json.ts';
import type { JudgeHeader } from './judge-header.ts';

/** An engine's answers, judged and summarized. */
export interface JudgedEngine {
  readonly header: JudgeHeader;
  /** What the reader must know before the results. */
  readonly notices: readonly string[];
  readonly summary: EngineSummary;
  /** In ascending order of pose number, then in the order of the answers. */
  readonly judgements: readonly AnswerJudgement[];
}

/** The text, in parts. The same answers give the same text, except in fields named `milliseconds`. */
export function judgeJson({ header, notices, summary, judgements }: JudgedEngine): Iterable<string> {
  return headAndRowLines({ ...header, notices, summary }, 'judgements', judgements);
}

/** Everything but the answers. */
export function judgeHeadJson({ header, notices, summary }: JudgedEngine): string {
  return `${JSON.stringify({ ...header, notices, summary }, null, 2)}\n`;
}
