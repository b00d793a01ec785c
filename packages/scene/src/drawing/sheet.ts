import type { CellPlace, Scene } from './scene.ts';

/**
 * A drawing on a sheet; `x`, `y` say where its corner lies, `scale` how much of the sheet a unit of it takes, `turn` by how many degrees it
 * is turned clockwise around that corner, `alpha` how far it covers what lies below, from 0 to 1.
 */
export type SheetPart = { scene: Scene; x: number; y: number; scale?: number; turn?: number; alpha?: number };

/** A picture as it is painted: three bytes a pixel, and a byte of cover each where it is not opaque. */
export type Raster = { width: number; height: number; rgb: Uint8Array; cover: Uint8Array | null };

/** A picture in a rectangle of a sheet; `address` is where a page has it from, `place` where it is read. */
export type SheetPicture = { raster: Raster; x: number; y: number; width: number; height: number; address?: string; place?: CellPlace };

/** A rectangle of a sheet that leads to a height of another page; pages count from 0. */
export type SheetLink = { x: number; y: number; width: number; height: number; page: number; top: number };

/** Several drawings beside each other on one sheet, then the pictures and the links above them. */
export type Sheet = { width: number; height: number; parts: SheetPart[]; pictures?: SheetPicture[]; links?: SheetLink[] };

/** The matrix of a part from its own units to the sheet's pixels, as `a b c d e f`. */
export function matrixOf({ x, y, scale = 1, turn = 0 }: SheetPart): [number, number, number, number, number, number] {
  const angle = (turn * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle) * scale, Math.sin(angle) * scale];
  return [cos, sin, -sin, cos, x, y];
}
