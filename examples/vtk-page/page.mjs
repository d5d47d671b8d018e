// A skull and a saw in vtk.js: drag the saw by a widget, and its contacts are drawn where it is. Needs kerf, kerf/vtk
// and @kitware/vtk.js.

import '@kitware/vtk.js/Rendering/Profiles/Geometry.js';
import '@kitware/vtk.js/Rendering/Profiles/Glyph.js';
import vtkInteractorStyleTrackballCamera from '@kitware/vtk.js/Interaction/Style/InteractorStyleTrackballCamera.js';
import vtkActor from '@kitware/vtk.js/Rendering/Core/Actor.js';
import vtkColorTransferFunction from '@kitware/vtk.js/Rendering/Core/ColorTransferFunction.js';
import vtkMapper from '@kitware/vtk.js/Rendering/Core/Mapper.js';
import vtkGenericRenderWindow from '@kitware/vtk.js/Rendering/Misc/GenericRenderWindow.js';
import vtkWidgetManager from '@kitware/vtk.js/Widgets/Core/WidgetManager.js';
import vtkTransformControlsWidget from '@kitware/vtk.js/Widgets/Widgets3D/TransformControlsWidget.js';
import { writeMesh } from 'kerf';
import { cuttingPath, sawBlade, skullPhantom } from 'kerf/datasets';
import { polyDataFromMesh, poseOf, vtkKerfContacts, vtkKerfReader } from 'kerf/vtk';

/** mm: the contact distance, the longest edge of a contact sub-triangle, and where colours are deepest. */
const [DELTA, H, RANGE] = [0.2, 1, 3];

const view = vtkGenericRenderWindow.newInstance({ background: [0.96, 0.945, 0.92] });
view.setContainer(document.querySelector('#view'));
const renderer = view.getRenderer();
const renderWindow = view.getRenderWindow();
view.getInteractor().setInteractorStyle(vtkInteractorStyleTrackballCamera.newInstance());

// The skull by kerf's reader, as from a file: yours by `await reader.setUrl('skull.vtp')`.
const reader = vtkKerfReader.newInstance({ format: 'vtp' });
reader.parseAsArrayBuffer(writeMesh(skullPhantom({ targetFaces: 50_000 }), 'vtp'));
const tool = polyDataFromMesh(sawBlade());

const skull = actorOf([0.91, 0.86, 0.75]);
skull.getMapper().setInputConnection(reader.getOutputPort());
skull.getProperty().setOpacity(0.45); // most contacts lie in the bone
const saw = actorOf([0.29, 0.42, 0.6]);
saw.getMapper().setInputData(tool);
saw.getProperty().setOpacity(0.25);

const filter = vtkKerfContacts.newInstance({ contactDistance: DELTA, resolution: H, boneProp: skull, toolProp: saw });
filter.setInputConnection(reader.getOutputPort(), 0);
filter.setInputData(tool, 1);

const colours = vtkColorTransferFunction.newInstance();
[0x67001f, 0xd6604d, 0xf7f7f7, 0x4393c3, 0x053061].forEach((rgb, i) => {
  const channels = [16, 8, 0].map((shift) => ((rgb >> shift) & 255) / 255);
  colours.addRGBPoint(RANGE * (i / 2 - 1), ...channels);
});
const contacts = actorOf([1, 1, 1]);
contacts.getMapper().setInputConnection(filter.getOutputPort(0));
contacts.getMapper().setScalarModeToUseCellData();
contacts.getMapper().setLookupTable(colours);
contacts.getMapper().setUseLookupTableScalarRange(true);
contacts.getMapper().setScalarVisibility(true);
contacts.getProperty().setLighting(false);
const curve = actorOf([0.06, 0.08, 0.1]);
curve.getMapper().setInputConnection(filter.getOutputPort(1));
curve.getProperty().setLighting(false);
curve.getProperty().setLineWidth(2);

// The widget moves the saw; its mode is set by the buttons.
const manager = vtkWidgetManager.newInstance();
manager.setRenderer(renderer);
const widget = vtkTransformControlsWidget.newInstance();
manager.addWidget(widget).setScaleInPixels(true);
const transform = widget.getWidgetState().getTransform();
transform.onModified(() => {
  saw.setPosition(...transform.getTranslation());
  saw.setOrientationFromQuaternion(transform.getRotation());
  show();
});
for (const mode of ['translate', 'rotate'])
  document.querySelector(`#${mode}`).addEventListener('click', () => {
    widget.setMode(mode);
    renderWindow.render();
  });

// The saw's first place: the deepest of a cutting path.
const first = cuttingPath({ poses: 40 }).subarray(16 * 20, 16 * 21);
transform.setRotation(quaternionOf(first));
transform.setTranslation([...first.subarray(12, 15)]);

const camera = renderer.getActiveCamera();
camera.setFocalPoint(...first.subarray(12, 15));
camera.setPosition(first[12] + 45, first[13] - 50, first[14] + 40);
camera.setViewUp(0, 0, 1);
renderer.resetCameraClippingRange();
view.resize();
window.addEventListener('resize', () => view.resize());
show();
/** For whoever drives the page by a script. */
window.page = { saw, skull, filter, show, poseOf };

/** Draws the contacts where the saw is. @returns the report. */
function show() {
  const report = filter.getReport();
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
  renderWindow.render();
  return report;
}

function actorOf(colour) {
  const mapper = vtkMapper.newInstance();
  mapper.setScalarVisibility(false);
  const actor = vtkActor.newInstance();
  actor.setMapper(mapper);
  actor.getProperty().setColor(...colour);
  renderer.addActor(actor);
  return actor;
}

/** x, y, z, w of a pose's rotation. */
function quaternionOf(m) {
  const w = Math.sqrt(Math.max(0, 1 + m[0] + m[5] + m[10])) / 2;
  if (w > 1e-3) return [(m[6] - m[9]) / (4 * w), (m[8] - m[2]) / (4 * w), (m[1] - m[4]) / (4 * w), w];
  // A half turn: the axis is the column of I + R with the largest diagonal.
  const k = [0, 5, 10].reduce((best, i, n) => (m[i] > m[5 * best] ? n : best), 0);
  const axis = [0, 1, 2].map((row) => m[4 * k + row] + (row === k ? 1 : 0));
  const length = Math.hypot(...axis);
  return [...axis.map((x) => x / length), 0];
}
