import type { RowGrouping } from '@gantry/contract';
import {
  marginsOf,
  PRINT_LIMITS,
  type PrintFormat,
  type PrintPicture,
  type PrintSettings,
  type PrintValue,
  type RowFilter,
} from '@gantry/domain';

/** How a version is printed, while it is being chosen. */
export type PrintDraft = { format: PrintFormat; settings: PrintSettings };

/** Which rows are printed, in which order and groups. */
export type PrintedLook = {
  filter: RowFilter | null;
  sort: { column: string; direction: 1 | -1 } | null;
  grouping: RowGrouping | null;
};

export const WHOLE_PLAN: PrintedLook = { filter: null, sort: null, grouping: null };

/** A text of a slot with a dynamic value behind what stands there. */
export const withValue = (text: string, value: PrintValue | PrintPicture | 'passport'): string =>
  `${text}${text === '' || /\s$/.test(text) ? '' : ' '}{{${value === 'passport' ? 'passport("…")' : value}}}`;

/** Sides of papers in millimetres, the shorter first. */
const PAPERS = { A4: [210, 297], A3: [297, 420], A2: [420, 594], A1: [594, 841], A0: [841, 1189] } as const;
export type Paper = keyof typeof PAPERS;
export const PAPER_NAMES = Object.keys(PAPERS) as Paper[];

/** The paper of a sheet, whichever way it lies; null where it has a size of its own. */
export function paperOf({ sheet_height, sheet_width }: PrintFormat): Paper | null {
  const [short, long] = [Math.min(sheet_height, sheet_width), Math.max(sheet_height, sheet_width)];
  return PAPER_NAMES.find((name) => PAPERS[name][0] === short && PAPERS[name][1] === long) ?? null;
}

export const isPortrait = ({ sheet_height, sheet_width }: PrintFormat): boolean => sheet_height > sheet_width;

/** The sheet of a paper. One that is too narrow standing up lies. */
export function sheetOf(paper: Paper, portrait: boolean): Pick<PrintFormat, 'sheet_height' | 'sheet_width'> {
  const [short, long] = PAPERS[paper];
  return portrait && short >= PRINT_LIMITS.width ? { sheet_height: long, sheet_width: short } : { sheet_height: short, sheet_width: long };
}

export type MarginSide = keyof PrintFormat['margins'];

const OPPOSITE: Record<MarginSide, MarginSide> = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' };

/** How far a margin may go: so that there is room to print in. */
export function mostOfMargin(format: PrintFormat, side: MarginSide): number {
  const isUpright = side === 'left' || side === 'right';
  const [sheet, room] = isUpright ? [format.sheet_width, PRINT_LIMITS.roomWidth] : [format.sheet_height, PRINT_LIMITS.roomHeight];
  return Math.max(0, Math.floor(sheet - room - marginsOf(format)[OPPOSITE[side]]));
}

/** The margin, in millimetres, whose line is drawn to a place over the picture of the sheet. */
export function marginAt(
  { sheet_width, sheet_height }: PrintFormat,
  side: MarginSide,
  box: { left: number; top: number; width: number; height: number },
  { clientX, clientY }: { clientX: number; clientY: number },
): number {
  const [x, y] = [((clientX - box.left) / box.width) * sheet_width, ((clientY - box.top) / box.height) * sheet_height];
  return { left: x, right: sheet_width - x, top: y, bottom: sheet_height - y }[side];
}
