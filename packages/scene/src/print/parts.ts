import type { FilledValues } from '@gantry/domain';
import type { SheetLink, SheetPart, SheetPicture } from '../drawing/sheet.ts';
import type { Scene } from '../drawing/scene.ts';
import type { Raster } from '../drawing/sheet.ts';
import type { TextFitter } from '../drawing/text-fitter.ts';

/** What a page is put together with. */
export type PageParts = {
  /** Opens a drawing at a place of the sheet, so many of its own units wide and high. */
  put(
    x: number,
    y: number,
    width: number,
    height: number,
    scale: number,
    draw: (scene: Scene) => void,
    more?: Pick<SheetPart, 'turn' | 'alpha'>,
  ): void;
  picture(picture: SheetPicture): void;
  link(link: SheetLink): void;
  fitter: TextFitter;
  /** Numbers of the colours of what stands around, in the list of the document. */
  roles: { text: number; surface: number; 'text-muted': number };
};

/** Pictures that slots may name: the logo, and the squares of a code, row by row, true where dark. */
export type PagePictures = {
  logo: Raster | null;
  qr: readonly (readonly boolean[])[] | null;
  /** Where a page has the logo from. */ address?: string;
};

/** Values of slots that are the same on all pages, and those of a page. */
export type PageValues = FilledValues;
