import type { Frame } from '../frame.ts';

/** Something drawn on the row of an item: one file each, listed in the family's table, switched on by name. */
export type Decoration = {
  /** Draws it for one row; `top` is the row's upper edge. Called only for rows in sight. */
  draw(frame: Frame, row: number, top: number): void;
};
