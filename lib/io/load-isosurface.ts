// Nothing → marching cubes, loaded when first asked for.
//
// They bring vtk.js, of which a program that reads no volume has no need.

export type Isosurface = typeof import('./isosurface.ts').isosurface;

export async function loadIsosurface(): Promise<Isosurface> {
  return (await import('./isosurface.ts')).isosurface;
}
