import { api, type LinkRule } from '@gantry/contract';
import { writePrimitives } from '@gantry/interchange';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { statementsOf } from '../../../testing/statements.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let world: World;
let anna: Person;
let vera: Person;
let project: number;
let schedule: number;
let version: number;
let model: number;
let link: number;
let items: Record<'walls' | 'slabs' | 'paint', number>;

const box = { kind: 'box' as const, width: 4, depth: 1 };
const item = { category: 'IFCWALL', code: '', layer: '', x: 0, y: 0, z: 0, rotation: 0, height: 3, shape: box } as const;
const house = (more: { key: string; name: string; storey: number; code?: string }[] = []) =>
  writePrimitives({
    name: 'House',
    storeys: [
      { name: 'Ground', elevation: 0 },
      { name: 'First', elevation: 3 },
    ],
    items: [
      { ...item, key: 'w1', name: 'Wall', storey: 0, layer: 'Walls' },
      { ...item, key: 'w2', name: 'Wall', storey: 1, layer: 'Walls' },
      { ...item, key: 's1', name: 'Slab', category: 'IFCSLAB', storey: 0, code: 'B.2.1' },
      { ...item, key: 'x1', name: 'Railing', storey: 1 },
      ...more.map((one) => ({ ...item, ...one })),
    ],
  });

async function upload(person: Person, id: number, name: string, content: string | Uint8Array, into?: number): Promise<number> {
  const form = new FormData();
  if (into) form.set('model_id', String(into));
  form.set('file', new Blob([content]), name);
  const { job_id, model_id } = await person.ok(api.models.upload, { params: { id } }, { raw: form });
  // Conversions of real models take longer than a poll waits; the time of the test bounds this.
  let job = await person.ok(api.jobs.get, { params: { id: job_id } });
  for (; job.finished_at === null; job = await person.ok(api.jobs.get, { params: { id: job_id } })) await setTimeout(100);
  expect(job).toMatchObject({ status: 'done' });
  return model_id;
}

beforeAll(async () => {
  world = await createWorld();
  [anna, vera] = [await world.person('anna'), await world.person('vera')];
  await anna.space();
  await world.join(vera, anna, 'viewer');
  const facility = (await anna.ok(api.facilities.create, { body: { name: 'Street' } })).id;
  project = (await anna.ok(api.projects.create, { body: { name: 'House', facility_id: facility } })).id;
  schedule = (await anna.ok(api.projects.createSchedule, { params: { id: project }, body: { name: 'Works' } })).id;
  version = await anna.version(schedule);
  const floor = (await anna.ok(api.attributeValues.create, { params: { id: version }, body: { name: 'Floor', type: 'string' } })).id;
  const add = async (name: string, code: string, start: string, place: string | null = null) => {
    const id = await anna.item(version, { name, code, start, duration_minutes: 2400 });
    if (place) await anna.ok(api.wbs.update, { params: { id: version, wbsId: id }, body: { attributes: { [floor]: place } } });
    return id;
  };
  items = {
    walls: await add('Walls', 'W', '2026-03-02T09:00', '0'),
    slabs: await add('Slabs', 'B.2.1-X', '2026-03-09T09:00'),
    paint: await add('Paint', 'P', '2026-03-16T09:00'),
  };
});
afterAll(() => world.close());

const field = (name: string, set = '') => ({ set, name });
const rule = (name: string, more: Partial<LinkRule>): LinkRule => ({
  name,
  active: true,
  elements: [],
  items: [],
  joins: [],
  share: 1,
  again: false,
  ...more,
});
const RULES = [
  rule('Walls by storey', {
    elements: [{ field: field('layer'), test: 'equal', values: ['walls'] }],
    joins: [{ element: field('storey'), item: field('Floor', 'attribute'), by: 'map', map: [{ from: 'Ground', to: '0' }] }],
  }),
  rule('By class', { joins: [{ element: field('class'), item: field('code'), by: 'prefix', map: [] }] }),
  rule('Paint on what has volume', {
    elements: [{ field: field('NetVolume', 'BaseQuantities'), test: 'equal', values: ['12'] }],
    items: [{ field: field('name'), test: 'contains', values: ['pain'] }],
    share: 0.5,
    again: true,
  }),
];
const place = (id = version) => ({ id, linkId: link });
const run = (more: object = {}, id = version) => anna.ok(api.modelLinks.createRelations, { params: place(id), body: { ...more } });
const pairs = async (id = version) => {
  const guids = new Map(
    (await world.sql('select guid, tag from bim_element where model_version_id in (select current_version_id from bim_model)')).map(
      (row) => [row['guid'], row['tag']],
    ),
  );
  const { relations } = await vera.ok(api.modelLinks.relations, { params: place(id) });
  return relations.map(({ item_id, guid, rule: by, share }) => [item_id, guids.get(guid), by, share]);
};

