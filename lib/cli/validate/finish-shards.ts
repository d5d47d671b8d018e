// The shards of a validation, joined → the files that one run would write.

import type { PoseJudgement } from '#validation';
import { unpackBodies } from '../shard/kept-bodies.ts';
import type { FinishMerged } from '../shard/merged-run.ts';
import type { ValidationHeader } from '../validation-report/validation-header.ts';
import { finishValidation } from './finish-validation.ts';

/** @throws FormatError as unpackBodies; whatever finishValidation throws. */
export const finishMergedValidation: FinishMerged = async ({ record, rows, inputs }, shown, kit, terminal) => {
  const header = record.header as ValidationHeader;
  const poses = rows as readonly PoseJudgement[];
  const judged = { header, poses, ...unpackBodies(inputs.bytes, inputs.path, header) };
  await finishValidation(judged, { ...shown, against: undefined }, kit, terminal);
};
