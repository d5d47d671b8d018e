// kerf serve on loopback: how long a pose takes from a client and back, one pose per millisecond for a minute, eight
// clients at once; the same while another client has a long report computed; how soon what is cancelled ends; 64
// clients with 30 poses a second each → the table on stdout, out/bench-serve.json. The client is this process; the
// server is the built command.

import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { WebSocket } from 'ws';
import { cuttingPath, skullPhantom } from '../../dist/datasets.js';
import { writeMesh } from '../../dist/index.js';
import { scriptOptions } from '../harness/script-options.mjs';
import { count, milliseconds, row } from './cells.mjs';
import { machine } from './machine.mjs';
import { summary } from './timing.mjs';

const { values, refuse } = scriptOptions(
  'npm run bench -- serve [--seconds 60] [--faces 50000] [--poses 2000], from 1 s, 5,000 faces and 100 poses on.',
  {
    seconds: { type: 'string', default: '60' },
    faces: { type: 'string', default: '50000' },
    poses: { type: 'string', default: '2000' },
  },
);
const [seconds, faces, poses] = ['seconds', 'faces', 'poses'].map((name) => Number(values[name]));
if (!(seconds >= 1 && faces >= 5000 && poses >= 100)) refuse('So little shows nothing.');

const CLIENTS = 8;
/** Clients of a training room, and their poses a second. */
const MANY = 64;
const RATE = 30;
/** A report of this, of two skulls in one another, takes half a minute with 50,000 faces each. */
const LONG = { contactDistance: 8, resolution: 1, backend: 'cpu' };
/** The same for two boxes of a few large faces. */
const LARGE = { contactDistance: 8, resolution: 0.1, backend: 'cpu' };
const TURNED = Float64Array.of(0.36, 0.48, -0.8, 0, -0.8, 0.6, 0, 0, 0.48, 0.64, 0.6, 0, 2, 3, 4, 1);
const NEAR = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 3, 2, 1);
/** s after which the client that asks it gives it up, and asks again. */
const GIVEN_UP = 4;
/** Cancels of each kind of request. */
const CANCELS = 12;
/** Warm-up poses. */
const WARM = 300;
const path = cuttingPath({ poses });
const skull = writeMesh(skullPhantom({ targetFaces: faces }), 'ply');
const small = writeMesh(skullPhantom({ targetFaces: 5000 }), 'ply');
const poseAt = (n) => path.subarray(16 * (n % poses), 16 * (n % poses) + 16);

/** Answers by id: each request resolves when its whole answer has arrived. */
class Client {
  #waiting = new Map();
  #id = 0;
  #headed = null;

  /** @param array one member: a pose, or a file's bytes. */
  ask(type, members, array = {}) {
    const id = ++this.#id;
    const [[name, numbers] = []] = Object.entries(array);
    const kind = name?.startsWith('pose') ? 'f64' : 'u8';
    const place = numbers && { name, type: kind, length: numbers.length, offset: 0 };
    const binary = numbers && { bytes: numbers.byteLength, arrays: [place] };
    this.newest = id;
    const answer = new Promise((done) => this.#waiting.set(id, done));
    this.send(JSON.stringify({ id, type, ...members, binary }), numbers);
    return answer;
  }

  hearText(text) {
    const message = JSON.parse(text);
    if (message.binary === undefined) this.#answered(message);
    else this.#headed = message;
  }

  hearFrame() {
    const message = this.#headed;
    this.#headed = null;
    this.#answered(message);
  }

  get awaits() {
    return this.#headed?.binary.bytes;
  }

  #answered(message) {
    const done = this.#waiting.get(message.id);
    if (done === undefined) throw new Error(`nobody waits for ${JSON.stringify(message)}`);
    if (message.seq !== undefined && !message.done) return;
    this.#waiting.delete(message.id);
    done(message);
  }
}

class Socket extends Client {
  static async open(url) {
    const client = new Socket();
    client.socket = new WebSocket(url, { perMessageDeflate: false });
    client.socket.on('message', (data, isBinary) => (isBinary ? client.hearFrame() : client.hearText(String(data))));
    await new Promise((done, fail) => client.socket.on('open', done).on('error', fail));
    return client;
  }
  send(text, numbers) {
    this.socket.send(text);
    if (numbers) this.socket.send(numbers);
  }
  close() {
    this.socket.close();
  }
}

