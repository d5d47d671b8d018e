// kerf serve on loopback: how long a pose takes from a client and back, one pose per millisecond for a minute, eight
// clients at once → the table on stdout, out/bench-serve.json. The client is this process; the server is the built
// command.

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
/** Warm-up poses. */
const WARM = 300;
const path = cuttingPath({ poses });
const skull = writeMesh(skullPhantom({ targetFaces: faces }), 'ply');
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
    const kind = name === 'pose' ? 'f64' : 'u8';
    const place = numbers && { name, type: kind, length: numbers.length, offset: 0 };
    const binary = numbers && { bytes: numbers.byteLength, arrays: [place] };
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
  for (const client of clients) client.close();
} finally {
  server.kill('SIGINT');
}
const described = { machine: machine(['ws']), seconds, faces, poses, results };
mkdirSync('out', { recursive: true });
writeFileSync('out/bench-serve.json', `${JSON.stringify(described, null, 2)}\n`);
console.log(table(described));

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
    '',
  ].join('\n');
}
