import type { Cell } from './columns.ts';

/** A word of a list as people write it: “Not started”, “Finish milestone”. */
export function inWords(cell: Cell): string | null {
  if (typeof cell !== 'string') return null;
  const text = SPOKEN.get(cell) ?? cell.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The word of a list that somebody wrote, in words or as the product calls it. */
export function plainWord(text: string): string {
  const written = text.trim().toLowerCase();
  return WRITTEN.get(written) ?? written.replace(/[\s-]+/g, '_');
}

const SPOKEN = new Map([
  ['sum', 'summary'],
  ['milestone_start', 'start milestone'],
  ['milestone_finish', 'finish milestone'],
  ['resource', 'resource dependent'],
  ['wbs_summary', 'WBS summary'],
  ['not_earlier', 'not earlier than'],
  ['not_later', 'not later than'],
  ['in_date', 'on the date'],
]);
const WRITTEN = new Map([...SPOKEN].map(([word, text]) => [text.toLowerCase(), word]));
