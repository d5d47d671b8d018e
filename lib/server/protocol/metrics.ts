// What happens in a server → numbers for Prometheus, in its text format, by prom-client; loaded only when asked for.
//
// No label takes what a client writes: types are those of the protocol, or `other`; codes are constants of kerf.

import type { Limits } from './limits.ts';
import { REQUESTS } from './requests.ts';
import type { Watch } from './watch.ts';

export interface Metrics extends Pick<Watch, 'opened' | 'answered' | 'refused' | 'wrongToken'> {
  /** Of the answer to /metrics. */
  readonly contentType: string;
  /** All numbers now. */
  text(): Promise<string>;
}

interface Counted {
  readonly sessions: number;
  readonly bytes: number;
}

/** s: from a pose's answer to a report of a minute. */
const BUCKETS = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 60];
/** Kerf has some 150 codes. Beyond this many, which a fault would have to make, they are `OTHER`. */
const CODES = 256;

/** @param now what is open at the time of asking. */
export async function createMetrics(now: () => Counted, limits: Limits, version: string): Promise<Metrics> {
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import('prom-client');
  const register = new Registry();
  const registers = [register];
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      ...{ name, help, registers },
      collect() {
        this.set(value());
      },
    });
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter<Label>({ name, help, labelNames, registers });

  // Of the process, and of the thread that listens: how long it is kept from doing so.
  collectDefaultMetrics({ register });
  const built = new Gauge({ name: 'kerf_info', help: 'Version of kerf.', labelNames: ['version'], registers });
  built.set({ version }, 1);
  gauge('kerf_sessions', 'Sessions that are open.', () => now().sessions);
  gauge('kerf_sessions_limit', 'Sessions that may be open at once.', () => limits.maxSessions);
  gauge('kerf_session_memory_bytes', 'Bytes that all sessions count for, about.', () => now().bytes);
  const opened = counter('kerf_sessions_opened_total', 'Sessions that were opened.');
  const refused = counter('kerf_connections_refused_total', 'Connections refused, wrong tokens aside.', 'reason');
  const wrong = counter('kerf_wrong_tokens_total', 'Wrong tokens, by header or in hello.');
  const requests = counter(
    'kerf_requests_total',
    'Requests answered; code is ok, or that of the error.',
    'type',
    'code',
  );
  const bytes = counter('kerf_answer_bytes_total', 'Bytes of answers.', 'type');
  const seconds = new Histogram({
    ...{ name: 'kerf_request_seconds', help: 'From a request to its last answer, its wait included.' },
    ...{ labelNames: ['type'], buckets: BUCKETS, registers },
  });
  for (const reason of ['origin', 'full', 'draining']) refused.inc({ reason }, 0);

  const codes = new Set(['OTHER']);
  const known = (code: string) => {
    if (codes.size < CODES) codes.add(code);
    return codes.has(code) ? code : 'OTHER';
  };
  return {
    contentType: register.contentType,
    text: () => register.metrics(),
    opened: () => opened.inc(),
    answered(_, { type: asked = '', code, bytes: size, ms, isLast }) {
      const type = Object.hasOwn(REQUESTS, asked) ? asked : 'other';
      bytes.inc({ type }, size);
      if (!isLast) return;
      requests.inc({ type, code: code === null ? 'ok' : known(code) });
      if (ms !== null) seconds.observe({ type }, ms / 1000);
    },
    refused: (_, reason) => refused.inc({ reason }),
    wrongToken: () => wrong.inc(),
  };
}
