// A message of a tracker → where the tool of one name is, if it tells that.

import { PoseError, poseOf } from '../../core/index.ts';
import {
  DEVICE_WIDTH,
  decodePosition,
  decodeTrackingData,
  decodeTransform,
  type IgtlMessage,
  INSTRUMENT,
} from '../../igtl/index.ts';

/** Types that tell it. */
export const POSE_TYPES = ['TRANSFORM', 'TDATA', 'POSITION', 'QTRANS'] as const;

/**
 * Tool frame → the sender's frame, 16 numbers, column-major, as they came; null where the message is of something else.
 * @param device the message's device name, or that of an instrument in it.
 * @throws FormatError as the bodies' readers; PoseError NO_ORIENTATION.
 */
export function toolPose(message: IgtlMessage, device: string): Float64Array | null {
  const { type, content } = message;
  if (type === 'TDATA') return instrumentPose(content, device);
  if (!isNamed(message.device, device)) return null;
  if (type === 'TRANSFORM') return decodeTransform(content);
  if (type !== 'POSITION' && type !== 'QTRANS') return null;
  const pose = new Float64Array(16);
  poseOf(decodePosition(content), [0, 0, 0], new Float64Array(9), pose);
  return pose;
}

function instrumentPose(content: Uint8Array, device: string): Float64Array | null {
  const instrument = decodeTrackingData(content).find(({ name }) => isNamed(name, device));
  if (instrument === undefined) return null;
  const { kind, matrix } = instrument;
  if (kind === INSTRUMENT.threeD || kind === INSTRUMENT.fiveD)
    throw new PoseError(
      'NO_ORIENTATION',
      `The instrument ${device} is of kind ${kind}, whose orientation is not known, expected ${INSTRUMENT.sixD} (6D); track the tool with a marker of three or more points.`,
    );
  return matrix;
}

/** A longer name is cut to the field's width by its sender. */
function isNamed(name: string, device: string): boolean {
  return name === device || (name.length === DEVICE_WIDTH && device.startsWith(name));
}