class Stdio extends Client {
  #rest = Buffer.alloc(0);

  static open() {
    const client = new Stdio();
    client.child = spawn(process.execPath, ['dist/cli.js', 'serve', '--stdio'], { stdio: ['pipe', 'pipe', 'ignore'] });
    client.child.stdout.on('data', (chunk) => client.#take(chunk));
    return client;
  }
  send(text, numbers) {
    this.child.stdin.write(`${text}\n`);
    if (numbers) this.child.stdin.write(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength));
  }
  close() {
    this.child.stdin.end();
  }
  #take(chunk) {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    for (;;) {
      const { awaits } = this;
      const end = awaits ?? this.#rest.indexOf(10);
      if (end < 0 || end > this.#rest.length) return;
      const part = this.#rest.subarray(0, end);
      this.#rest = this.#rest.subarray(awaits === undefined ? end + 1 : end);
      if (awaits === undefined) this.hearText(part.toString());
      else this.hearFrame();
    }
  }
}

/** @returns the answer. @throws Error if it is a refusal. */
async function answered(client, ...asked) {
  const message = await client.ask(...asked);
  if (!message.ok) throw new Error(`${message.error.code}: ${message.error.message}`);
  return message;
}

async function ready(client) {
  await answered(client, 'hello', { version: 1 });
  await answered(client, 'load', { mesh: 'skull', format: 'ply' }, { bytes: skull });
  await answered(client, 'load', { mesh: 'saw', dataset: 'saw-blade' });
  const bodies = { bone: 'skull', tool: 'saw', contactDistance: 0.2, resolution: 2, backend: 'cpu' };
  await answered(client, 'detector', { detector: 'd', ...bodies });
  return client;
}

/** ms of each round trip, one after the other. */
async function roundTrips(client, type, members, isPosed = true) {
  const times = [];
  for (let n = -WARM; n < poses; n++) {
    const started = performance.now();
    await answered(client, type, members, isPosed ? { pose: poseAt(n + WARM) } : undefined);
    if (n >= 0) times.push(performance.now() - started);
  }
  return summary(times);
}

/**
 * The client is busy until the returned function is called: its answers, of a gigabyte each, would keep this process
 * busy, too, so each is given up before it comes.
 */
async function keptBusy(client) {
  await answered(client, 'detector', { detector: 'skulls', bone: 'skull', tool: 'skull', ...LONG });
  let [isOver, under] = [false, 0];
  const busy = (async () => {
    while (!isOver) {
      const asked = client.ask('report', { detector: 'skulls' }, { pose: TURNED });
      under = client.newest;
      const tired = setTimeout(() => void client.ask('cancel', { request: under }), 1000 * GIVEN_UP);
      await asked;
      clearTimeout(tired);
    }
  })();
  return async () => {
    isOver = true;
    await client.ask('cancel', { request: under });
    await busy;
  };
}

/** ms from cancel to the answer of what was cancelled, by kind of request. */
async function cancelTimes(client) {
  await answered(client, 'load', { mesh: 'box', dataset: 'box', faceCount: 12 });
  await answered(client, 'detector', { detector: 'long', bone: 'box', tool: 'box', ...LARGE });
  const kinds = {
    'a report of a few large faces': ['report', { detector: 'long' }, { pose: NEAR }],
    'a report of many faces': ['report', { detector: 'skulls' }, { pose: TURNED }],
    'a volume': ['volume', { detector: 'skulls', relativeWidth: 1e-9 }, { pose: TURNED }],
    'a path by two threads': ['path', { detector: 'long', workers: 2 }, { poses: NEAR }],
    'a bone in the making': ['cuttable', { cuttable: 'c', surface: 'skull', cell: 0.4 }],
    'a load': ['load', { mesh: 'other', format: 'ply' }, { bytes: skull }],
  };
  const found = {};
  for (const [name, asked] of Object.entries(kinds)) {
    const times = [];
    let late = 0;
    for (let n = 0; n < CANCELS; n++) {
      const answer = client.ask(...asked);
      const request = client.newest;
      // From the beginning to the middle of what it computes.
      await new Promise((done) => setTimeout(done, 5 + (400 * n) / CANCELS));
      const began = performance.now();
      void client.ask('cancel', { request });
      const { error } = await answer;
      if (error?.code === 'CANCELLED') times.push(performance.now() - began);
      else late++;
    }
    if (times.length > 0) found[name] = { ...summary(times), greatest: Math.max(...times), late };
  }
  return found;
}

