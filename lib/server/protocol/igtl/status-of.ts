// An error → the STATUS that reports it to a peer.

import { FormatError, type KerfError, PoseError } from '#core';
import { type IgtlStatus, STATUS, STATUS_NAME_WIDTH } from '#igtl';

const CODES: Readonly<Record<string, number>> = {
  BAD_CHECKSUM: STATUS.badChecksum,
  TOO_LARGE: STATUS.overflow,
  TOO_MANY_CONTACTS: STATUS.overflow,
  SLOW_READER: STATUS.overflow,
  TOO_MANY_CLIENTS: STATUS.busy,
  NOT_SEEN: STATUS.notPresent,
};

/** The name is the error's code, as far as it fits the field; the text is its sentence. */
export function statusOf(error: KerfError): IgtlStatus {
  return {
    code: CODES[error.code] ?? codeOf(error),
    subCode: 0n,
    name: error.code.slice(0, STATUS_NAME_WIDTH),
    text: error.message,
  };
}

/** An invalid pose points to a tracker's set-up. */
function codeOf(error: KerfError): number {
  if (error instanceof PoseError) return STATUS.badConfiguration;
  return error instanceof FormatError ? STATUS.illegal : STATUS.unknownError;
}
