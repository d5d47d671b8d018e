// Tool poses from OpenIGTLink peers → the detector's answers, sent to every client, or to the server that this service
// is a client of. A pose that arrives while an older one is being answered waits. Only the newest of those that wait is
// answered; the others are counted.

import { checkPose, described, FormatError, KerfError, PoseError } from '#core';
import type { Detector } from '#detector';
import {
  DEVICE_WIDTH,
  decodeReply,
  encodeStatus,
  encodeTrackingRequest,
  fittingText,
  type IgtlMessage,
  type IgtlStatus,
  type RefusedFrame,
  STATUS,
  timestampOf,
} from '#igtl';
import { type Content, contactMessages } from './contact-messages.ts';
import { FreePose } from './free-pose.ts';
import { type Address, IgtlClient } from './igtl-client.ts';
import { IgtlServer } from './igtl-server.ts';
import { Latest } from './latest.ts';
import { LINK_LIMITS, type LinkLimits } from './link-limits.ts';
import { type IgtlPeer, KERF_DEVICE, outgoing } from './peer.ts';
import { replyTo } from './requests-of-peers.ts';
import { statusOf } from './status-of.ts';
import { LIST_TYPES, toolPose } from './tool-pose.ts';
import { notSeen } from './tool-status.ts';
import { turnedPose } from './turned.ts';

export interface IgtlServiceOptions {
  readonly detector: Pick<Detector, 'detect' | 'firstContact' | 'minimumDistance'>;
  /** The name under which peers send the tool's pose. */
  readonly device: string;
  /** Whether peers use RAS while the bone is in LPS, or the other way round. */
  readonly isTurned: boolean;
  /** The port for clients, who get the answers; 0: any free port; null: none. */
  readonly port: number | null;
  /** A server to read from, such as a tracker; it gets the answers if there is no client port. null: none. */
  readonly connect: Address | null;
  readonly limits?: Partial<LinkLimits>;
  /** Receives a sentence for whoever runs the service: who came, who went and why. */
  readonly tell: (sentence: string) => void;
}

/** What is needed from the header of the message that a reply or an answer is for. */
type Asked = Pick<IgtlMessage, 'timestamp' | 'messageId'>;

interface ToolAt extends Asked {
  readonly pose: Float64Array;
}

/** The tool is not seen. */
interface ToolLost extends Asked {
  readonly lost: KerfError;
  /** The peer that has already been notified, if no answer has gone out since. */
  readonly sender: IgtlPeer;
  readonly answered: number;
}

