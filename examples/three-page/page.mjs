// A skull and a saw in three.js: drag the saw, and its contacts are drawn where it is. Needs kerf, kerf/three and
// three.

import { createDetector } from 'kerf';
import { cuttingPath, sawBlade, skullPhantom } from 'kerf/datasets';
import { contactGeometry, curveGeometry, geometryFromMesh, poseOf } from 'kerf/three';
import * as THREE from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { TransformControls } from 'three/addons/controls/TransformControls.js';

/** mm: the contact distance, the longest edge of a contact sub-triangle, and where colours are deepest. */
const [DELTA, H, RANGE] = [0.2, 1, 3];

const bone = skullPhantom({ targetFaces: 50_000 });
const tool = sawBlade();
const detector = await createDetector({ bone, tool, contactDistance: DELTA, resolution: H });

const renderer = new THREE.WebGLRenderer({ antialias: true });
document.body.prepend(renderer.domElement);
const scene = new THREE.Scene();
scene.background = new THREE.Color(0xf4f1ea);
scene.add(new THREE.HemisphereLight(0xffffff, 0x887766, 2.5));
const camera = new THREE.PerspectiveCamera(40, 1, 1, 2_000);
camera.up.set(0, 0, 1);

const flat = (color, options = {}) => new THREE.MeshStandardMaterial({ color, flatShading: true, ...options });
// Seen through: most contacts lie in the bone.
const skull = new THREE.Mesh(geometryFromMesh(bone), flat(0xe8dcc0, { transparent: true, opacity: 0.45 }));
const saw = new THREE.Mesh(
  geometryFromMesh(tool),
  flat(0x4a6b99, { transparent: true, opacity: 0.25, depthWrite: false }),
);
const contacts = new THREE.Mesh(undefined, new THREE.MeshBasicMaterial({ vertexColors: true, side: THREE.DoubleSide }));
const curve = new THREE.LineSegments(
  undefined,
  new THREE.LineBasicMaterial({ color: 0x101418, depthTest: false, transparent: true }),
);
curve.renderOrder = 1;
// Reports are in the bone's frame: what shows them moves with the bone.
skull.add(contacts, curve);
scene.add(skull, saw);

/** The saw's first place: the deepest of a cutting path. */
const first = new THREE.Matrix4().fromArray(cuttingPath({ poses: 40 }), 16 * 20);
first.decompose(saw.position, saw.quaternion, saw.scale);
saw.scale.set(1, 1, 1);

const orbit = new OrbitControls(camera, renderer.domElement);
const drag = new TransformControls(camera, renderer.domElement);
drag.attach(saw);
scene.add(drag.getHelper());
drag.addEventListener('dragging-changed', ({ value }) => {
  orbit.enabled = !value;
});
drag.addEventListener('objectChange', show);
orbit.addEventListener('change', draw);

/** Asks for the contacts where the saw is, and draws them. @returns the report. */
function show() {
  const report = detector.detectSync(poseOf(saw, skull));
  for (const shown of [contacts, curve]) shown.geometry.dispose();
  contacts.geometry = contactGeometry(report, { range: RANGE });
  curve.geometry = curveGeometry(report);
  const { length, distance } = report.contacts;
  document.querySelector('output').textContent =
    `${report.state}: ${length} contacts` +
    (length === 0
      ? ''
      : `, least distance ${distance
          .subarray(0, length)
          .reduce((a, b) => Math.min(a, b))
          .toFixed(2)} mm`) +
    `; ${report.stats.milliseconds.total.toFixed(1)} ms`;
  draw();
  return report;
}

function draw() {
  renderer.render(scene, camera);
}

function fit() {
  const { innerWidth, innerHeight } = window;
  renderer.setSize(innerWidth, innerHeight);
  camera.aspect = innerWidth / innerHeight;
  camera.updateProjectionMatrix();
  draw();
}

orbit.target.copy(saw.position);
camera.position.copy(saw.position).add(new THREE.Vector3(45, -50, 40));
orbit.update();
window.addEventListener('resize', fit);
fit();
show();
/** For whoever drives the page by a script. */
window.page = { saw, skull, show };
