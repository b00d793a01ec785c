import type { api, Call, KanbanColumn, KanbanItem, Output } from '@gantry/contract';
import { TASK_STATUSES } from '@gantry/domain';
import type { TFunction } from 'i18next';

/** Cards of a board as the page holds them. */
export type Cards = {
  revision: number;
  /** The version whose rows the cards show; null on a free board. */
  version_id: number | null;
  /** Names them for the server; null on a free board. */
  state: string | null;
  items: readonly KanbanItem[];
  people: ReadonlyMap<number, string>;
  missing: Answer['missing'];
};
type Answer = Output<typeof api.kanban.items>;

/** What names a card for as long as the page shows it, also when the card of a row gets its first record. */
export const keyOf = ({ id, row_id }: Pick<KanbanItem, 'id' | 'row_id'>): number => (row_id === null ? id : -row_id);

/** What is known, with an answer taken in. */
export function mergeCards(known: Cards | undefined, answer: Answer): Cards {
  const { revision, full, version_id, state, items, deleted, people, missing } = answer;
  const names = new Map([...(known?.people ?? []), ...people.map(({ user_id, name }) => [user_id, name] as const)]);
  if (full || !known) return { revision, version_id, state, items, people: names, missing };
  if (revision < known.revision) return known;
  return { revision, version_id, state, items: putItems(known.items, items, deleted), people: names, missing };
}

/** Cards with some put in, by their keys, and some gone. */
export function putItems(known: readonly KanbanItem[], put: readonly KanbanItem[], gone: readonly number[] = []): KanbanItem[] {
  const fresh = new Map(put.map((item) => [keyOf(item), item]));
  const away = new Set(gone);
  const kept = known.flatMap((item) => {
    const key = keyOf(item);
    const next = fresh.get(key);
    fresh.delete(key);
    return next ? [next] : away.has(item.id) || away.has(key) ? [] : [item];
  });
  return [...kept, ...fresh.values()];
}

/** The order of a column: ranks are compared byte by byte. */
export const inOrder = (a: KanbanItem, b: KanbanItem): number => (a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : a.id - b.id);

/** Which cards are shown. */
export type CardFilter = { text: string; labels: readonly number[]; people: readonly number[]; overdue: boolean; mine: boolean };
export const NO_FILTER: CardFilter = { text: '', labels: [], people: [], overdue: false, mine: false };
export const isFiltered = (filter: CardFilter): boolean =>
  filter.text.trim() !== '' || filter.labels.length + filter.people.length > 0 || filter.overdue || filter.mine;

/** Past its due day, and not finished. */
export const isOverdue = (item: KanbanItem, column: Pick<KanbanColumn, 'done'> | undefined, today: string): boolean =>
  item.due !== null && item.due < today && !column?.done;

/** A column with its cards in order: all, and those that are shown. */
export type FilledColumn = { column: KanbanColumn; all: readonly KanbanItem[]; shown: readonly KanbanItem[] };

/** Columns with their cards. */
export function fillColumns(
  columns: readonly KanbanColumn[],
  items: readonly KanbanItem[],
  filter: CardFilter,
  { me, today }: { me: number | null; today: string },
): FilledColumn[] {
  const by = new Map<number, KanbanItem[]>(columns.map(({ id }) => [id, []]));
  for (const item of items) if (item.column_id !== null) by.get(item.column_id)?.push(item);
  const words = filter.text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const [labels, people] = [new Set(filter.labels), new Set(filter.people)];
  const passes = (item: KanbanItem, column: KanbanColumn): boolean => {
    const who = [...item.person_ids, ...(item.row ? [item.row.executor_id, item.row.curator_id] : [])];
    if (labels.size && !item.label_ids.some((id) => labels.has(id))) return false;
    if (people.size && !who.some((id) => id !== null && people.has(id))) return false;
    if (filter.mine && !who.includes(me)) return false;
    if (filter.overdue && !isOverdue(item, column, today)) return false;
    const text = `${item.row?.code ?? ''} ${item.title}`.toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  };
  return columns.map((column) => {
    const all = (by.get(column.id) ?? []).sort(inOrder);
    return { column, all, shown: isFiltered(filter) ? all.filter((item) => passes(item, column)) : all };
  });
}

