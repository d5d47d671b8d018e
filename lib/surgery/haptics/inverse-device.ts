// Haply's Inverse service, by WebSocket → a device: its states become poses of the tool in the bone's frame, and
// wrenches become forces in the device's frame.
//
// An Inverse3 exerts force only, no torque. Messages are text, so each state and each force leaves garbage; no other
// device does.

import {
  checkOptionNames,
  checkPose,
  checkText,
  described,
  normalise,
  OptionError,
  PLACEMENT_SIZE,
  PoseError,
  poseOf,
} from '#core';
import { type DeviceRefusal, type HapticDevice, INVERSE_OPTIONS, type InverseOptions } from './haptic-device.ts';
import {
  FORCE_KEYS,
  type ForceKey,
  forceMessage,
  INVERSE_URL,
  type InverseState,
  isRefusal,
  readInverseState,
} from './inverse-protocol.ts';
import type { Socket, SocketClass } from './web-socket.ts';

/** All options of a device, each checked. */
export interface InverseSettings {
  readonly url: string;
  readonly base: Float64Array;
  readonly mount: Float64Array;
  readonly scale: number;
  readonly profile: string;
  readonly forceKey: ForceKey;
}

/** ms: a state older than this no longer shows where the hand is; at 1 m/s the hand has moved 100 mm by then. */
export const MOST_AGE = 100;
/** ms of silence after which a new connection is made; its first message lists all devices. */
const MOST_SILENCE = 1000;
/** ms from a lost connection to the next attempt: FIRST_RETRY at first, then doubled each time up to LAST_RETRY. */
const FIRST_RETRY = 100;
const LAST_RETRY = 2000;
/** ms that `close` waits for the closing handshake. */
const LONGEST_CLOSE = 200;

const ORIGIN = Float64Array.of(0, 0, 0);
const OPEN = 1;

export class InverseDevice implements HapticDevice {
  /** Called after each message. The service sends the next one only when `feel` has answered it. */
  onMessage: () => void = () => {};
  /** Called when the code of `refusal` changes. */
  onRefusal: () => void = () => {};
  /** What is wrong with the connection or with the newest message; null if nothing is, or nothing is known yet. */
  refusal: DeviceRefusal | null = null;
  /** Resolves when `close` has sent the last force. */
  readonly closed: Promise<void>;

  readonly #settings: InverseSettings;
  readonly #SocketClass: SocketClass;
  #socket: Socket | null = null;
  #state: InverseState | null = null;
  /** Whether the service owes an answer. A second message now would bring two answers at every tick from then on. */
  #isAsked = false;
  #isIntroduced = false;
  /** Whether this connection has delivered a message. */
  #isHeard = false;
  /** When the newest message came, or the connection was begun: ms, as TAKEN_AT. */
  #heard = Number.NEGATIVE_INFINITY;
  #retry = FIRST_RETRY;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;
  #onClosed: () => void = () => {};
  readonly #placement = new Float64Array(PLACEMENT_SIZE);
  readonly #rotation = new Float64Array(9);
  readonly #hand = new Float64Array(16);
  readonly #tool = new Float64Array(16);
  readonly #pose = new Float64Array(16);

  /** Connects, and reconnects whenever the connection is lost, until `close`. */
  constructor(settings: InverseSettings, SocketClass: SocketClass) {
    this.#settings = settings;
    this.#SocketClass = SocketClass;
    this.closed = new Promise((resolve) => {
      this.#onClosed = resolve;
    });
    this.#connect();
  }

  read(clock: Float64Array, pose: Float64Array): boolean {
    if (this.#state === null || clock[0] - this.#heard > MOST_AGE) return false;
    pose.set(this.#pose);
    return true;
  }

  /** Answers the newest state, once; false if it has been answered, or there is none. */
  feel(wrench: Float64Array): boolean {
    if (this.#isAsked || this.#state === null || this.#socket?.readyState !== OPEN) return false;
    this.#isAsked = true;
    this.#send(this.#socket, this.#state, wrench);
    return true;
  }

  /** Sends a force of 0 and ends the connection. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    const socket = this.#socket;
    if (socket === null) {
      this.#onClosed();
      return;
    }
    if (this.#state !== null && socket.readyState === OPEN) this.#send(socket, this.#state, new Float64Array(6));
    socket.close();
    this.#timer = setTimeout(this.#onClosed, LONGEST_CLOSE);
  }

  #send(socket: Socket, { device }: InverseState, wrench: Float64Array): void {
    const { base, profile, forceKey } = this.#settings;
    // A rotation's inverse is its transpose.
    const along = (column: number): number =>
      base[4 * column] * wrench[0] + base[4 * column + 1] * wrench[1] + base[4 * column + 2] * wrench[2];
    const force = { x: along(0), y: along(1), z: along(2) };
    socket.send(forceMessage(device, force, this.#isIntroduced ? null : profile, forceKey));
    this.#isIntroduced = true;
  }

  #connect(): void {
    const { url } = this.#settings;
    const socket = new this.#SocketClass(url);
    this.#socket = socket;
    this.#heard = now();
    this.#watch(socket);
    let isOpened = false;
    socket.onopen = () => {
      isOpened = true;
    };
    socket.onmessage = ({ data }) => {
      if (socket === this.#socket && !this.#isClosed) this.#take(data);
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#lose(lineRefusal(isOpened ? 'LOST' : 'NO_SERVICE', url));
    };
    // A close event follows every error.
    socket.onerror = () => {};
  }

  /**
   * Ends the connection if it has been silent for MOST_SILENCE. If this thread was too busy to receive, messages are
   * waiting. Timers run before them, so it checks once more after them.
   */
  #watch(socket: Socket, isSecond = false): void {
    const rest = isSecond ? 0 : this.#heard + MOST_SILENCE - now();
    this.#timer = setTimeout(() => {
      const isHeard = now() < this.#heard + MOST_SILENCE;
      if (isHeard || !isSecond) {
        this.#watch(socket, !isHeard);
        return;
      }
      const isOpen = socket.readyState === OPEN;
      // A service that hangs does not answer the closing handshake, so this does not wait for it.
      socket.close();
      this.#lose(isOpen ? this.#silent() : lineRefusal('NO_SERVICE', this.#settings.url));
    }, rest);
  }

