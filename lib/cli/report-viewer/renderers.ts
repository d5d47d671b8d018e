// A container → the drawing area of two pictures: a renderer for each layer, and their grounds by the reader's scheme.

import '@kitware/vtk.js/Rendering/OpenGL/Profiles/Geometry.js';
import vtkInteractorStyleTrackballCamera from '@kitware/vtk.js/Interaction/Style/InteractorStyleTrackballCamera.js';
import vtkRenderer from '@kitware/vtk.js/Rendering/Core/Renderer.js';
import vtkRenderWindow from '@kitware/vtk.js/Rendering/Core/RenderWindow.js';
import vtkRenderWindowInteractor from '@kitware/vtk.js/Rendering/Core/RenderWindowInteractor.js';
import vtkOpenGLRenderWindow from '@kitware/vtk.js/Rendering/OpenGL/RenderWindow.js';
import { VIEW_ANGLE } from './camera-links.ts';
import type { Layout } from './view-layout.ts';

/** 'over' is drawn over the close picture, so that what lies inside the bone shows through it. */
export type Layer = 'whole' | 'close' | 'over';

/** The drawing area, and a renderer for each layer. */
export interface Pictures {
  readonly window: vtkRenderWindow;
  readonly view: vtkOpenGLRenderWindow;
  readonly interactor: vtkRenderWindowInteractor;
  readonly renderers: Record<Layer, vtkRenderer>;
}

/** What lies behind the bodies: the page's own ground, and a little lighter in the close picture. */
const GROUNDS = {
  light: { whole: [0.93, 0.95, 0.965], close: [0.965, 0.975, 0.985] },
  dark: { whole: [0.125, 0.149, 0.18], close: [0.16, 0.188, 0.224] },
} as const;

export function makePictures(container: HTMLElement): Pictures {
  const window = vtkRenderWindow.newInstance();
  const view = vtkOpenGLRenderWindow.newInstance();
  view.setContainer(container);
  window.addView(view);
  const whole = vtkRenderer.newInstance();
  const close = vtkRenderer.newInstance();
  const over = vtkRenderer.newInstance({ interactive: false });
  over.setLayer(1);
  over.setActiveCamera(close.getActiveCamera());
  window.setNumberOfLayers(2);
  for (const renderer of [whole, close, over]) window.addRenderer(renderer);
  for (const renderer of [whole, close]) renderer.getActiveCamera().setViewAngle(VIEW_ANGLE);
  const interactor = vtkRenderWindowInteractor.newInstance();
  interactor.setView(view);
  interactor.initialize();
  interactor.bindEvents(container);
  interactor.setInteractorStyle(vtkInteractorStyleTrackballCamera.newInstance());
  return { window, view, interactor, renderers: { whole, close, over } };
}

export function setGrounds({ whole, close }: Pictures['renderers'], scheme: keyof typeof GROUNDS): void {
  whole.setBackground([...GROUNDS[scheme].whole]);
  close.setBackground([...GROUNDS[scheme].close]);
}

export function setViewports({ whole, close, over }: Pictures['renderers'], layout: Layout): void {
  whole.setViewport(...layout.whole);
  for (const renderer of [close, over]) renderer.setViewport(...layout.close);
}
