// Nothing → marching cubes, loaded on first use.
//
// Marching cubes pull in vtk.js, which a program that reads no volume does not need.

export type Isosurface = typeof import('./isosurface.ts').isosurface;

export async function loadIsosurface(): Promise<Isosurface> {
  return (await import('./isosurface.ts')).isosurface;
}
