import { api } from '@gantry/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { versionWithMoney } from '../../../../testing/samples/version-with-money.ts';
import { createWorld, type Person, type World } from '../../../../testing/world.ts';

let world: World;
let anna: Person;
beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
});
afterAll(() => world.close());

const KINDS = ['cost', 'labour', 'count', 'money', 'volume', 'byTarget', 'byDayPlan', 'byExecutor'] as const;

const edit = fc.record({
  kind: fc.constantFrom('create', 'remove', 'duration', 'progress', 'start', 'plan', 'fact', 'undo'),
  at: fc.nat({ max: 20 }),
  amount: fc.integer({ min: 1, max: 9 }),
});

async function make(version: number, { kind, at, amount }: typeof edit extends fc.Arbitrary<infer T> ? T : never): Promise<void> {
  const { items: rows } = await anna.ok(api.wbs.list, { params: { id: version } });
  const day = `2026-0${3 + (at % 3)}-1${amount}`;
  const one = rows.length ? { id: version, wbsId: Number(rows[at % rows.length].id) } : null;
  const update = (body: Record<string, unknown>) => one && anna.ok(api.wbs.update, { params: one, body });
  const spend = (mode: 'plan' | 'fact') =>
    one && anna.ok(api.dayValues.write, { params: one, body: { measure: 'cost', mode, values: [{ day, value: amount * 11 }] } });
  if (kind === 'undo') await anna.call(api.edits.undo, { params: { id: version } });
  else if (kind === 'create' || !one) await anna.item(version, { name: `W${at}`, start: `${day}T09:00`, duration_minutes: amount * 480 });
  else if (kind === 'remove') await anna.ok(api.wbs.remove, { params: one });
  else if (kind === 'duration') await update({ duration_minutes: amount * 480 });
  else if (kind === 'progress') await update({ progress: amount / 10 });
  else if (kind === 'start') await update({ start: `${day}T09:00` });
  else await spend(kind);
}

/** All that is answered about a version: each kind by weeks and months, in all, by a group, and of some works from their packed rows. */
async function ask(id: number, filter: number): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  for (const narrowing of [{}, { filter }]) {
    const name = JSON.stringify(narrowing);
    for (const kind of KINDS)
      for (const more of [
        { period: 'week' },
        { period: 'month' },
        ...(kind === 'volume' || kind === 'byExecutor' ? [] : [{ group: 'status' }]),
      ])
        answers[`${kind} ${JSON.stringify(more)} ${name}`] = await anna.ok(api.analytics[`${kind}OfVersion`], {
          params: { id },
          query: { ...narrowing, ...more } as never,
        });
    answers[`stats ${name}`] = await anna.ok(api.analytics.statsOfVersion, { params: { id }, query: narrowing });
    answers[`dashboard ${name}`] = await anna.ok(api.analytics.dashboardOfVersion, { params: { id }, query: narrowing });
  }
  return JSON.parse(JSON.stringify(answers, (key, value: unknown) => (key === 'computed_at' ? undefined : value))) as Record<
    string,
    unknown
  >;
}

test('figures that were kept through edits are those that are counted from nothing', { timeout: 60_000 }, async () => {
  const content = { join: 'and' as const, conditions: [{ column: 'progress', operator: 'lt' as const, value: 0.5 }] };
  const { id: filter } = await anna.ok(api.filters.create, { body: { name: 'Less than half', content } });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(edit, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 4 }), async (steps) => {
      const { version } = await versionWithMoney(anna);
      await ask(version, filter);
      for (const edits of steps) {
        for (const one of edits) await make(version, one);
        const kept = await ask(version, filter);
        await world.sql('delete from version_fact where version_id = $1', [version]);
        expect(kept).toEqual(await ask(version, filter));
      }
    }),
    { numRuns: 3 },
  );
});

/** What is kept of a version: its sums and lists, and the bytes of its lines. */
const keptOf = (version: number) =>
  world.sql(
    "select revision, head, noted, encode(week, 'hex') as week, encode(month, 'hex') as month from version_fact where version_id = $1",
    [version],
  );

test(
  'what an edit changes is added to what is kept, and is equal to the last byte to what is counted from nothing',
  { timeout: 60_000 },
  async () => {
    const { version } = await versionWithMoney(anna);
    for (let at = 0; at < 12; at += 1)
      await anna.item(version, { name: `W${at}`, start: `2026-03-${10 + at}T09:00`, duration_minutes: 960 });
    await anna.ok(api.timetable.saveSettings, { params: { id: version }, body: { data_date: '2026-03-12' } });
    const stats = () => anna.ok(api.analytics.statsOfVersion, { params: { id: version } });
    await stats();
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          edit.filter(({ kind }) => kind !== 'create' && kind !== 'remove'),
          { minLength: 1, maxLength: 3 },
        ),
        async (edits) => {
          for (const one of edits) await make(version, one);
          await stats();
          const kept = await keptOf(version);
          await world.sql('delete from version_fact where version_id = $1', [version]);
          await stats();
          expect(kept).toEqual(await keptOf(version));
        },
      ),
      { numRuns: 25 },
    );
    // A sum that is wrong stays as wrong where an edit is added to it.
    await world.sql("update version_fact set head = jsonb_set(head, '{done}', '500') where version_id = $1", [version]);
    const first = (await anna.ok(api.wbs.list, { params: { id: version } })).items[0];
    await anna.ok(api.wbs.update, { params: { id: version, wbsId: Number(first?.id) }, body: { name: 'Renamed' } });
    await stats();
    expect(await keptOf(version)).toMatchObject([{ head: { done: 500 } }]);
  },
);