  /** Why a service is silent. If its message was refused, nothing was sent that it could answer: that refusal stays. */
  #silent(): DeviceRefusal | null {
    return this.#isHeard && !this.#isAsked ? this.refusal : lineRefusal('SILENT', this.#settings.url);
  }

  #refuse(refusal: DeviceRefusal | null): void {
    const isNew = refusal?.code !== this.refusal?.code;
    this.refusal = refusal;
    if (isNew) this.onRefusal();
  }

  #lose(refusal: DeviceRefusal | null): void {
    clearTimeout(this.#timer);
    this.#socket = null;
    this.#state = null;
    this.#isAsked = false;
    this.#isIntroduced = false;
    this.#isHeard = false;
    if (this.#isClosed) {
      this.#onClosed();
      return;
    }
    this.#refuse(refusal);
    this.#timer = setTimeout(() => this.#connect(), this.#retry);
    this.#retry = Math.min(LAST_RETRY, 2 * this.#retry);
  }

  #take(data: unknown): void {
    this.#heard = now();
    this.#isAsked = false;
    this.#isHeard = true;
    const read = readInverseState(data, this.#state, this.#settings.url);
    if (isRefusal(read)) {
      this.#refuse(read);
      // A pose of NaN: the servo reports bad-pose and lets the force fade.
      this.#pose.fill(Number.NaN);
      // Without a device there is nothing to command. The silence then ends the connection, and the first message of
      // the next one lists the devices again.
      if (read.code === 'NO_DEVICE') this.#state = null;
    } else {
      this.#refuse(null);
      this.#retry = FIRST_RETRY;
      this.#state = read;
      this.#place(read);
    }
    this.onMessage();
  }

  /** A state → the tool's pose in the bone's frame. */
  #place({ position, orientation }: InverseState): void {
    const { base, mount, scale } = this.#settings;
    const at = this.#placement;
    at[0] = scale * position.x;
    at[1] = scale * position.y;
    at[2] = scale * position.z;
    at[3] = orientation?.x ?? 0;
    at[4] = orientation?.y ?? 0;
    at[5] = orientation?.z ?? 0;
    at[6] = orientation?.w ?? 1;
    // The service rounds the quaternion.
    normalise(at);
    poseOf(at, ORIGIN, this.#rotation, this.#hand);
    product(this.#hand, mount, this.#tool);
    product(base, this.#tool, this.#pose);
  }
}

const LINE_SAYS = {
  NO_SERVICE: 'does not answer; start the Haply Hub there, or give the address of one that runs',
  LOST: 'has ended the connection; see that it runs, for it is called again',
  SILENT: `has said nothing for ${MOST_SILENCE} ms; restart it, for it is called again`,
};

function lineRefusal(code: keyof typeof LINE_SAYS, url: string): DeviceRefusal {
  return { code, message: `The Inverse service at ${url} ${LINE_SAYS[code]}.` };
}

/** a·b of 4×4 matrices, column-major. */
function product(a: Float64Array, b: Float64Array, out: Float64Array): void {
  for (let column = 0; column < 4; column++)
    for (let row = 0; row < 4; row++) {
      let sum = 0;
      for (let k = 0; k < 4; k++) sum += a[4 * k + row] * b[4 * column + k];
      out[4 * column + row] = sum;
    }
}

/** @throws OptionError BAD_OPTION, WRONG_TYPE, UNKNOWN_OPTION; PoseError. */
export function inverseSettings(options: InverseOptions): InverseSettings {
  checkOptionNames(options, INVERSE_OPTIONS, 'startHapticLoop', 'inverse');
  const { url = INVERSE_URL, base = IDENTITY, mount = IDENTITY } = options;
  const { scale = 1000, profile = 'kerf', forceKey = 'vector' } = options;
  if (!/^wss?:$/.test(typeof url === 'string' && URL.canParse(url) ? new URL(url).protocol : ''))
    throw new OptionError(
      'BAD_OPTION',
      `url is ${described(url)}, expected ws://… or wss://…; leave it out for ${INVERSE_URL}.`,
    );
  if (!(Number.isFinite(scale) && scale > 0))
    throw new OptionError(
      'BAD_OPTION',
      `scale is ${described(scale)}, expected a number of mm per metre above 0; leave it out for 1000.`,
    );
  if (!FORCE_KEYS.includes(forceKey))
    throw new OptionError(
      'BAD_OPTION',
      `forceKey is ${described(forceKey)}, expected one of ${FORCE_KEYS.join(', ')}; leave it out for the newest service.`,
    );
  checkText(profile, 'profile', "pass what the service is to call this session, or leave it out for 'kerf'");
  return { url, base: placement(base, 'base'), mount: placement(mount, 'mount'), scale, profile, forceKey };
}

function placement(pose: ArrayLike<number>, name: string): Float64Array {
  try {
    return checkPose(pose).matrix;
  } catch (error) {
    throw error instanceof PoseError ? new PoseError(error.code, `Option ${name}: ${error.message}`) : error;
  }
}

const IDENTITY = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);

/** ms since 1970, as the clock of a tick. */
function now(): number {
  return performance.timeOrigin + performance.now();
}