/** So many clients, each with its own detector, each asking so often. @returns by client, answers and times. */
async function manyClients() {
  const clients = [];
  while (clients.length < MANY) {
    const client = await Socket.open(url);
    await answered(client, 'hello', { version: 1 });
    await answered(client, 'load', { mesh: 'skull', format: 'ply' }, { bytes: small });
    await answered(client, 'load', { mesh: 'saw', dataset: 'saw-blade' });
    const bodies = { bone: 'skull', tool: 'saw', contactDistance: 0.2, resolution: 2, backend: 'cpu' };
    await answered(client, 'detector', { detector: 'd', ...bodies });
    await answered(client, 'intersects', { detector: 'd' }, { pose: poseAt(0) });
    clients.push(client);
  }
  const began = performance.now();
  const until = Math.min(seconds, 20);
  const results = await Promise.all(
    clients.map(async (client, number) => {
      const times = [];
      const waits = [];
      for (let n = 0; n < RATE * until; n++) {
        const due = began + (1000 * (n + number / MANY)) / RATE;
        await new Promise((done) => setTimeout(done, Math.max(0, due - performance.now())));
        const started = performance.now();
        waits.push(
          answered(client, 'intersects', { detector: 'd' }, { pose: poseAt(n) }).then(() =>
            times.push(performance.now() - started),
          ),
        );
      }
      await Promise.all(waits);
      const took = (performance.now() - began) / 1000;
      return { perSecond: times.length / took, ...summary(times) };
    }),
  );
  for (const client of clients) client.close();
  const all = (name) => results.map((one) => one[name]).sort((a, b) => a - b);
  const [slowest, fastest] = [all('perSecond')[0], all('perSecond').at(-1)];
  return { slowest, fastest, p99: all('p99').at(-1), medians: [all('median')[0], all('median').at(-1)] };
}

/** Asks once per millisecond, whether or not the last request has been answered. */
async function stream(client) {
  const times = [];
  let [sent, late, refused] = [0, 0, 0];
  const total = Math.round(1000 * seconds);
  const answers = [];
  const began = performance.now();
  await new Promise((done) => {
    const turn = () => {
      const due = Math.min(total, Math.floor(performance.now() - began) + 1);
      if (due - sent > 1) late += due - sent - 1;
      for (; sent < due; sent++) {
        const started = performance.now();
        const asked = client.ask('intersects', { detector: 'd' }, { pose: poseAt(sent) });
        answers.push(asked.then(({ ok }) => (ok ? times.push(performance.now() - started) : refused++)));
      }
      if (sent < total) setImmediate(turn);
      else done();
    };
    turn();
  });
  await Promise.all(answers);
  const took = performance.now() - began;
  return { ...summary(times), sent, refused, answered: times.length, perSecond: (1000 * times.length) / took, late };
}

const server = spawn(process.execPath, ['dist/cli.js', 'serve'], { stdio: ['ignore', 'pipe', 'inherit'] });
const [line] = await new Promise((done) => createInterface(server.stdout).once('line', (...lines) => done(lines)));
const url = line.replace('kerf serve: ', '');
const results = {};
try {
  const socket = await ready(await Socket.open(url));
  const stdio = await ready(Stdio.open());
  const transports = { WebSocket: socket, 'standard input': stdio };
  for (const [name, client] of Object.entries(transports)) {
    console.error(`round trips by ${name} …`);
    results[name] = {
      ping: await roundTrips(client, 'ping', {}, false),
      intersects: await roundTrips(client, 'intersects', { detector: 'd' }),
      report: await roundTrips(client, 'report', { detector: 'd' }),
    };
  }
  stdio.close();
  console.error(`a pose a millisecond for ${seconds} s …`);
  results.stream = await stream(socket);
  console.error(`${CLIENTS} clients …`);
  const clients = [socket];
  while (clients.length < CLIENTS) clients.push(await ready(await Socket.open(url)));
  const all = await Promise.all(clients.map((client) => roundTrips(client, 'intersects', { detector: 'd' })));
  const worst = (name) => Math.max(...all.map((own) => own[name]));
  results.clients = { count: CLIENTS, median: worst('median'), p99: worst('p99') };
  for (const client of clients.slice(1)) client.close();
  console.error('while another client computes …');
  const busy = await ready(await Socket.open(url));
  const ended = await keptBusy(busy);
  results.beside = {
    ping: await roundTrips(socket, 'ping', {}, false),
    intersects: await roundTrips(socket, 'intersects', { detector: 'd' }),
    stream: await stream(socket),
  };
  await ended();
  console.error('cancel …');
  results.cancel = await cancelTimes(busy);
  busy.close();
  socket.close();
  console.error(`${MANY} clients …`);
  results.many = await manyClients();
} finally {
  server.kill('SIGINT');
}
const described = { machine: machine(['ws']), seconds, faces, poses, results };
mkdirSync('out', { recursive: true });
writeFileSync('out/bench-serve.json', `${JSON.stringify(described, null, 2)}\n`);
console.log(table(described));

