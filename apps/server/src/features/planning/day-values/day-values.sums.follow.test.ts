import { DATA_MODES, type DataMode, type Diff, packDays } from '@gantry/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayChangesOf, openSums, placesAfter } from './day-values.sums.rules.ts';

const [FROM, TO] = [10, 13];
type Place = { id: number; parentId: number | null; type: 'sum' | 'work' | 'draft' };
type Series = { id: number; itemId: number; mode: DataMode; measure: 'volume'; days: { firstDay: number; values: (number | null)[] } };
type State = { rows: Map<number, Place>; series: Map<number, Series> };

/** The sums of a state, counted from scratch. */
function counted({ rows, series }: State) {
  const sums = openSums([...rows.values()] as never, FROM, TO);
  for (const { itemId, mode, days } of series.values()) sums.add(itemId, mode, packDays(days));
  return sums.close();
}

const numbers = fc.tuple(fc.nat(), fc.nat(), fc.nat());
const act = fc.tuple(
  fc.constantFrom('add', 'remove', 'move', 'turn', 'write', 'clear'),
  numbers,
  fc.array(fc.option(fc.integer({ min: 0, max: 9 })), { minLength: 1, maxLength: 6 }),
);

/** Changes a state as an edit does, and answers what the edit says of it. */
function edit(
  { rows, series }: State,
  [what, [one, other, third], values]: typeof act extends fc.Arbitrary<infer A> ? A : never,
  next: () => number,
): Diff {
  const list = [...rows.values()];
  const row = list[one % list.length];
  const parents = [null, ...list.filter(({ type }) => type === 'sum').map(({ id }) => id)];
  const parentId = parents[other % parents.length];
  const table = (more: object) => ({ added: [], updated: [], removed: [], ...more });
  const isBelow = (id: number | null): boolean => id !== null && (id === row.id || isBelow(rows.get(id)?.parentId ?? null));
  const change = (after: Partial<Place>): Diff => {
    rows.set(row.id, { ...row, ...after });
    return { wbs: table({ updated: [{ id: row.id, before: row, after }] }) };
  };
  if (what === 'add' || !row) {
    const added: Place = { id: next(), parentId, type: (['work', 'sum', 'draft'] as const)[third % 3] };
    rows.set(added.id, added);
    return { wbs: table({ added: [added] }) };
  }
  const own = [...series.values()].filter(({ itemId }) => itemId === row.id);
  if (what === 'remove') {
    if (list.some(({ parentId: of }) => of === row.id)) return {};
    rows.delete(row.id);
    for (const { id } of own) series.delete(id);
    return { wbs: table({ removed: [row] }), daySeries: table({ removed: own }) };
  }
  if (what === 'move') return isBelow(parentId) ? {} : change({ parentId });
  if (what === 'turn') {
    const hasRows = list.some(({ parentId: of }) => of === row.id);
    return hasRows ? {} : change({ type: (['work', 'sum', 'draft'] as const)[third % 3] });
  }
  const mode = DATA_MODES[other % 3];
  const known = own.find((one_) => one_.mode === mode);
  if (known && what === 'clear') {
    series.delete(known.id);
    return { daySeries: table({ removed: [known] }) };
  }
  if (known) {
    const at = third % known.days.values.length;
    const day = known.days.firstDay + at;
    const after = { ...known, days: { ...known.days, values: known.days.values.with(at, values[0]) } };
    series.set(known.id, after);
    return {
      daySeries: table({
        updated: [{ id: known.id, before: { days: { [day]: known.days.values[at] } }, after: { days: { [day]: values[0] } } }],
      }),
    };
  }
  const added: Series = { id: next(), itemId: row.id, mode, measure: 'volume', days: { firstDay: FROM - 1 + (third % 4), values } };
  series.set(added.id, added);
  return { daySeries: table({ added: [added] }) };
}

test('sums that follow works which come, go, move and turn are those that are counted whole', () => {
  fc.assert(
    fc.property(fc.array(fc.array(act, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 10 }), (rounds) => {
      let last = 0;
      const next = (): number => (last += 1);
      const state: State = { rows: new Map(), series: new Map() };
      for (let at = 0; at < 8; at += 1) edit(state, ['add', [0, at * 7, at % 2], [1]], next);
      const sums = counted(state);
      for (const round of rounds) {
        const diffs = round.map((one) => edit(state, one, next));
        const places = placesAfter(diffs);
        const moved = new Set(sums.moved(places));
        const changes = dayChangesOf(diffs, 'volume', (id) => state.series.get(id));
        // The state does not hold a series that was deleted again: the service counts from scratch.
        if (!changes) return;
        sums.follow(
          changes,
          places,
          [...state.series.values()].filter(({ itemId }) => moved.has(itemId)),
        );
        const whole = counted(state);
        for (const { id, type } of state.rows.values()) if (type === 'sum') expect(sums.of(id)).toEqual(whole.of(id));
      }
    }),
    { numRuns: Number(process.env['PROPERTY_CASES'] ?? 300) },
  );
});
