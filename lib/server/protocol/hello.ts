// The version that a client speaks → the answer to hello, or why it is refused.

import { datasetNames } from '#datasets';
import { described, KerfError } from '#core';
import { MESH_FORMATS } from '#io';
import type { Body } from './check-request.ts';
import type { Limits } from './limits.ts';
import { PROTOCOL_VERSION, REQUESTS } from './requests.ts';

interface Host {
  readonly limits: Limits;
  readonly version: string;
  readonly files: string | null;
}

/** @throws KerfError WRONG_VERSION. */
export function helloAnswer(spoken: number, { limits, version, files }: Host): Body {
  if (spoken !== PROTOCOL_VERSION)
    throw new KerfError(
      'WRONG_VERSION',
      `The client speaks version ${described(spoken)} of the protocol, and kerf ${version} speaks ${PROTOCOL_VERSION}; take a client of that version.`,
    );
  return {
    version: PROTOCOL_VERSION,
    kerf: version,
    limits,
    types: Object.keys(REQUESTS),
    datasets: datasetNames,
    formats: MESH_FORMATS,
    files: files !== null,
  };
}
