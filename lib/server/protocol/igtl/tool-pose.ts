// A message of a tracker → the pose of the named tool, if the message has it.

import { checkQuaternionLength, normalise, PoseError, poseOf } from '#core';
import {
  DEVICE_WIDTH,
  decodePosition,
  decodeQuaternionData,
  decodeTrackingData,
  decodeTransform,
  fittingText,
  type IgtlMessage,
  INSTRUMENT,
} from '#igtl';
import { checkSeen, notSeen } from './tool-status.ts';

/** Types with one tool's pose, and lists of several. */
const SINGLE_TYPES = ['TRANSFORM', 'POSITION', 'QTRANS'] as const;
export const LIST_TYPES = ['TDATA', 'QTDATA'] as const;
export const POSE_TYPES = [...SINGLE_TYPES, ...LIST_TYPES] as const;

/**
 * Tool frame → the sender's frame, 16 numbers, column-major, as they came, or made from a quaternion scaled to length
 * 1; null if the message is about something else.
 * @param device the message's device name, or an instrument's name in it.
 * @throws FormatError as the bodies' readers; PoseError NOT_SEEN, NO_ORIENTATION, NOT_RIGID (no quaternion).
 */
export function toolPose(message: IgtlMessage, device: string): Float64Array | null {
  const { type, content, metadata } = message;
  if (type === 'TDATA') return instrumentPose(decodeTrackingData(content), message, device, ({ matrix }) => matrix);
  if (type === 'QTDATA')
    return instrumentPose(decodeQuaternionData(content), message, device, ({ placement }) => placed(placement, device));
  if (!SINGLE_TYPES.some((single) => single === type) || !isNamed(message.device, device)) return null;
  checkSeen(metadata, device, message.device);
  // The protocol answers a request for missing data with an empty body.
  if (content.length === 0) throw notSeen(device, `comes in a ${type} without a body, as of data that there are not`);
  return type === 'TRANSFORM' ? decodeTransform(content) : placed(decodePosition(content), device);
}

function instrumentPose<T extends { readonly name: string; readonly kind: number }>(
  instruments: readonly T[],
  { metadata }: IgtlMessage,
  device: string,
  poseIn: (instrument: T) => Float64Array,
): Float64Array | null {
  const instrument = instruments.find(({ name }) => isNamed(name, device));
  if (instrument === undefined) return null;
  const { name, kind } = instrument;
  checkSeen(metadata, device, name);
  if (kind === INSTRUMENT.threeD || kind === INSTRUMENT.fiveD)
    throw new PoseError(
      'NO_ORIENTATION',
      `The instrument ${device} is of kind ${kind}, whose orientation is not known, expected ${INSTRUMENT.sixD} (6D); track the tool with a marker of three or more points.`,
    );
  return poseIn(instrument);
}

/** @param placement is scaled. @throws PoseError NOT_RIGID: also for zeros, as some trackers send for a lost tool. */
function placed(placement: Float64Array, device: string): Float64Array {
  checkQuaternionLength(placement, `The quaternion of ${device}`, "check the tracker's output");
  normalise(placement);
  const pose = new Float64Array(16);
  poseOf(placement, [0, 0, 0], new Float64Array(9), pose);
  return pose;
}

/** The sender cuts a longer name to the field's width. */
function isNamed(name: string, device: string): boolean {
  return name === device || name === fittingText(device, DEVICE_WIDTH);
}
