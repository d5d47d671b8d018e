// A GET_…, STT_… or STP_… request of a peer → the reply that the protocol requires.

import { KerfError } from '#core';
import {
  DEVICE_WIDTH,
  encodeCapability,
  encodeReply,
  encodeStatus,
  fittingText,
  type IgtlMessage,
  type IgtlStatus,
} from '#igtl';
import { ANSWER_TYPES, type Content } from './contact-messages.ts';
import { KERF_DEVICE, type Outgoing } from './peer.ts';
import { statusOf } from './status-of.ts';
import { POSE_TYPES } from './tool-pose.ts';

/** Types whose requests have a shorter name: the header's field is 12 bytes wide. */
const SHORT: ReadonlyMap<string, string> = new Map([
  ['TRANS', 'TRANSFORM'],
  ['TRANSFOR', 'TRANSFORM'],
  ['CAPABIL', 'CAPABILITY'],
]);
const SENT = ['STATUS', 'CAPABILITY', ...ANSWER_TYPES];

/** All types that kerf reads or writes. */
const CAPABILITY = [
  ...new Set([...POSE_TYPES, ...SENT]),
  ...['GET_STATUS', 'GET_CAPABIL', 'GET_TRANS', 'GET_STRING', 'GET_NDARRAY', 'GET_POINT', 'GET_POLYDATA'],
];

/**
 * @param newest the messages of the last answer. @param status kerf's state.
 * @returns null if the message is not a request.
 */
export function replyTo(request: IgtlMessage, newest: readonly Content[], status: IgtlStatus): Outgoing | null {
  const [, verb, of] = /^(GET|STT|STP)_(.+)$/.exec(request.type) ?? [];
  if (verb === undefined) return null;
  const { timestamp, messageId } = request;
  const device = fittingText(request.device, DEVICE_WIDTH);
  const type = SHORT.get(of) ?? of;
  const content = verb === 'GET' ? answer(type, device, newest, status) : null;
  if (content !== null) return { ...content, timestamp, messageId };
  if (verb === 'GET') {
    const unknown = new KerfError(
      'UNKNOWN_TYPE',
      `kerf has no ${type}, only ${SENT.join(', ')}; ask for one of these.`,
    );
    return {
      ...{ type: 'STATUS', device: KERF_DEVICE, content: encodeStatus(statusOf(unknown)) },
      ...{ timestamp, messageId },
    };
  }
  // Answers go to everyone as they come: a stream of them can be started, but not stopped.
  const isGranted = verb === 'STT' && ANSWER_TYPES.some((answer) => answer === type);
  return { type: `RTS_${of}`, device, content: encodeReply(isGranted), timestamp, messageId };
}

/** Without a body if there is none of that name; a request without a name asks for any. */
function answer(type: string, device: string, newest: readonly Content[], status: IgtlStatus): Content | null {
  if (!SENT.includes(type)) return null;
  if (type === 'STATUS') return { type, device: device || KERF_DEVICE, content: encodeStatus(status) };
  if (type === 'CAPABILITY') return { type, device: device || KERF_DEVICE, content: encodeCapability(CAPABILITY) };
  const found = newest.find((content) => content.type === type && (device === '' || device === content.device));
  return found ?? { type, device, content: new Uint8Array(0) };
}