describe('a link', () => {
  test('shows what its rules would do before it does it', { timeout: 300_000 }, async () => {
    model = await upload(anna, project, 'house.ifc', house());
    const body = { name: 'Structure', rules: RULES };
    expect((await vera.refused(api.modelLinks.create, { params: { id: project }, body })).status).toBe(403);
    link = (await anna.ok(api.modelLinks.create, { params: { id: project }, body })).id;
    const looked = await run({ dry_run: true });
    expect(looked).toMatchObject({
      relations: 6,
      added: 6,
      kept: 0,
      removed: 0,
      elements: 4,
      linked_elements: 4,
      items: 3,
      linked_items: 3,
      rules: [
        { name: 'Walls by storey', elements: 2, items: 3, relations: 1, taken: 0, without_item: 1 },
        { name: 'By class', elements: 4, relations: 1, taken: 1, without_item: 2 },
        { name: 'Paint on what has volume', elements: 4, items: 1, relations: 4, taken: 0, without_item: 0 },
      ],
    });
    expect(await pairs()).toEqual([]);
    const fewer = await run({ dry_run: true, rules: RULES.slice(0, 2) });
    expect(fewer.unlinked_elements.map(({ name }) => name)).toEqual(['Wall', 'Railing']);
    expect(fewer.unlinked_items.map(({ name }) => name)).toEqual(['Paint']);
    expect((await anna.ok(api.modelLinks.fields, { params: { id: schedule } })).fields).toContainEqual({ set: 'attribute', name: 'Floor' });
    expect((await vera.ok(api.modelLinks.ofSchedule, { params: { id: schedule } })).links).toMatchObject([{ id: link, name: 'Structure' }]);
  });

  test('keeps its rules when it gets another name', async () => {
    const change = { params: { id: project, linkId: link }, body: { name: 'Frame' } };
    await anna.ok(api.modelLinks.update, change);
    expect((await vera.ok(api.modelLinks.list, { params: { id: project } })).links).toMatchObject([{ name: 'Frame', rules: RULES }]);
  });

  test('links by rules in order, and by hand beside them', async () => {
    await run();
    const { walls, slabs, paint } = items;
    expect(await pairs()).toEqual(
      expect.arrayContaining([
        [walls, 'w1', 0, 1],
        [slabs, 's1', 1, 1],
        [paint, 'x1', 2, 0.5],
      ]),
    );
    const [{ guid }] = await world.sql(`select guid from bim_element where tag = 'w2'`);
    const hand = { item_id: walls, model_id: model, guid };
    expect(await run({ run_rules: false, add: [hand] })).toMatchObject({ relations: 7, by_hand: 1, added: 1, kept: 6, removed: 0 });
    expect(await run()).toMatchObject({ relations: 7, by_hand: 1, added: 0, kept: 7, removed: 0 });
    expect((await vera.ok(api.modelLinks.wbs, { params: place() })).items).toMatchObject([
      { id: walls, elements: 2, volume: 24 },
      { id: slabs, elements: 1, volume: 12 },
      { id: paint, elements: 4, volume: 24 },
    ]);
    const asked = { model_id: model, guid };
    const sent = await statementsOf(async () => {
      await vera.ok(api.modelLinks.nodeIds, { params: place(), body: { ids: [walls] } });
      await vera.ok(api.modelLinks.itemIds, { params: place(), body: { elements: [asked, asked, { model_id: 0.5, guid }] } });
    });
    // Pairs and elements that nobody asked for stay in the database.
    expect(sent.filter((text) => text.includes('bim_relation')).map((text) => /item_id = any|r\.guid = given\.guid/.test(text))).toEqual([
      true,
      true,
    ]);
    expect(sent.filter((text) => text.includes('from bim_element')).map((text) => text.includes('guid = any'))).toEqual([true]);
    const { elements } = await vera.ok(api.modelLinks.nodeIds, { params: place(), body: { ids: [walls] } });
    expect(elements).toHaveLength(2);
    const found = await vera.ok(api.modelLinks.itemIds, { params: place(), body: { elements: [{ model_id: model, guid }] } });
    expect(found.items.map(({ id }) => id)).toEqual([walls, paint]);
    expect((await vera.refused(api.modelLinks.createRelations, { params: place(), body: {} })).status).toBe(403);
  });

  test('links and parts chosen elements and works by hand, each with each, and takes one change back', async () => {
    const { walls, slabs, paint } = items;
    const hand = (act: 'link' | 'part', item_ids: number[], ids: number[], share = 1) =>
      run({ run_rules: false, by_hand: { act, item_ids, elements: [{ model_id: model, ids }], share } });
    const before = await pairs();
    const made = await hand('link', [walls, slabs], [3, 4], 0.25);
    expect(made).toMatchObject({ added: 3, kept: 7, by_hand: 5 });
    expect(await pairs()).toEqual(
      expect.arrayContaining([
        [walls, 's1', null, 0.25],
        [walls, 'x1', null, 0.25],
        [slabs, 's1', null, 0.25],
        [slabs, 'x1', null, 0.25],
      ]),
    );
    const undo = { run_rules: false, undo: made.change ?? 0 };
    expect(await run(undo)).toMatchObject({ added: 0, removed: 3, change: null });
    expect(await pairs()).toEqual(before);
    expect(await anna.refused(api.modelLinks.createRelations, { params: place(), body: undo })).toMatchObject({
      status: 409,
      code: 'model_link.undone',
    });
    // What a rule has linked and somebody has parted stays parted when the rules run again, until it is linked by hand.
    const parted = await hand('part', [paint], [4]);
    expect(parted).toMatchObject({ removed: 1, added: 0 });
    expect(await run()).toMatchObject({ relations: 6, added: 0, removed: 0, change: null });
    expect((await pairs()).filter(([work]) => work === paint)).toHaveLength(3);
    const { items: of } = await vera.ok(api.modelLinks.wbs, { params: place() });
    expect(of.find(({ id }) => id === paint)).toMatchObject({ elements: 3 });
    expect(await run({ run_rules: false, undo: parted.change })).toMatchObject({ added: 1, relations: 7 });
    expect(await pairs()).toEqual(before);
  });

  test('links what no rule has linked with works that name it by its GUID', async () => {
    const guids = await world.sql(`select tag, guid from bim_element where tag in ('x1', 's1')`);
    const [x1, s1] = ['x1', 's1'].map((tag) => guids.find((row) => row['tag'] === tag)?.['guid'] as string);
    const added = await anna.ok(api.attributeValues.create, { params: { id: version }, body: { name: 'Elements', type: 'string' } });
    const name = (wbsId: number, text: string | null) =>
      anna.ok(api.wbs.update, { params: { id: version, wbsId }, body: { attributes: { [added.id]: text } } });
    await name(items.slabs, `${x1.toLowerCase()}; ${s1}, ${x1}`);
    const asked = { dry_run: true, rules: RULES.slice(0, 2), guid_field: field('Elements', 'attribute') };
    const { rules, unlinked_elements } = await run(asked);
    // s1 is linked by its class.
    expect(rules.at(-1)).toEqual({ name: 'GUID', elements: 2, items: 3, relations: 1, taken: 0, without_item: 1 });
    expect(unlinked_elements.map(({ name: of }) => of)).toEqual([]);
    await name(items.slabs, null);
  });

  test('plays: elements with the dates of their works', async () => {
    const { works, offsets, indexes, elements } = await vera.ok(api.modelLinks.player, { params: place() });
    expect(works.map(({ name }) => name)).toEqual(['Walls', 'Slabs', 'Paint']);
    expect(works[0].plan.start).not.toBeNull();
    expect([elements.entity.length, offsets.length, offsets.at(-1), indexes.length]).toEqual([4, 5, 7, 7]);
  });

  test('is kept through a new version of the model and of the schedule, with a report', { timeout: 180_000 }, async () => {
    await upload(
      anna,
      project,
      'house-b.ifc',
      house([{ key: 's2', name: 'Slab', storey: 1, code: 'B.2.1' }]).replaceAll("'First'", "'Upper'"),
      model,
    );
    // What the rules would change is tried by itself, shown to readers too, and kept until it is done.
    const proposal = async () => (await vera.ok(api.modelLinks.proposal, { params: place() })).proposal;
    await expect.poll(proposal).toMatchObject({ number: 2, added: 2, kept: 7, removed: 0, by_hand: 1, lost: 0, elements: 5 });
    expect(await vera.refused(api.modelLinks.putAwayProposal, { params: place() })).toMatchObject({ status: 403 });
    // One slab more: by class, and painted.
    expect(await run()).toMatchObject({ added: 2, kept: 7, removed: 0, by_hand: 1, lost: 0, elements: 5 });
    expect(await proposal()).toBeNull();
    const { id: copy } = await anna.ok(api.versions.copyTo, { params: { id: version, scheduleId: schedule }, body: {} });
    expect(await run({}, copy as number)).toMatchObject({ relations: 9, by_hand: 1, added: 9 });
    expect(await pairs(copy as number)).toEqual(await pairs());
    // What was linked by hand stays in mind while its element is out of the model.
    const without = house().replace(/#\d+=IFCWALL\('[^']+',\$,'Wall'[^\n]+'w2'[^\n]*\n/, '');
    await upload(anna, project, 'house-c.ifc', without, model);
    await expect.poll(proposal).toMatchObject({ number: 3, lost: 1 });
    await anna.ok(api.modelLinks.putAwayProposal, { params: place() });
    expect(await proposal()).toBeNull();
    expect(await run()).toMatchObject({ by_hand: 0, lost: 1 });
    await upload(anna, project, 'house-d.ifc', house(), model);
    expect(await run()).toMatchObject({ by_hand: 1, lost: 0, rematched: 0 });
    // After a new export the same wall has another GUID; its tag identifies it.
    const [{ guid }] = await world.sql(`select guid from bim_element where tag = 'w2' limit 1`);
    const anew = `0${String(guid).slice(1, -3)}zzz`;
    await upload(anna, project, 'house-e.ifc', house().replaceAll(String(guid), anew), model);
    expect(await run()).toMatchObject({ by_hand: 1, lost: 0, rematched: 1, ambiguous: 0 });
    expect(await world.sql('select 1 from bim_relation where guid = $1 and rule is null', [anew])).toHaveLength(1);
  });

  test('of another project, or for its models, is none', async () => {
    const other = await anna.schedule('Other');
    const foreign = await anna.version(other);
    expect(await anna.refused(api.modelLinks.player, { params: place(foreign) })).toMatchObject({
      status: 404,
      code: 'model_link.not_found',
    });
    const change = { params: { id: project, linkId: link }, body: { model_ids: [777_777] } };
    expect(await anna.refused(api.modelLinks.update, change)).toMatchObject({ status: 422, code: 'model_link.foreign_model' });
    await anna.ok(api.modelLinks.remove, { params: { id: project, linkId: link } });
    expect(await world.sql('select 1 from bim_relation')).toEqual([]);
  });
});

const folder = join(process.env['GANTRY_TEST_DATA'] ?? '', 'models/schependomlaan');
type Counts = Map<string, number>;

describe.skipIf(!process.env['GANTRY_TEST_DATA'])('a building that was built (needs GANTRY_TEST_DATA)', () => {
  test(
    'rules of layer, name and storey give the counts of the planner’s own log in 68 or more of 75 groups',
    { timeout: 600_000 },
    async () => {
      const at = (await anna.ok(api.facilities.create, { body: { name: 'Nijmegen' } })).id;
      const id = (await anna.ok(api.projects.create, { body: { name: 'Schependomlaan', facility_id: at } })).id;
      const own = (await anna.ok(api.projects.createSchedule, { params: { id }, body: { name: 'Planning' } })).id;
      const plan = await anna.version(own);
      for (const file of readdirSync(join(folder, 'ifc'))) await upload(anna, id, file, readFileSync(join(folder, 'ifc', file)));
      const log = logged();
      for (const code of new Set([...log.values()].flatMap((counts) => [...counts.keys()].flatMap((set) => set.split(' ')))))
        await anna.item(plan, { name: code, code });
      const elements = (await world.sql(
        `select distinct on (e.guid) e.guid, layers[1] || '|' || e.name as key, p.name as storey from bim_element e
         join bim_model m on m.current_version_id = e.model_version_id
         left join bim_place p on p.model_version_id = e.model_version_id and p.number = e.storey
       where e.project_id = $1 and has_geometry`,
        [id],
      )) as { guid: string; key: string; storey: string }[];
      const groups = Map.groupBy(elements, ({ key }) => key);
      const rules: LinkRule[] = [];
      for (const [key, members] of groups) {
        const counts = log.get(key);
        if (!counts) continue;
        const [layer, name] = key.split('|');
        const of = [equal('layer', layer), equal('name', name), equal('geometry', 'yes')];
        const works = (set: string) => [{ field: field('code'), test: 'one_of' as const, values: set.split(' ') }];
        const [only] = counts.keys();
        if (counts.size === 1) rules.push(rule(key, { elements: of, items: works(only) }));
        else
          for (const [storey, set] of byStorey(members, counts))
            rules.push(rule(`${key} ${storey}`, { elements: [...of, equal('storey', storey)], items: works(set) }));
      }
      const linkId = (await anna.ok(api.modelLinks.create, { params: { id }, body: { name: 'All', rules } })).id;
      await anna.ok(api.modelLinks.createRelations, { params: { id: plan, linkId }, body: {} });
      const sets = (await world.sql(
        `select guid, string_agg(distinct i.code, ' ' order by i.code) as works from bim_relation r
         join wbs_item i on i.version_id = r.version_id and i.id = r.item_id where link_id = $1 group by guid`,
        [linkId],
      )) as { guid: string; works: string }[];
      const worksOf = new Map(sets.map(({ guid, works }) => [guid, works]));
      const agree = [...groups].filter(([key, members]) => {
        const counted: Counts = new Map();
        for (const { guid } of members) counted.set(worksOf.get(guid) ?? '', (counted.get(worksOf.get(guid) ?? '') ?? 0) + 1);
        const expected = log.get(key);
        return expected && expected.size === counted.size && [...expected].every(([set, count]) => counted.get(set) === count);
      });
      expect([elements.length, groups.size]).toEqual([713, 75]);
      expect(agree.length).toBeGreaterThanOrEqual(68);
    },
  );
});

const equal = (name: string, value: string): LinkRule['elements'][number] => ({ field: field(name), test: 'equal', values: [value] });

/** By layer and name, how many elements of the log have which set of tasks. Names of the log end in a number: `merk A2_(#128666)`. */
function logged(): Map<string, Counts> {
  const [head, ...rows] = readFileSync(join(folder, 'eventlog_planned.csv'), 'latin1')
    .trim()
    .split(/\r?\n/)
    .map((row) => [...row.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain));
  const [guid, layer, task, name] = ['GUID', 'Nl-sfb', 'Task', 'Resource'].map((column) => head.indexOf(column));
  const tasks = new Map<string, { key: string; set: Set<string> }>();
  for (const row of rows) {
    const known = tasks.get(row[guid]) ?? { key: `${row[layer]}|${row[name].replace(/_\(#\d+\)$/, '')}`, set: new Set() };
    known.set.add(row[task]);
    tasks.set(row[guid], known);
  }
  const groups = new Map<string, Counts>();
  for (const { key, set } of tasks.values()) {
    const counts = groups.get(key) ?? new Map<string, number>();
    const text = [...set].sort().join(' ');
    groups.set(key, counts.set(text, (counts.get(text) ?? 0) + 1));
  }
  return groups;
}

/** Which storey has which set of tasks, so that the counts of the log come out; none where no split by storeys does that. */
function byStorey(own: readonly { storey: string }[], counts: Counts): Map<string, string> {
  const storeys = [...Map.groupBy(own, ({ storey }) => storey)].map(([name, members]) => ({ name, count: members.length }));
  const attempt = (index: number, left: Counts): Map<string, string> | null => {
    if (index === storeys.length) return [...left.values()].every((count) => count === 0) ? new Map() : null;
    const { name, count } = storeys[index];
    for (const [set, room] of left) {
      const rest = room < count ? null : attempt(index + 1, new Map(left).set(set, room - count));
      if (rest) return rest.set(name, set);
    }
    return null;
  };
  return attempt(0, new Map(counts)) ?? new Map();
}
