import { type CellPlace, drawText, openPlace, type Scene } from '../drawing/scene.ts';
import type { Raster, SheetPicture } from '../drawing/sheet.ts';
import type { TextFitter } from '../drawing/text-fitter.ts';
import { CHART_COLOUR, CHART_LAYER } from './chart-colours.ts';

/** A photo with what stands below it: what it is of, and when and by whom. Without a raster it could not be read. */
export type BoardPhoto = { raster: Raster | null; address: string; name: string; about: string };

const GAP = 10;
const LINE = 16;
const WORDS = 2 * LINE + 4;
/** How wide a photo is where there is room, and how high for its width. */
const USUAL = 190;
const SHAPE = 0.75;

const columnsIn = (width: number): number => Math.max(1, Math.floor((width + GAP) / (USUAL + GAP)));
const heightOf = (count: number, columns: number, width: number): number =>
  Math.ceil(count / columns) * (((width + GAP) / columns - GAP) * SHAPE + WORDS);

/** The height that so many photos take at their usual size. */
export const photosHeight = (count: number, width: number): number => heightOf(count, columnsIn(width), width);

/** Draws photos beside and below each other, smaller where the room is too low for all; answers the pictures. */
export function drawPhotos(
  scene: Scene,
  photos: readonly BoardPhoto[],
  box: { x: number; y: number; width: number; height: number },
  fitter: TextFitter,
  placeOf: (photo: number) => CellPlace,
): SheetPicture[] {
  let columns = columnsIn(box.width);
  while (columns < photos.length && heightOf(photos.length, columns, box.width) > box.height) columns++;
  const width = (box.width + GAP) / columns - GAP;
  const height = width * SHAPE;
  return photos.flatMap(({ raster, address, name, about }, at) => {
    const [x, y] = [box.x + (at % columns) * (width + GAP), box.y + Math.floor(at / columns) * (height + WORDS)];
    const place = placeOf(at);
    for (const [line, text] of [name, about].entries()) {
      openPlace(scene, place, text);
      const role = CHART_COLOUR[line === 0 ? 'text' : 'text-muted'];
      drawText(scene, CHART_LAYER.text, role, 'caption', 'left', x, y + height + LINE * (line + 0.6), fitter.fit(text, width, 'caption'));
    }
    if (!raster) return [];
    const scale = Math.min(width / raster.width, height / raster.height);
    const [wide, high] = [raster.width * scale, raster.height * scale];
    return [{ raster, address, place, x: x + (width - wide) / 2, y: y + (height - high) / 2, width: wide, height: high }];
  });
}