/** What people call a column: by its name, or by its value on a board of rows. */
export function columnName({ name, value, value_name }: Pick<KanbanColumn, 'name' | 'value' | 'value_name'>, t: TFunction): string {
  if (name || value_name) return name || (value_name ?? '');
  if (value === null) return t('boards.no_value');
  return TASK_STATUSES.some((status) => status === value) ? t(`status.${value}`) : value;
}

/** At most two letters of a name. */
export const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => [...word][0].toLocaleUpperCase())
    .join('');

/** A change of one card; `after` is the key of the card behind which it goes, null: first. */
export type CardChange = { key: number; after?: number | null } & Omit<ApiChange, 'id' | 'after_id'>;
type ApiChange = Call<typeof api.kanban.updateItems>['body']['items'][number];
/** A change and what takes it back. */
export type Change = { changes: CardChange[]; inverse: CardChange[] };

/** The change as a call says it: by the ids that the cards have now. */
export function toApi({ key, after, ...rest }: CardChange, idOf: (key: number) => number): ApiChange {
  return { id: idOf(key), ...(after === undefined ? {} : { after_id: after === null ? null : idOf(after) }), ...rest };
}

const without = (items: readonly KanbanItem[], moved: ReadonlySet<number>): KanbanItem[] => items.filter((item) => !moved.has(keyOf(item)));

/** Behind which card something goes that comes to a place among the shown cards that stay. Hidden cards keep their places. */
export function afterAt({ all, shown }: FilledColumn, moved: ReadonlySet<number>, index: number): number | null {
  const rest = without(shown, moved);
  if (index > 0 && rest.length) return keyOf(rest[Math.min(index, rest.length) - 1]);
  const staying = without(all, moved);
  const before = rest.length ? staying[staying.indexOf(rest[0]) - 1] : staying.at(-1);
  return before ? keyOf(before) : null;
}

/** Cards go to one place together, in the order in which they stand; the way back leads each to where it stood. */
export function moveTo(columns: readonly FilledColumn[], keys: ReadonlySet<number>, column_id: number, after: number | null): Change {
  const [changes, inverse]: [CardChange[], CardChange[]] = [[], []];
  for (const { column, all } of columns) {
    let stays: number | null = null;
    for (const item of all) {
      const key = keyOf(item);
      if (!keys.has(key)) stays = key;
      else {
        changes.push({ key, column_id, after });
        inverse.push({ key, column_id: column.id, after: stays });
      }
    }
  }
  return { changes, inverse };
}

/** Where a card stands among those that are shown. */
export function findCard(columns: readonly FilledColumn[], key: number | null): { c: number; r: number } | null {
  if (key === null) return null;
  for (const [c, { shown }] of columns.entries()) {
    const r = shown.findIndex((item) => keyOf(item) === key);
    if (r >= 0) return { c, r };
  }
  return null;
}

export type Step = 'up' | 'down' | 'left' | 'right' | 'first' | 'last';

/** The card to which a step leads; columns without cards are passed by. */
export function stepFrom(columns: readonly FilledColumn[], key: number | null, step: Step): number | null {
  const at = findCard(columns, key);
  if (!at) return firstCard(columns);
  const { c, r } = at;
  const { shown } = columns[c];
  if (step === 'left' || step === 'right') {
    const by = step === 'left' ? -1 : 1;
    for (let next = c + by; columns[next]; next += by) {
      const list = columns[next].shown;
      if (list.length) return keyOf(list[Math.min(r, list.length - 1)]);
    }
    return key;
  }
  const target = { up: r - 1, down: r + 1, first: 0, last: shown.length - 1 }[step];
  return keyOf(shown[Math.min(Math.max(target, 0), shown.length - 1)]);
}

const firstCard = (columns: readonly FilledColumn[]): number | null => {
  const item = columns.find(({ shown }) => shown.length)?.shown[0];
  return item ? keyOf(item) : null;
};

