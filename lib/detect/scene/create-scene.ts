// Bones and tools → a scene: broad phase on their posed boxes, then a detector for each remaining pair.

import { checkMesh } from '#bodies';
import { type BroadPhase, checkMethod, createBroadPhase } from '#broad-phase';
import {
  checkOptionNames,
  checkPose,
  described,
  KerfError,
  type LocalFrame,
  OptionError,
  PoseError,
  poseAt,
  type RigidPose,
  refuse,
  toolFrame,
} from '#core';
import { checkDetectorOptions } from '#detector';
import { createMesh, type TriangleMesh } from '#mesh';
import { DetectorShelf } from './detector-shelf.ts';
import { HullGate } from './hull-gate.ts';
import { ownBox, posedBounds } from './posed-bounds.ts';
import { relativePose } from './relative-pose.ts';
import { SCENE_OPTIONS, type Scene, type SceneContact, type SceneOptions } from './scene.ts';

/**
 * Makes a scene of bones and tools, each with its own pose. Only pairs whose boxes come within the contact distance
 * cost more than a box: their detectors are made when first needed and share their bone's index; beyond 32, the least
 * recently used are dropped.
 * @throws (as a rejection) OptionError MISSING_MESH, WRONG_TYPE, UNKNOWN_OPTION, BAD_DISTANCE, BAD_RESOLUTION,
 * BAD_BACKEND, BAD_CANDIDATES, BAD_METHOD, BAD_LENGTH, BAD_FEED, BAD_SHANK; MeshError as createDetector.
 */
export async function createScene(options: SceneOptions): Promise<Scene> {
  checkOptionNames(options, SCENE_OPTIONS, 'createScene');
  const {
    bones,
    tools,
    contactDistance,
    resolution,
    backend,
    candidates,
    broadPhase = 'auto',
    hulls = false,
    feeds,
    shanks,
  } = options;
  checkList(bones, 'bones');
  checkList(tools, 'tools');
  for (let i = 0; i < bones.length; i++) checkMesh(bones[i], `bones[${i}]`);
  for (let i = 0; i < tools.length; i++) checkMesh(tools[i], `tools[${i}]`);
  checkPlaces(feeds, 'feeds', tools.length);
  checkPlaces(shanks, 'shanks', tools.length);
  tools.forEach((tool, i) => {
    const known = { tool, feed: feeds?.[i], shank: shanks?.[i] };
    checkDetectorOptions({ bone: bones[0], ...known, contactDistance, resolution, backend, candidates });
  });
  checkMethod(broadPhase, 'broadPhase');
  if (typeof hulls !== 'boolean')
    refuse(hulls, 'Option hulls of createScene', 'true or false', 'leave it out for false');
  const meshes = { bones: bones.map(copyOf), tools: tools.map(copyOf) };
  const own = { ...options, ...meshes, feeds: feeds?.map(copyOfFeed), shanks: shanks?.slice() };
  const boxes = [...own.bones, ...own.tools].map(ownBox);
  return new PosedScene(own, boxes);
}

function checkList(meshes: unknown, name: string): void {
  if (Array.isArray(meshes) && meshes.length > 0) return;
  throw new OptionError(
    'MISSING_MESH',
    `Option ${name} of createScene is ${described(meshes)}, expected at least one mesh; pass an array of them.`,
  );
}

function checkPlaces(values: unknown, name: string, tools: number): void {
  if (values === undefined || (Array.isArray(values) && values.length === tools)) return;
  throw new OptionError(
    'BAD_LENGTH',
    `Option ${name} of createScene is ${described(values)}, expected an array of length ${tools}; give each tool a place.`,
  );
}

function copyOf({ positions, faces, name, frame }: TriangleMesh): TriangleMesh {
  return createMesh(positions, faces, { name, frame });
}

function copyOfFeed(feed: ArrayLike<number> | undefined): Float64Array | undefined {
  return feed === undefined ? undefined : Float64Array.from(feed);
}

