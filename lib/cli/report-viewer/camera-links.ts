// Two pictures → their cameras: each placed so that a sphere fills its picture, and turned with the other.

import type vtkRenderer from '@kitware/vtk.js/Rendering/Core/Renderer.js';
import type { Sphere, Vector } from './views.ts';

/** Degrees, of both cameras. */
export const VIEW_ANGLE = 30;

/** Moves a camera so that a sphere, seen from the direction `away`, fills its picture. */
export function aim(renderer: vtkRenderer, target: Sphere, away: Vector, up: Vector, aspect: number): void {
  const half = Math.sin(((VIEW_ANGLE / 2) * Math.PI) / 180) * Math.min(1, aspect);
  const distance = target.radius / half;
  const camera = renderer.getActiveCamera();
  camera.setFocalPoint(...target.centre);
  camera.setPosition(
    target.centre[0] + distance * away[0],
    target.centre[1] + distance * away[1],
    target.centre[2] + distance * away[2],
  );
  camera.setViewUp(...up);
}

/** Two cameras that turn together: turning one turns the other, each about its own focal point. */
export class CameraLinks {
  #isFollowing = false;

  constructor(first: vtkRenderer, second: vtkRenderer) {
    this.#link(first, second);
    this.#link(second, first);
  }

  /** Moves a camera without moving the other. */
  unlinked(move: () => void): void {
    this.#isFollowing = true;
    move();
    this.#isFollowing = false;
  }

  #link(leader: vtkRenderer, follower: vtkRenderer): void {
    leader.getActiveCamera().onModified(() => {
      if (this.#isFollowing) return;
      this.unlinked(() => {
        const from = leader.getActiveCamera();
        const to = follower.getActiveCamera();
        const distance = to.getDistance();
        const [dx, dy, dz] = from.getDirectionOfProjection();
        const [x, y, z] = to.getFocalPoint();
        to.setPosition(x - distance * dx, y - distance * dy, z - distance * dz);
        const [ux, uy, uz] = from.getViewUp();
        to.setViewUp(ux, uy, uz);
        follower.resetCameraClippingRange();
      });
    });
  }
}
