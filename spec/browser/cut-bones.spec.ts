// A bone that is cut, drawn by three.js and by vtk.js in a real browser: after each cut the picture is, to the last
// pixel, that of the bone's mesh as it is then; in vtk.js, that of copies of the blocks (spec/bridges/vtk says that
// these are the mesh), since vtk.js shades a block's faces differently in the last bit than those of a whole. Needs
// dist/, which `npm test` builds first.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { sphere } from '#datasets';
import { type BoneEdit, createCuttableBone, type TriangleMesh } from '#kerf';
import { launchBrowser } from '#harness/browser.mjs';

/**
 * Each draws a bone and then its edits. A picture: the bone as it is kept, and the same made anew. `grown`: how
 * often arrays ran out of room, or how many blocks were added.
 */
const PROGRAM = `
  import '@kitware/vtk.js/Rendering/Profiles/Geometry.js';
  import vtkPolyData from '@kitware/vtk.js/Common/DataModel/PolyData.js';
  import vtkActor from '@kitware/vtk.js/Rendering/Core/Actor.js';
  import vtkMapper from '@kitware/vtk.js/Rendering/Core/Mapper.js';
  import vtkGenericRenderWindow from '@kitware/vtk.js/Rendering/Misc/GenericRenderWindow.js';
  import { EditableGeometry, geometryFromMesh } from 'kerf/three';
  import { bonePolyData } from 'kerf/vtk';
  import * as THREE from 'three';

  const SIZE = 300;
  const material = () => new THREE.MeshStandardMaterial({ color: 0xe8dcc0, flatShading: true, side: THREE.DoubleSide });
  globalThis.byThree = async (meshes, edits) => {
    const renderer = new THREE.WebGLRenderer({ preserveDrawingBuffer: true });
    renderer.setSize(SIZE, SIZE);
    const scene = new THREE.Scene();
    scene.add(new THREE.HemisphereLight(0xffffff, 0x554433, 3));
    const camera = new THREE.PerspectiveCamera(40, 1, 1, 200);
    camera.position.set(32, 20, 18);
    camera.lookAt(0, 0, 0);
    const kept = new EditableGeometry(meshes[0]);
    const shown = new THREE.Mesh(kept.geometry, material());
    const picture = (object) => {
      scene.add(object);
      renderer.render(scene, camera);
      scene.remove(object);
      return renderer.domElement.toDataURL();
    };
    const pictures = [];
    for (const [i, mesh] of meshes.entries()) {
      if (i > 0) kept.editBone(edits[i - 1]);
      const whole = new THREE.Mesh(geometryFromMesh(mesh), material());
      pictures.push({ kept: picture(shown), whole: picture(whole) });
    }
    return { pictures, grown: kept.reallocated };
  };

  globalThis.byVtk = async (meshes, edits) => {
    const place = document.body.appendChild(document.createElement('div'));
    place.style.cssText = 'width: ' + SIZE + 'px; height: ' + SIZE + 'px';
    const view = vtkGenericRenderWindow.newInstance({ background: [0.96, 0.945, 0.92] });
    view.setContainer(place);
    view.resize();
    const renderer = view.getRenderer();
    const actorOf = (data) => {
      const actor = vtkActor.newInstance();
      const mapper = vtkMapper.newInstance();
      mapper.setInputData(data);
      actor.setMapper(mapper);
      actor.getProperty().setInterpolationToFlat();
      return actor;
    };
    const bone = bonePolyData(meshes[0], { facesPerBlock: 40 });
    const before = bone.blocks.length;
    const kept = [];
    const camera = renderer.getActiveCamera();
    camera.setPosition(32, 20, 18);
    camera.setFocalPoint(0, 0, 0);
    camera.setClippingRange(1, 200);
    const picture = async (actors) => {
      for (const actor of actors) renderer.addActor(actor);
      camera.setClippingRange(1, 200);
      view.getRenderWindow().render();
      const image = await view.getRenderWindow().captureImages()[0];
      for (const actor of actors) renderer.removeActor(actor);
      return image;
    };
    const pictures = [];
    for (const i of meshes.keys()) {
      if (i > 0) bone.edit(edits[i - 1]);
      for (const data of bone.blocks.slice(kept.length)) kept.push(actorOf(data));
      const copies = bone.blocks.map((block) => {
        const data = vtkPolyData.newInstance();
        data.getPoints().setData(block.getPoints().getData().slice(), 3);
        data.getPolys().setData(block.getPolys().getData().slice());
        return actorOf(data);
      });
      pictures.push({ kept: await picture(kept), whole: await picture(copies) });
    }
    return { pictures, grown: bone.blocks.length - before };
  };`;

interface Drawn {
  readonly pictures: readonly { readonly kept: string; readonly whole: string }[];
  readonly grown: number;
}
type Host = Record<
  'byThree' | 'byVtk',
  (meshes: readonly TriangleMesh[], edits: readonly BoneEdit[]) => Promise<Drawn>
>;

const browser = await launchBrowser();
let page: Page;
let script: string;
const server = createServer((request, response) => {
  const isScript = request.url === '/page.js';
  response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html');
  response.end(
    isScript ? script : '<!doctype html><link rel="icon" href="data:,"><script type="module" src="page.js"></script>',
  );
});
const edits: BoneEdit[] = [];
const meshes: TriangleMesh[] = [];

beforeAll(async () => {
  const options = { bundle: true, format: 'esm', target: 'es2022', write: false } as const;
  const stdin = { contents: PROGRAM, resolveDir: import.meta.dirname };
  [{ text: script }] = (await build({ ...options, stdin, external: ['node:*'] })).outputFiles;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const cuttable = await createCuttableBone({ surface: sphere({ radius: 12, subdivisions: 4 }), cell: 1 });
  meshes.push(cuttable.mesh);
  const burr = sphere({ radius: 2, subdivisions: 2 });
  const pose = (x: number, y: number) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, 0, 1];
  // A trough, long enough that the arrays run out of room.
  for (let y = -6; y < 6; y++) {
    edits.push(cuttable.cut(burr, { from: pose(11.5, y), to: pose(11.5, y + 1) }).edit);
    meshes.push(cuttable.mesh);
  }
});
afterAll(async () => {
  server.close();
  await browser.close();
});

test.each(['byThree', 'byVtk'] as const)('%s', async (name) => {
  const plain = (object: object) =>
    Object.fromEntries(
      Object.entries(object).map(([key, value]) => [key, ArrayBuffer.isView(value) ? [...(value as never)] : value]),
    );
  const { pictures, grown } = await page.evaluate(
    ([how, bones, cuts]) => {
      const typed = bones.map(({ positions, faces, name }) => ({
        name,
        positions: Float64Array.from(positions),
        faces: Uint32Array.from(faces),
      }));
      return (globalThis as never as Host)[how](typed, cuts as never as BoneEdit[]);
    },
    [name, meshes.map(plain), edits.map(plain)] as const,
  );
  expect(grown).toBeGreaterThan(0);
  expect(pictures).toHaveLength(edits.length + 1);
  for (const { kept, whole } of pictures) expect(kept === whole).toBe(true);
  // Each cut shows.
  expect(new Set(pictures.map(({ kept }) => kept)).size).toBe(pictures.length);
});
