import type { CellLook } from '../columns.ts';
import { line } from './line.ts';
import { share } from './share.ts';
import { tick } from './tick.ts';
import { tinted } from './tinted.ts';
import { wrapped } from './wrapped.ts';

/** The looks of cells. A column takes one of them or brings its own; a new one is a file beside these and its name here. */
export const CELL_LOOKS = { line, wrapped, share, tick, tinted } satisfies Record<string, CellLook>;
