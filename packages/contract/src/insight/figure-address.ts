import { type Figure, figure } from './figures.ts';

const FIGURE_IN_ADDRESS = 'f.';
/** A figure as a parameter of an address. */
export const writeFigure = (asked: Figure): string =>
  FIGURE_IN_ADDRESS + encodeURIComponent(JSON.stringify(asked)).replaceAll('~', '%7E').replaceAll('%', '~');

/** The figure that a parameter of an address names; null where it names none. */
export function readFigure(text: string | undefined): Figure | null {
  if (!text?.startsWith(FIGURE_IN_ADDRESS)) return null;
  try {
    return figure.safeParse(JSON.parse(decodeURIComponent(text.slice(FIGURE_IN_ADDRESS.length).replaceAll('~', '%')))).data ?? null;
  } catch {
    return null;
  }
}
