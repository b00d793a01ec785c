import { parseMinute, type WbsRow } from '@gantry/domain';
import { blankRow, type ScheduleView, type TextColumn, viewOfRows } from '@gantry/plan-view';
import type { ComparedRows } from './compare.queries.ts';

type Row = ComparedRows['rows'][number];

/** The colours of rows of a comparison, as the chart numbers its tints. */
export const CHANGE_TINTS = { added: 3, removed: 6, changed: 5 } as const;

/** Rows of two versions as one chart: bars as in the second, thin ones below as in the first; deleted rows keep their bars of the first. */
export function chartOf(
  { rows }: Pick<ComparedRows, 'rows'>,
  t: (key: string) => string,
): { view: ScheduleView; placeOf(id: number): { side: 0 | 1; itemId: number } | null } {
  const first = spans(rows, 0);
  const texts = new Map<number, string>();
  const list = rows.map((row, at): WbsRow => {
    const id = at + 1;
    const stated = row.change === 'changed' ? row.kinds.map((kind) => t(`compare.kind_${kind}`)).join(', ') : '';
    if (row.change !== 'same') texts.set(id, stated || t(`compare.change_${row.change}`));
    const gone = row.change === 'removed';
    return blankRow(id, {
      parentId: row.parent === null ? null : row.parent + 1,
      position: at,
      type: row.type,
      code: row.code,
      name: row.name,
      start: row.start[gone ? 0 : 1],
      finish: row.finish[gone ? 0 : 1],
      targetStart: gone ? null : first[at].start,
      targetFinish: gone ? null : first[at].finish,
      tint: tintOf(row),
    });
  });
  const column: TextColumn = { name: t('compare.column_change'), texts };
  return {
    view: viewOfRows(list, [{ id: 1, minutesPerDay: 480 }], [column]),
    placeOf(id) {
      const ids = rows[id - 1]?.ids ?? [];
      const side = (ids[1] ?? null) !== null ? 1 : 0;
      const itemId = ids[side] ?? null;
      return itemId === null ? null : { side, itemId };
    },
  };
}

function tintOf({ change, start, finish }: Row): number | null {
  if (change === 'added' || change === 'removed') return CHANGE_TINTS[change];
  return start[0] !== start[1] || finish[0] !== finish[1] ? CHANGE_TINTS.changed : null;
}

/** Dates of each row in a version; summaries without dates of their own span the rows below them. */
function spans(rows: readonly Row[], side: number): { start: string | null; finish: string | null }[] {
  const found = rows.map(({ start, finish }) => ({ start: start[side], finish: finish[side] }));
  const minute = (text: string | null) => (text === null ? null : parseMinute(text));
  for (let at = rows.length - 1; at >= 0; at -= 1) {
    const { parent } = rows[at];
    // Stored dates of summaries are none: a summary is where its rows are.
    if (parent === null || rows[parent].type !== 'sum') continue;
    const [own, above] = [found[at], found[parent]];
    const [start, finish] = [minute(own.start), minute(own.finish)];
    if (start !== null && start < (minute(above.start) ?? Infinity)) above.start = own.start;
    if (finish !== null && finish > (minute(above.finish) ?? -Infinity)) above.finish = own.finish;
  }
  return found;
}
