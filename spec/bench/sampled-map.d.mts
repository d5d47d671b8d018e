// Types of sampled-map.mjs, for a spec.

export class SampledMap {
  constructor(
    mesh: { readonly positions: ArrayLike<number>; readonly faces: ArrayLike<number> },
    size: number,
    centre: Readonly<ArrayLike<number>>,
  );
  isInside(x: number, y: number, z: number): boolean;
}
