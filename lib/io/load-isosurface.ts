// Nothing → marching cubes, loaded when first asked for.
//
// They bring vtk.js, of which a program that reads no volume has no need.

export async function loadIsosurface(): Promise<typeof import('./isosurface.ts').isosurface> {
  return (await import('./isosurface.ts')).isosurface;
}