class PosedScene implements Scene {
  readonly #options: SceneOptions;
  /** Bones first, then tools. */
  readonly #boxes: readonly Float32Array[];
  /** Made at the first query: 'auto' chooses by posed boxes. */
  #finder: BroadPhase | null = null;
  readonly #detectors: DetectorShelf;
  /** null if the option `hulls` is off. */
  readonly #gate: HullGate | null;
  /** Detectors serve one query at a time: queries wait for each other. */
  #last: Promise<unknown> = Promise.resolve();
  #isDisposed = false;

  constructor(options: SceneOptions, boxes: readonly Float32Array[]) {
    this.#options = options;
    this.#boxes = boxes;
    this.#detectors = new DetectorShelf(options);
    const { bones, tools, contactDistance, hulls = false } = options;
    this.#gate = hulls ? new HullGate(bones, tools, contactDistance) : null;
  }

  async detect(bonePoses: ArrayLike<number>, toolPoses: ArrayLike<number>): Promise<readonly SceneContact[]> {
    this.#checkAlive();
    const { bones, tools } = this.#options;
    const frames = [...framesOf(bonePoses, bones.length, 'bone'), ...framesOf(toolPoses, tools.length, 'tool')];
    const answer = this.#last.then(() => this.#contacts(frames));
    this.#last = answer.catch(() => {});
    return answer;
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#finder?.dispose();
    this.#detectors.end();
  }

  async #contacts(frames: readonly PosedFrame[]): Promise<SceneContact[]> {
    this.#checkAlive();
    const { bones, contactDistance, broadPhase } = this.#options;
    const local = frames.map(({ frame }) => frame);
    const boxes = posedBounds(this.#boxes, local, contactDistance);
    if (this.#finder === null) this.#finder = await createBroadPhase({ boxes, method: broadPhase });
    else this.#finder.update(boxes);
    this.#checkAlive();
    const pairs = this.#finder.pairsSync();
    const contacts: SceneContact[] = [];
    for (let at = 0; at < pairs.length; at += 2) {
      const [bone, tool] = [pairs[at], pairs[at + 1] - bones.length];
      if (bone >= bones.length || tool < 0) continue;
      const pose = relativePose(local[bone], frames[pairs[at + 1]].matrix);
      if (this.#gate?.areSeparated(bone, tool, pose)) continue;
      const detector = await this.#detectors.take(bone, tool);
      this.#checkAlive();
      const report = await detector.detect(pose);
      this.#checkAlive();
      if (report.state !== 'separated') contacts.push({ bone, tool, pose, report });
    }
    return contacts;
  }

  #checkAlive(): void {
    if (this.#isDisposed) throw new KerfError('DISPOSED', 'This scene was disposed; make a new one with createScene.');
  }
}

interface PosedFrame {
  readonly matrix: Float64Array;
  readonly frame: LocalFrame;
}

function framesOf(poses: ArrayLike<number>, count: number, body: string): PosedFrame[] {
  if (poses === null || typeof poses !== 'object' || poses.length !== 16 * count) {
    const found =
      poses === null || typeof poses !== 'object' ? `are ${described(poses)}` : `have ${poses.length} numbers`;
    throw new PoseError(
      'BAD_LENGTH',
      `The ${body}Poses ${found}, expected ${16 * count} numbers; pass 16 for each ${body}.`,
    );
  }
  return Array.from({ length: count }, (_, row) => {
    const pose = namedPose(poseAt(poses, row), `${body}Poses[${row}]`);
    return { matrix: pose.matrix, frame: toolFrame(pose, 0) };
  });
}

/** @throws PoseError as checkPose, whose sentence names the pose. */
function namedPose(numbers: Float64Array, name: string): RigidPose {
  try {
    return checkPose(numbers);
  } catch (error) {
    throw error instanceof PoseError ? new PoseError(error.code, `${name}: ${error.message}`) : error;
  }
}
