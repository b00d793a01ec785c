import { oncePer, oncePerRevision, RELATION_TYPES, type RelationType } from '@gantry/domain';
import { numberAt, textAt } from '../document/document.ts';
import type { ScheduleView } from '../rows/view.ts';

/** A relation to a predecessor, as it is typed. */
export type TypedPredecessor = { id: number; type: RelationType; lag_minutes: number };

/** Why a typed list is refused: a text of `locales` and what fills it. */
export type PredecessorRefusal = { key: string; parameters: Record<string, string> };

/** Links by the row at one of their ends, found once per set of links. */
const linksBy = (end: 'predecessor' | 'successor') =>
  oncePer((links: ScheduleView['links']) => {
    const found = new Map<number, number[]>();
    for (let link = 0; link < links.count; link += 1) {
      const list = found.get(links[end][link]);
      if (list) list.push(link);
      else found.set(links[end][link], [link]);
    }
    return found;
  });
const incoming = linksBy('successor');
const outgoing = linksBy('predecessor');

/** What stands before the code of a row of another schedule: such parts of a typed list are read by nobody and stay as they are. */
const OUTSIDE = '\u2197';

/** Predecessors or successors of a row as planners write them: `A1010`, `A1020SS+2d`, `\u2197B1` in another schedule. `write` writes a number of days. */
export function writeRelated(
  view: ScheduleView,
  row: number,
  side: 'predecessors' | 'successors',
  write: (days: number) => string,
): string {
  const { links, rows, document, times, slots } = view;
  const relations = document.tables.relation;
  const list = (side === 'predecessors' ? incoming : outgoing)(links).get(row) ?? [];
  const inside = list.map((link) => {
    const slot = relations.slotOf.get(links.id[link]) as number;
    const successor = links.successor[link];
    const lag = numberAt(relations, 'lagMinutes', slot) / times.minutesPerDay(rows.calendar?.[successor] ?? 0);
    const other = side === 'predecessors' ? links.predecessor[link] : successor;
    const code = textAt(document.tables.wbs, 'code', slots[other]) || `#${rows.id[other]}`;
    return code + writtenType(RELATION_TYPES[links.type[link]], lag, write);
  });
  const outside = (view.outside?.get(rows.id[row]) ?? []).flatMap(({ side: at, type, lag_minutes, other }) => {
    if (`${at}s` !== side) return [];
    const lag = lag_minutes / times.minutesPerDay(rows.calendar?.[row] ?? 0);
    return OUTSIDE + (other.code || other.name) + writtenType(type, lag, write);
  });
  return [...inside, ...outside].join('; ');
}

const writtenType = (type: RelationType, lag: number, write: (days: number) => string): string =>
  (type === 'fs' && !lag ? '' : type.toUpperCase()) + (lag ? (lag > 0 ? '+' : '-') + write(Math.abs(lag)) : '');

const TYPE = /(fs|ss|ff|sf)?\s*(?:([+\u2212-])\s*([^+\u2212-]*))?$/i;

/**
 * Reads `12FS+3d; A1010, A1020SS-0,5w`: rows by code, by `#` and id, or by their number in the grid; the link type (finish to
 * start where none is given); a lag as `readDuration` knows it. Codes themselves may hold the words and signs of the form.
 */
export function readPredecessors(
  text: string,
  rowByName: (name: string) => number | 'several' | null,
  readDuration: (text: string) => number | null,
): { list: TypedPredecessor[] } | { refusal: PredecessorRefusal } {
  const list: TypedPredecessor[] = [];
  for (const part of partsOf(text, (name) => rowByName(name) !== null)) {
    if (part.startsWith(OUTSIDE)) continue;
    const read = readOne(part, rowByName, readDuration);
    if ('refusal' in read) return read;
    if (list.some(({ id, type }) => id === read.id && type === read.type)) return refuse('wbs.predecessor_twice', { text: part });
    list.push(read);
  }
  return { list };
}

/** Parts between semicolons, else commas; a comma is decimal where a lag's digits stand before it and digits behind it. */
function partsOf(text: string, isName: (part: string) => boolean): string[] {
  if (text.includes(';')) return trimmed(text.split(';'));
  const parts: string[] = [];
  for (const piece of text.split(',')) {
    const before = parts.at(-1);
    const decimal = before !== undefined && /[+\u2212-]\s*\d+$/.test(before) && /^\d/.test(piece) && !isName(before.trim());
    if (decimal) parts[parts.length - 1] = `${before},${piece}`;
    else parts.push(piece);
  }
  return trimmed(parts);
}

const trimmed = (parts: readonly string[]): string[] => parts.map((part) => part.trim()).filter(Boolean);

function readOne(
  part: string,
  rowByName: (name: string) => number | 'several' | null,
  readDuration: (text: string) => number | null,
): TypedPredecessor | { refusal: PredecessorRefusal } {
  const whole = rowByName(part);
  if (typeof whole === 'number') return { id: whole, type: 'fs', lag_minutes: 0 };
  const match = TYPE.exec(part);
  const name = part.slice(0, match?.index ?? part.length).trim();
  const [, type = 'fs', sign, lagText] = match ?? [];
  const row = rowByName(name);
  if (row === 'several' || whole === 'several') return refuse('wbs.predecessor_several', { text: name || part });
  if (row === null) return refuse('wbs.predecessor_unknown', { text: name || part });
  const lag = sign === undefined ? 0 : readDuration(lagText.trim());
  if (lag === null) return refuse('wbs.predecessor_lag', { text: part });
  return { id: row, type: type.toLowerCase() as RelationType, lag_minutes: sign === undefined || sign === '+' ? lag : -lag };
}

function refuse(key: string, parameters: Record<string, string>): { refusal: PredecessorRefusal } {
  return { refusal: { key, parameters } };
}

const byCode = oncePerRevision<Map<string, number | 'several'>>();

/** The row that a typed name means: its code, `#` with its id, or its number among all rows. */
export function rowNamed(view: ScheduleView, name: string): number | 'several' | null {
  const { rows, document, slots } = view;
  const idOfCode = byCode(rows, document.revision, () => {
    const ids = new Map<string, number | 'several'>();
    for (let row = 0; row < rows.count; row += 1) {
      const code = slots[row] < 0 ? '' : textAt(document.tables.wbs, 'code', slots[row]).toLowerCase();
      if (code) ids.set(code, ids.has(code) ? 'several' : rows.id[row]);
    }
    return ids;
  });
  const wanted = name.trim().toLowerCase();
  const found = idOfCode.get(wanted);
  if (found !== undefined) return found;
  const id = /^#(\d+)$/.exec(wanted);
  if (id) return view.rowOfId.has(Number(id[1])) ? Number(id[1]) : null;
  const place = /^\d+$/.test(wanted) ? Number(wanted) : 0;
  return place >= 1 && place <= rows.count ? rows.id[place - 1] : null;
}
