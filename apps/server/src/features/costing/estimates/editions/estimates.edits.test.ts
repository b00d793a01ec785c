import { api } from '@gantry/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gge, sand, uploadEstimate } from '../../../../testing/estimates.ts';
import { createTeam } from '../../../../testing/team.ts';
import { createWorld, type Person, type World } from '../../../../testing/world.ts';
import { MOST_EDITIONS } from './estimates.editions.repository.ts';

describe('acts on an estimate', () => {
  let world: World;
  let anna: Person;
  let vera: Person;
  let boris: Person;
  let project: number;

  beforeAll(async () => {
    world = await createWorld();
    ({ anna, vera } = await createTeam(world));
    boris = await world.person('estimator');
    await world.join(boris, anna, 'estimator');
    const facility = await anna.ok(api.facilities.create, { body: { name: 'Plant' } });
    project = (await anna.ok(api.projects.create, { body: { name: 'Hall', facility_id: facility.id } })).id;
  });
  afterAll(() => world.close());

  const made = async (number: string) => (await uploadEstimate(boris, gge({ number, made: sand }), { project_id: project })).estimate_id;
  const undo = (id: number, redo = false, person = boris) => person.ok(api.estimates.undo, { params: { id }, body: { redo } });
  const change = (id: number, row: number, body: Record<string, string>) =>
    boris.ok(api.estimates.updateRow, { params: { id, estimateRowId: row }, body });
  /** All that the estimate shows, but its revision, which only counts up, and when it was changed. */
  const state = async (id: number) => {
    const { revision: _revision, updated_at: _at, ...head } = await boris.ok(api.estimates.get, { params: { id } });
    const { rows } = await boris.ok(api.estimates.rows, { params: { id } });
    const details = await boris.ok(api.estimates.rowDetails, { params: { id, estimateRowId: rows.at(-1)?.id ?? 0 } });
    return { details, head: { ...head, editions: head.editions.map(({ at: _when, ...one }) => one) }, rows };
  };

  test('are taken back one by one, by whoever may edit, and done again', async () => {
    const id = await made('03-01');
    const untouched = await state(id);
    await change(id, 2, { quantity: '3' });
    const pasted = { rows: [{ row_id: 2, current: '100.00' }, { row_id: 4, name: 'Both' }] }; // prettier-ignore
    const { rows } = await boris.ok(api.estimates.updateRows, { params: { id }, body: pasted });
    expect(rows).toMatchObject([{ id: 2, current: '100.00' }, { id: 4, name: 'Both' }]); // prettier-ignore
    const last = await state(id);
    // A heading takes no amount: none of the rows of the call changes.
    const refused = { rows: [{ row_id: 4, name: 'Lost' }, { row_id: 1, current: '1' }] }; // prettier-ignore
    expect(await boris.refused(api.estimates.updateRows, { params: { id }, body: refused })).toMatchObject({ code: 'estimate.row_calculated' }); // prettier-ignore
    const twice = { rows: [{ row_id: 4, name: 'Lost' }, { row_id: 4, code: 'Kept' }] }; // prettier-ignore
    expect(await boris.refused(api.estimates.updateRows, { params: { id }, body: twice })).toMatchObject({
      status: 400,
      code: 'request.invalid',
    });
    expect(await vera.refused(api.estimates.updateRows, { params: { id }, body: pasted })).toMatchObject({ status: 403 });
    expect(await state(id)).toEqual(last);
    expect(await undo(id, false, anna)).toMatchObject({ kind: 'rows', author: expect.stringContaining('estimator'), rows: [{ id: 2, current: '15.15' }, { id: 4, name: 'Waste 2' }] }); // prettier-ignore
    expect((await state(id)).head.counted.current).toBe('35.35');
    await undo(id);
    expect(await state(id)).toEqual(untouched);
    expect(await boris.refused(api.estimates.undo, { params: { id }, body: {} })).toMatchObject({ status: 409, code: 'estimate.nothing_to_undo' }); // prettier-ignore
    await undo(id, true);
    await undo(id, true);
    expect(await state(id)).toEqual(last);
    await undo(id);
    await change(id, 2, { name: 'Anew' });
    expect(await boris.refused(api.estimates.undo, { params: { id }, body: { redo: true } })).toMatchObject({ code: 'estimate.nothing_to_undo' }); // prettier-ignore
    expect(await vera.refused(api.estimates.undo, { params: { id }, body: {} })).toMatchObject({ status: 403 });
    const { revision } = await boris.ok(api.estimates.get, { params: { id } });
    expect(await boris.refused(api.estimates.undo, { params: { id }, body: { revision: revision - 1 } })).toMatchObject({ code: 'estimate.stale' }); // prettier-ignore
  });

  test('a file that was taken over is one of them: it waits again, and what came before it is taken back after it', async () => {
    const id = await made('03-02');
    const untouched = await state(id);
    await change(id, 4, { volume_code: 'V-4' });
    await uploadEstimate(boris, gge({ number: '03-02', amounts: ['10.10', '25.00', '5.00'], made: sand }), { project_id: project });
    const waiting = await state(id);
    await boris.ok(api.estimates.update, { params: { id }, body: { proposal: 'accept' } });
    const taken = await state(id);
    expect([untouched, taken].map(({ details }) => details.resources[0].amount.current)).toEqual(['20.20', '5.00']);
    expect(taken.head).toMatchObject({ edition: 2, proposal: null, counted: { current: '40.10' } });
    expect(await undo(id)).toMatchObject({ kind: 'edition', rows: null });
    expect(await state(id)).toEqual(waiting);
    await undo(id, true);
    expect(await state(id)).toEqual(taken);
    await undo(id);
    // What waits again can be decided on as before.
    await boris.ok(api.estimates.update, { params: { id }, body: { proposal: 'accept' } });
    expect(await state(id)).toEqual(taken);
    await undo(id);
    await boris.ok(api.estimates.update, { params: { id }, body: { proposal: 'reject' } });
    await undo(id);
    expect(await state(id)).toEqual(untouched);
  });

  test('of editions the first and the newest are kept, with their workbooks', async () => {
    const id = await made('03-05');
    await world.sql(
      `insert into estimate_source (space_id, estimate_id, project_id, sha256, mapping, bytes)
         select space_id, estimate_id, project_id, 'sha ' || n, '{}', '' from estimate_edition, generate_series(1, 60) n where estimate_id = $1`,
      [id],
    );
    await world.sql(
      `insert into estimate_edition (space_id, estimate_id, project_id, edition, file_name, sha256, row_count, author_name, content)
         select space_id, estimate_id, project_id, n, '', 'sha ' || n, 1, '', content from estimate_edition, generate_series(2, 60) n
         where estimate_id = $1`,
      [id],
    );
    await world.sql('update estimate set edition = 60 where id = $1', [id]);
    await uploadEstimate(boris, gge({ number: '03-05', amounts: ['7.00'] }), { project_id: project });
    await boris.ok(api.estimates.update, { params: { id }, body: { proposal: 'accept' } });
    const { editions } = await boris.ok(api.estimates.get, { params: { id } });
    expect(editions.map(({ edition }) => edition)).toEqual([...Array.from({ length: MOST_EDITIONS }, (_one, at) => 61 - at), 1]);
    const kept = await world.sql('select sha256 from estimate_source where estimate_id = $1', [id]);
    // Of 60 workbooks those of ten editions are gone, and the first one, which no edition ever named.
    expect(kept).toHaveLength(60 - 10 - 1);
    await undo(id);
    expect((await boris.ok(api.estimates.get, { params: { id } })).editions).toHaveLength(MOST_EDITIONS);
  });

  test('workbooks of files that were not taken over go, but for those that an act can bring back', async () => {
    const id = await made('03-06');
    const kept = async () =>
      (await world.sql<{ sha256: string }>('select sha256 from estimate_source where estimate_id = $1 order by 1', [id])).map(
        ({ sha256 }) => sha256,
      );
    const keep = (table: 'estimate_proposal' | 'estimate_edition', sha: string) =>
      world.sql(
        `with named as (update ${table} t set sha256 = $2 where estimate_id = $1 returning space_id, project_id)
           insert into estimate_source (space_id, estimate_id, project_id, sha256, mapping, bytes) select distinct space_id, $1::bigint, project_id, $2, '{}'::jsonb, ''::bytea from named`,
        [id, sha],
      );
    const upload = (amount: string) => uploadEstimate(boris, gge({ number: '03-06', amounts: [amount] }), { project_id: project });
    const decide = (proposal: 'accept' | 'reject') => boris.ok(api.estimates.update, { params: { id }, body: { proposal } });
    await keep('estimate_edition', 'first');
    await upload('7.00');
    await keep('estimate_proposal', 'second');
    await upload('8.00');
    expect(await kept()).toEqual(['first']);
    await keep('estimate_proposal', 'third');
    await decide('reject');
    expect(await kept()).toEqual(['first']);
    await upload('9.00');
    await keep('estimate_proposal', 'fourth');
    await decide('accept');
    await undo(id);
    await decide('reject');
    expect(await kept()).toEqual(['first', 'fourth']);
    await undo(id, true);
    expect(await kept()).toEqual(['first', 'fourth']);
    // What came after the act waits again once that is done again.
    await upload('10.00');
    await keep('estimate_proposal', 'fifth');
    await decide('accept');
    await upload('11.00');
    await keep('estimate_proposal', 'sixth');
    await undo(id);
    await decide('reject');
    expect(await kept()).toEqual(['fifth', 'first', 'fourth', 'sixth']);
  });

  test('a new name is one of them too', async () => {
    const id = await made('03-03');
    await boris.ok(api.estimates.update, { params: { id }, body: { name: 'Renamed' } });
    expect(await undo(id)).toMatchObject({ kind: 'head' });
    expect(await boris.ok(api.estimates.get, { params: { id } })).toMatchObject({ name: 'Waste', number: '03-03' });
  });

  test('another standard counts the rows again, as one of them, with its price in what is typed later', async () => {
    const table = Buffer.from('what;how many;each\nWall;1000;1,23456\nRoof;2;5\n');
    const mapping = JSON.stringify({ headerRow: 0, columns: { name: 0, quantity: 1, price: 2 }, currency: 'EUR' });
    const { estimate_id: id } = await uploadEstimate(boris, table, { project_id: project, mapping }, { name: 'table.csv' });
    const untouched = await state(id);
    expect(untouched.head).toMatchObject({ profile: 'plain', counted: { current: '1244.56' } });
    const update = (body: object) => boris.ok(api.estimates.update, { params: { id }, body });
    const { revision } = await update({ profile: 'plain' });
    expect(revision).toBe(1);
    await update({ profile: 'gaeb', name: 'Bill' });
    const counted = await state(id);
    expect(counted).toMatchObject({
      head: { name: 'Bill', profile: 'gaeb', counted: { current: '1245.00' } },
      rows: [
        { current: '1235.00', stated: { current: '1234.56' } },
        { current: '10.00', stated: {} },
      ],
    });
    await change(id, 1, { price: '1.23456' });
    expect(await state(id)).toEqual(counted);
    await undo(id);
    expect(await undo(id)).toMatchObject({ kind: 'head', rows: null });
    expect(await state(id)).toEqual(untouched);
    expect(await undo(id, true)).toMatchObject({ kind: 'head', rows: null });
    expect(await state(id)).toEqual(counted);
    const audit = await anna.ok(api.audit.list, { query: {} });
    expect(JSON.stringify(audit.entries)).toContain('gaeb');
    const refused = async (at: number, profile: string) =>
      (await boris.refused(api.estimates.update, { params: { id: at }, body: { profile: profile as 'gaeb' } })).code;
    const whole = JSON.stringify({ ...JSON.parse(mapping), digits: 0 });
    const { estimate_id: coarse } = await uploadEstimate(boris, table, { project_id: project, mapping: whole }, { name: 'coarse.csv' });
    expect([await refused(id, 'ru_rim'), await refused(await made('03-04'), 'ru_bim'), await refused(coarse, 'bc3')]).toEqual([
      'estimate.profile_currency',
      'estimate.profile_base',
      'estimate.profile_digits',
    ]);
    expect(await vera.refused(api.estimates.update, { params: { id }, body: { profile: 'plain' } })).toMatchObject({ status: 403 });
  });
});