/** The place to which a step brings cards, beginning from one of them; null where they stand there already. */
export function placeByStep(
  columns: readonly FilledColumn[],
  from: number,
  moved: ReadonlySet<number>,
  step: Step,
): { columnId: number; after: number | null } | null {
  const at = findCard(columns, from);
  if (!at) return null;
  const aside = step === 'left' ? -1 : step === 'right' ? 1 : 0;
  const filled = columns[at.c + aside];
  if (!filled) return null;
  const own = columns[at.c].shown;
  const before = (index: number): number => without(own.slice(0, index), moved).length;
  const rest = without(filled.shown, moved).length;
  const first = own.findIndex((item) => moved.has(keyOf(item)));
  const last = own.findLastIndex((item) => moved.has(keyOf(item)));
  const index = { up: before(first) - 1, down: before(last) + 1, left: at.r, right: at.r, first: 0, last: rest }[step];
  if (index < 0 || index > rest) return aside ? { columnId: filled.column.id, after: afterAt(filled, moved, rest) } : null;
  const stands = !aside && last - first + 1 === moved.size && index === before(first);
  return stands ? null : { columnId: filled.column.id, after: afterAt(filled, moved, index) };
}

/** Cards as they will be once a change is made. The rank is a guess that sorts them where they go; the answer brings the true one. */
export function foresee(items: readonly KanbanItem[], changes: readonly CardChange[]): KanbanItem[] {
  const known = new Map(items.map((item) => [keyOf(item), item]));
  const behind = new Map<number | null, number>();
  const put: KanbanItem[] = [];
  const gone: number[] = [];
  for (const { key, after, deleted, description, ...fields } of changes) {
    const item = known.get(key);
    if (!item) continue;
    if (deleted) gone.push(key, item.id);
    const count = (behind.get(after ?? null) ?? 0) + 1;
    if (after !== undefined) behind.set(after, count);
    const rank = after === undefined ? item.rank : (after === null ? '' : (known.get(after)?.rank ?? '')) + '!'.repeat(count);
    put.push({ ...item, ...defined(fields), rank, described: description === undefined ? item.described : description !== '' });
  }
  return putItems(items, gone.length ? [] : put, gone);
}

type Fields = Partial<Pick<KanbanItem, 'column_id' | 'title' | 'due' | 'priority' | 'person_ids' | 'label_ids'>>;
const defined = (fields: Fields): Fields => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

type TreeOf = { nodes: readonly { id: number; parent_id: number | null; name: string }[]; versions: readonly TreeVersion[] };
type TreeVersion = { id: number; schedule_id: number; name: string; kind: string; locked: boolean };

/** The versions of a node and of all below it, with the names of their schedules. */
export function versionsBelow(tree: TreeOf | undefined, nodeId: number): (TreeVersion & { schedule: string })[] {
  const nodes = new Map(tree?.nodes.map((node) => [node.id, node]));
  const isBelow = (id: number | null): boolean => id !== null && (id === nodeId || isBelow(nodes.get(id)?.parent_id ?? null));
  return (tree?.versions ?? [])
    .filter(({ schedule_id }) => isBelow(schedule_id))
    .map((version) => ({ ...version, schedule: nodes.get(version.schedule_id)?.name ?? '' }));
}

/** Heights of a card's parts in pixels, with the space below it; `board.module.css` has them from its lines. */
const HEIGHT = { frame: 20, line: 18, labels: 18 };
const LETTERS_A_LINE = 44;

/** How high a card will most probably be drawn, in pixels. */
export function heightOfCard({ title, label_ids, row, row_id, priority, due, described, comments, person_ids }: KanbanItem): number {
  const lines = Math.max(1, Math.ceil(title.length / LETTERS_A_LINE));
  const hasFacts = row !== null || row_id !== null || priority > 0 || due !== null || described || comments > 0 || person_ids.length > 0;
  return HEIGHT.frame + HEIGHT.line * (lines + (hasFacts ? 1 : 0)) + (label_ids.length ? HEIGHT.labels : 0);
}
