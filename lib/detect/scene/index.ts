export { createScene } from './create-scene.ts';
export type { Scene, SceneContact, SceneOptions } from './scene.ts';