export class IgtlService {
  /** Poses answered. */
  answered = 0;
  /** Messages refused, from any peer, and those among them that said that the tool is not seen. */
  refused = 0;
  unseen = 0;
  readonly #options: IgtlServiceOptions;
  readonly #tools = new Latest<ToolAt | ToolLost>((tool) =>
    'lost' in tool ? this.#tellLost(tool) : this.#answer(tool),
  );
  readonly #free: FreePose;
  /** The type and the name of the list that last had the tool. */
  readonly #lists = new WeakMap<IgtlPeer, string>();
  /** Why the tool is not seen; null: it is seen, or nothing is known of it yet. */
  #lost: KerfError | null = null;
  #lostPassedOver = 0;
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
      refused: (error: FormatError, peer: IgtlPeer, frame: RefusedFrame) => service.#refuse(error, frame, peer),
      status: () => service.#status(),
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
        // A tracker that sends TDATA waits for a request; one that sends TRANSFORM does not.
        service.#ask('STT_TDATA', peer);
      };
      const failed = (reason: KerfError) => tell(reason.message);
      service.#client = new IgtlClient(connect, { ...events, connected, failed }, limits);
    }
    return service;
  }

  /** The port for clients; null: none. */
  get port(): number | null {
    return this.#server?.port ?? null;
  }

  /** Poses skipped because a newer one was answered instead. */
  get skipped(): number {
    return this.#tools.skipped - this.#lostPassedOver;
  }

  async close(): Promise<void> {
    await this.#client?.close();
    await this.#server?.close();
    await this.#tools.close();
  }

  #take(message: IgtlMessage, peer: IgtlPeer): void {
    try {
      const reply = replyTo(message, this.#newest, this.#status());
      if (reply !== null) {
        peer.reply(reply);
        return;
      }
      // A peer that refuses lists of matrices may have lists of quaternions.
      if (message.type === 'RTS_TDATA' && !decodeReply(message.content)) this.#ask('STT_QTDATA', peer);
      const { device, isTurned } = this.#options;
      const found = toolPose(message, device);
      this.#checkListed(message, peer, found !== null);
      if (found === null) return;
      const pose = isTurned ? turnedPose(found) : found;
      checkPose(pose, undefined, `The pose of ${device}`);
      this.#lost = null;
      this.#offer({ pose, ...askedBy(message) });
    } catch (error) {
      if (!(error instanceof FormatError || error instanceof PoseError)) throw error;
      this.#refuse(error, message, peer);
      if (error.code === 'NOT_SEEN') this.#lose(error, message, peer);
    }
  }

  #ask(type: 'STT_TDATA' | 'STT_QTDATA', peer: IgtlPeer): void {
    const request = encodeTrackingRequest({ interval: 0, coordinates: '' });
    peer.reply(outgoing(type, fittingText(this.#options.device, DEVICE_WIDTH), request));
  }

  /**
   * Trackers leave what they do not see out of their lists. If a list had the tool and no longer has it, the tool is
   * not seen.
   * @throws PoseError NOT_SEEN.
   */
  #checkListed({ type, device }: IgtlMessage, peer: IgtlPeer, isThere: boolean): void {
    if (!LIST_TYPES.some((list) => list === type)) return;
    const list = `${type} ${device}`;
    if (isThere) this.#lists.set(peer, list);
    else if (this.#lists.get(peer) === list)
      throw notSeen(this.#options.device, `is no longer in the ${type} of ${described(device)}`);
  }

  /** Reports the error to the sender of the message. */
  #refuse(error: KerfError, asked: Asked, peer: IgtlPeer): void {
    this.refused++;
    peer.reply({ ...statusContent(statusOf(error)), ...askedBy(asked) });
  }

  /** Reports to everyone that the tool is lost, after the answer under way, so that no older answer comes last. */
  #lose(lost: KerfError, asked: Asked, sender: IgtlPeer): void {
    this.unseen++;
    this.#lost = lost;
    this.#offer({ lost, sender, answered: this.answered, ...askedBy(asked) });
  }

  #offer(tool: ToolAt | ToolLost): void {
    const passedOver = this.#tools.offer(tool);
    if (passedOver !== null && 'lost' in passedOver) this.#lostPassedOver++;
  }

  async #tellLost({ lost, sender, answered, ...asked }: ToolLost): Promise<void> {
    this.#send([statusContent(statusOf(lost))], asked, answered === this.answered ? sender : null);
  }

  async #answer({ pose, ...asked }: ToolAt): Promise<void> {
    this.#send(await this.#contents(pose), asked, null);
  }

  #send(contents: readonly Content[], { timestamp, messageId }: Asked, except: IgtlPeer | null): void {
    this.#newest = contents;
    const messages = contents.map((content) => ({ ...content, timestamp, messageId }));
    (this.#server ?? this.#client)?.offer(messages, except);
  }

  async #contents(pose: Float64Array): Promise<Content[]> {
    const { detector, isTurned } = this.#options;
    try {
      const report = await detector.detect(pose);
      const proxy = this.#free.at(pose, report.state);
      const contents = contactMessages(report, detector.minimumDistance(pose), proxy, isTurned);
      this.answered++;
      return [...contents, statusContent(this.#counts())];
    } catch (error) {
      if (!(error instanceof KerfError)) throw error;
      this.#options.tell(error.message);
      return [statusContent(statusOf(error))];
    }
  }

  /** The current state. */
  #status(): IgtlStatus {
    return this.#lost === null ? this.#counts() : statusOf(this.#lost);
  }

  /** The sub-code is the number of poses skipped. */
  #counts(): IgtlStatus {
    const { answered, skipped } = this;
    const text = `${answered} poses answered, ${skipped} passed over for newer ones`;
    return { code: STATUS.ok, subCode: BigInt(skipped), name: 'OK', text };
  }
}

function statusContent(status: IgtlStatus): Content {
  return { type: 'STATUS', device: KERF_DEVICE, content: encodeStatus(status) };
}

/** A message without a time gets the time of its arrival. */
function askedBy({ timestamp, messageId }: Asked): Asked {
  return { timestamp: timestamp === 0n ? timestampOf(Date.now()) : timestamp, messageId };
}
