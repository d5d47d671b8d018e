// A hand's motion → a service that speaks like Haply's Inverse service and keeps the forces that it receives: by
// WebSocket on this machine, or in this process and on its timers, which a spec may fake.
//
// Written from the service's own pages (see lib/surgery/haptics/inverse-protocol.ts), not from kerf's client, which is
// judged by it.

import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import type { SocketClass } from '#haptics/web-socket.ts';

export type Three = readonly [x: number, y: number, z: number];
export type Four = readonly [w: number, x: number, y: number, z: number];

export interface Hand {
  /** m, device frame. */
  readonly position: Three;
  /** The grip's orientation; without it, no grip is connected. */
  readonly grip?: Four;
}
interface Command {
  readonly device_id: string;
  readonly commands: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, number>>>>>>;
}
export interface ClientMessage {
  readonly session?: { readonly configure: { readonly profile: { readonly name: string } } };
  readonly inverse3: readonly Command[];
}

export const DEVICE = '049D';
const vector = ([x, y, z]: Three) => ({ x, y, z });
const quaternion = ([w, x, y, z]: Four) => ({ w, x, y, z });

class InverseService {
  /** Where the hand is after a client's n-th message (0: the snapshot on connection). */
  hand: (n: number) => Hand = () => ({ position: [0, 0, 0] });
  /** A state → the text to send; null to send nothing. */
  write: (state: Record<string, unknown>) => string | null = JSON.stringify;
  /** ms from a message to its answer. */
  delay = 0;
  /** By connection, in order. */
  readonly received: ClientMessage[][] = [];
  /** Messages that arrived before the previous one was answered. */
  hurried = 0;
  #sessions = 0;

  /** N, device frame, of all connections. @param key the member that holds the numbers. */
  forces(key = 'vector'): Three[] {
    return this.received.flat().map(({ inverse3: [{ commands }] }) => {
      const { x, y, z } = commands.set_cursor_force[key];
      return [x, y, z];
    });
  }

  /** Answers on one connection. @param say sends a text on it. @returns the handler of the client's messages. */
  protected serve(say: (text: string) => void): (message: string) => void {
    const messages: ClientMessage[] = [];
    this.received.push(messages);
    const session = ++this.#sessions;
    let open = 0;
    this.#say(say, { session_id: session, ...this.#state(0) });
    return (message) => {
      messages.push(JSON.parse(message) as ClientMessage);
      const n = messages.length;
      if (open > 0) this.hurried++;
      open++;
      const answer = () => {
        open--;
        this.#say(say, this.#state(n));
      };
      if (this.delay > 0) setTimeout(answer, this.delay);
      else answer();
    };
  }

  #say(say: (text: string) => void, state: Record<string, unknown>): void {
    const text = this.write(state);
    if (text !== null) say(text);
  }

  #state(n: number): Record<string, unknown> {
    const { position, grip } = this.hand(n);
    const state = {
      cursor_position: vector(position),
      cursor_velocity: vector([0, 0, 0]),
      body_orientation: quaternion([1, 0, 0, 0]),
      current_cursor_force: vector([0, 0, 0]),
      control_mode: n === 0 ? 'idle' : 'force',
      transform: { position: vector([0, 0, 0]), rotation: quaternion([1, 0, 0, 0]), scale: vector([1, 1, 1]) },
    };
    const rest = n === 0 ? { config: { type: 'inverse3', preset: 'defaults' }, status: { ready: true } } : {};
    const grips = { device_id: '61548', state: { orientation: grip && quaternion(grip), button: false, hall: 0 } };
    return {
      inverse3: [{ device_id: DEVICE, ...rest, state }],
      verse_grip: grip === undefined ? [] : [grips],
    };
  }
}

/** By WebSocket, with the machine's own clock. */
export class InverseServer extends InverseService {
  readonly port: number;
  readonly #server: WebSocketServer;

  private constructor(server: WebSocketServer) {
    super();
    this.#server = server;
    this.port = (server.address() as AddressInfo).port;
    server.on('connection', (socket: WebSocket) => {
      const take = this.serve((text) => socket.send(text));
      socket.on('message', (data) => take(String(data)));
    });
  }

  static async start(port = 0): Promise<InverseServer> {
    const server = new WebSocketServer({ host: '127.0.0.1', port });
    await new Promise((resolve, reject) => server.once('listening', resolve as () => void).once('error', reject));
    return new InverseServer(server);
  }

  get url(): string {
    return `ws://127.0.0.1:${this.port}`;
  }

  /** Ends every connection without a word. */
  drop(): void {
    for (const socket of this.#server.clients) socket.terminate();
  }

  async stop(): Promise<void> {
    this.drop();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

type Listeners = Partial<Record<'onopen' | 'onmessage' | 'onclose' | 'onerror', (event: { data: unknown }) => void>>;

/** In this process: whatever one end does reaches the other 1 ms later, by setTimeout. */
export class LocalInverse extends InverseService {
  /** Whether anything listens at the address. */
  isUp = true;
  readonly url = 'ws://local.test:10001';
  readonly #ends = new Set<() => void>();

  /** What a client connects with. */
  readonly SocketClass = ((service: LocalInverse) =>
    class {
      readyState = 0;
      #take: (message: string) => void = () => {};
      constructor() {
        setTimeout(() => {
          if (!service.isUp) {
            this.#end();
            return;
          }
          service.#ends.add(this.#end);
          this.readyState = 1;
          (this as Listeners).onopen?.({ data: null });
          this.#take = service.serve((text) => {
            setTimeout(() => {
              if (this.readyState === 1) (this as Listeners).onmessage?.({ data: text });
            }, 1);
          });
        }, 1);
      }
      readonly #end = (): void => {
        if (this.readyState === 3) return;
        this.readyState = 3;
        service.#ends.delete(this.#end);
        (this as Listeners).onclose?.({ data: null });
      };
      send(text: string): void {
        setTimeout(() => this.#take(text), 1);
      }
      close(): void {
        this.readyState = 2;
        setTimeout(this.#end, 1);
      }
    })(this) as unknown as SocketClass;

  /** Ends every connection without a word. */
  drop(): void {
    for (const end of [...this.#ends]) end();
  }
}
