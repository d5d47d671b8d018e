// Bodies that no test edits → what makes the late parts of reports about them.

import type { BoneBody, ToolBody } from '#bodies';
import { LateRests } from '#detector/cpu/late-rest.ts';
import type { LateOf } from '#detector/gpu/gpu-report.ts';
import type { QueryOptions } from '#detector/query-options.ts';

export function lateOf(bone: BoneBody, tool: ToolBody, options: QueryOptions): LateOf {
  const rests = new LateRests(bone, tool, options);
  return (pose, rest) => rests.of(pose, rest);
}