/** What a room of trainees needs, reached or not. */
function aims() {
  const { beside, many, cancel } = results;
  const slowest = Math.max(...Object.values(cancel).map(({ greatest }) => greatest));
  const lost = beside.stream.sent - beside.stream.answered;
  return [
    ["another's ping, 99 %: ≤ 5 ms", beside.ping.p99 <= 5, `${milliseconds(beside.ping.p99)} ms`],
    ['its stream of 1 kHz loses nothing', lost === 0, `${lost} of ${count(beside.stream.sent)} lost`],
    ['what is cancelled ends within 50 ms', slowest <= 50, `${milliseconds(slowest)} ms at most`],
    [
      `${MANY} clients × ${RATE} poses a second: fair within 2 ×`,
      many.fastest <= 2 * many.slowest,
      `${(many.fastest / many.slowest).toFixed(2)} ×`,
    ],
    ['… all of them kept up', many.slowest >= 0.98 * RATE, `${many.slowest.toFixed(1)} a second`],
  ].map(([what, isReached, found]) => `- ${what}: ${found}, ${isReached ? 'reached' : 'not reached'}`);
}

function table({ machine: { cpu, cores, node } }) {
  const times = ({ median, p99 }) => `${milliseconds(median)}; ${milliseconds(p99)}`;
  const both = (what) => [times(results.WebSocket[what]), times(results['standard input'][what])];
  const { stream: streamed, clients } = results;
  return [
    '### kerf serve',
    '',
    `${cpu}, ${cores} cores, Node ${node}; client and server are two processes of one machine. saw-blade of 8,000 faces, skull-phantom of ${count(faces)}, ${count(poses)} poses of a cut; resolution 2 mm. Milliseconds: median; 99 %.`,
    '',
    row(['', 'WebSocket', 'standard input']),
    row([':--', '--:', '--:']),
    row(['ping, there and back', ...both('ping')]),
    row(['a pose: intersects', ...both('intersects')]),
    row(['a pose: report', ...both('report')]),
    row([`${clients.count} clients at once, the slowest: intersects`, times(clients), '']),
    row([`a pose a millisecond for ${seconds} s: intersects`, times(streamed), '']),
    row([
      '… asked; answered; refused; answered a second',
      `${count(streamed.sent)}; ${count(streamed.answered)}; ${count(streamed.refused)}; ${streamed.perSecond.toFixed(0)}`,
      '',
    ]),
    row(['… that the client itself asked late', count(streamed.late), '']),
    row(['while another client has a long report computed: ping', times(results.beside.ping), '']),
    row(['… a pose: intersects', times(results.beside.intersects), '']),
    row([`… a pose a millisecond for ${seconds} s: intersects`, times(results.beside.stream), '']),
    row([
      '… asked; answered; refused',
      ['sent', 'answered', 'refused'].map((what) => count(results.beside.stream[what])).join('; '),
      '',
    ]),
    ...Object.entries(results.cancel).map(([what, found]) =>
      row([
        `from cancel to the end of ${what}: median; most of ${found.count}`,
        `${milliseconds(found.median)}; ${milliseconds(found.greatest)}`,
        '',
      ]),
    ),
    row([
      `${MANY} clients × ${RATE} poses a second: poses a second of the slowest and the fastest`,
      `${results.many.slowest.toFixed(1)}; ${results.many.fastest.toFixed(1)}`,
      '',
    ]),
    row([
      '… the least and the greatest median; 99 % of the slowest',
      `${results.many.medians.map(milliseconds).join('; ')}; ${milliseconds(results.many.p99)}`,
      '',
    ]),
    '',
    ...aims(),
    '',
  ].join('\n');
}
