// Tool poses of OpenIGTLink peers → the detector's answers, to every client, or to the server that it is a client of. A
// pose that comes while an older one is answered waits; of those that wait only the newest is answered, and the others
// are counted.

import { checkPose, FormatError, KerfError, PoseError } from '../../core/index.ts';
import type { Detector } from '../../detector/index.ts';
import {
  DEVICE_WIDTH,
  encodeStatus,
  encodeTrackingRequest,
  fittingText,
  type IgtlMessage,
  type IgtlStatus,
  STATUS,
  timestampOf,
} from '../../igtl/index.ts';
import { type Content, contactMessages } from './contact-messages.ts';
import { FreePose } from './free-pose.ts';
import { type Address, IgtlClient } from './igtl-client.ts';
import { IgtlServer } from './igtl-server.ts';
import { Latest } from './latest.ts';
import { LINK_LIMITS, type LinkLimits } from './link-limits.ts';
import { type IgtlPeer, KERF_DEVICE, outgoing } from './peer.ts';
import { replyTo } from './requests-of-peers.ts';
import { statusOf } from './status-of.ts';
import { toolPose } from './tool-pose.ts';
import { turnedPose } from './turned.ts';

export interface IgtlServiceOptions {
  readonly detector: Pick<Detector, 'detect' | 'firstContact'>;
  /** The name under which peers send where the tool is. */
  readonly device: string;
  /** Whether peers mean RAS where the bone is in LPS, or the other way round. */
  readonly isTurned: boolean;
  /** Where clients connect, who get the answers; 0: a port that is free; null: nowhere. */
  readonly port: number | null;
  /** A server to be read, a tracker for instance; without clients it gets the answers. null: none. */
  readonly connect: Address | null;
  readonly limits?: Partial<LinkLimits>;
  /** Takes a sentence for who runs it: who came, who went and why. */
  readonly tell: (sentence: string) => void;
}

interface ToolAt {
  readonly pose: Float64Array;
  readonly timestamp: bigint;
  readonly messageId: number;
}

export class IgtlService {
  /** Poses that were answered. */
  answered = 0;
  /** Messages that were refused, of any peer. */
  refused = 0;
  readonly #options: IgtlServiceOptions;
  readonly #poses = new Latest<ToolAt>((tool) => this.#answer(tool));
  readonly #free: FreePose;
  #newest: readonly Content[] = [];
  #server: IgtlServer | null = null;
  #client: IgtlClient | null = null;

  private constructor(options: IgtlServiceOptions) {
    this.#options = options;
    this.#free = new FreePose(options.detector);
  }

  /** @throws KerfError CANNOT_LISTEN (as a rejection). */
  static async start(options: IgtlServiceOptions): Promise<IgtlService> {
    const service = new IgtlService(options);
    const { port, connect, tell } = options;
    const limits = { ...LINK_LIMITS, ...options.limits };
    const events = {
      message: (message: IgtlMessage, peer: IgtlPeer) => service.#take(message, peer),
      refused: (error: FormatError, peer: IgtlPeer) => service.#refuse(error, peer),
      ended: (reason: KerfError | null, peer: IgtlPeer) =>
        tell(reason === null ? `${peer.name} has gone.` : reason.message),
    };
    if (port !== null) {
      const connected = (peer: IgtlPeer) => tell(`${peer.name} has connected.`);
      service.#server = await IgtlServer.listen(port, { ...events, connected }, limits);
    }
    if (connect !== null) {
      const connected = (peer: IgtlPeer) => {
        tell(`Connected to ${peer.name}.`);
        // A tracker that sends TDATA waits to be asked for it; one that sends TRANSFORM does not.
        const request = encodeTrackingRequest({ interval: 0, coordinates: '' });
        peer.reply(outgoing('STT_TDATA', fittingText(options.device, DEVICE_WIDTH), request));
      };
      const failed = (reason: KerfError) => tell(reason.message);
      service.#client = new IgtlClient(connect, { ...events, connected, failed }, limits);
    }
    return service;
  }

  /** Where clients connect; null: nowhere. */
  get port(): number | null {
    return this.#server?.port ?? null;
  }

  /** Poses for which a newer one was answered. */
  get skipped(): number {
    return this.#poses.skipped;
  }

  async close(): Promise<void> {
    await this.#client?.close();
    await this.#server?.close();
    await this.#poses.close();
  }

  #take(message: IgtlMessage, peer: IgtlPeer): void {
    try {
      const reply = replyTo(message, this.#newest, this.#status());
      if (reply !== null) {
        peer.reply(reply);
        return;
      }
      const { device, isTurned } = this.#options;
      const found = toolPose(message, device);
      if (found === null) return;
      const pose = isTurned ? turnedPose(found) : found;
      checkPose(pose, undefined, `The pose of ${device}`);
      const { messageId } = message;
      const timestamp = message.timestamp === 0n ? timestampOf(Date.now()) : message.timestamp;
      this.#poses.offer({ pose, timestamp, messageId });
    } catch (error) {
      if (!(error instanceof FormatError || error instanceof PoseError)) throw error;
      this.#refuse(error, peer);
    }
  }

  /** Told to the one who sent it. */
  #refuse(error: KerfError, peer: IgtlPeer): void {
    this.refused++;
    peer.reply(outgoing('STATUS', KERF_DEVICE, encodeStatus(statusOf(error))));
  }

  async #answer({ pose, timestamp, messageId }: ToolAt): Promise<void> {
    const contents = await this.#contents(pose);
    this.#newest = contents;
    (this.#server ?? this.#client)?.offer(contents.map((content) => ({ ...content, timestamp, messageId })));
  }

  async #contents(pose: Float64Array): Promise<Content[]> {
    const { detector, isTurned } = this.#options;
    try {
      const report = await detector.detect(pose);
      const contents = contactMessages(report, this.#free.at(pose, report.state), isTurned);
      this.answered++;
      return [...contents, { type: 'STATUS', device: KERF_DEVICE, content: encodeStatus(this.#status()) }];
    } catch (error) {
      if (!(error instanceof KerfError)) throw error;
      this.#options.tell(error.message);
      return [{ type: 'STATUS', device: KERF_DEVICE, content: encodeStatus(statusOf(error)) }];
    }
  }

  /** The sub-code is how many poses were passed over. */
  #status(): IgtlStatus {
    const { answered, skipped } = this;
    const text = `${answered} poses answered, ${skipped} passed over for newer ones`;
    return { code: STATUS.ok, subCode: BigInt(skipped), name: 'OK', text };
  }
}
