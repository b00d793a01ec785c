import { api, type ErrorCode } from '@gantry/contract';
import { writePrimitives, writeZip } from '@gantry/interchange';
import fc from 'fast-check';
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ended } from '../../../testing/jobs.ts';
import { statementsOf } from '../../../testing/statements.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { convertFile } from './models.child.service.ts';
import { FORMER_VERSIONS } from './models.linked.service.ts';
import { sharedValues } from './models.rules.ts';

let world: World;
let anna: Person;
let vera: Person;
let project: number;

const item = { category: 'IFCWALL', code: '', layer: '', x: 0, y: 0, z: 0, rotation: 0, height: 3 } as const;
/** Two storeys: a wall and a slab with codes and a layer, a round column. */
const building = (more: string[] = []) =>
  writePrimitives({
    name: 'Hall',
    storeys: [
      { name: 'Ground', elevation: 0 },
      { name: 'Первый', elevation: 3 },
    ],
    items: [
      { ...item, key: 'w', name: 'Wall 50%_a', storey: 0, code: '21.1', layer: 'Walls', shape: { kind: 'box', width: 8, depth: 1 } },
      { ...item, key: 's', name: 'Плита', category: 'IFCSLAB', storey: 1, height: 0.2, shape: { kind: 'box', width: 10, depth: 5 } },
      {
        ...item,
        key: 'c',
        name: 'Column',
        category: 'IFCCOLUMN',
        storey: 0,
        layer: 'Walls',
        height: 5,
        shape: { kind: 'cylinder', radius: 1 },
      },
      ...more.map((key) => ({ ...item, key, name: key, storey: 0, shape: { kind: 'box' as const, width: 1, depth: 1 } })),
    ],
  });

beforeAll(async () => {
  world = await createWorld();
  [anna, vera] = [await world.person('anna'), await world.person('vera')];
  await anna.space();
  await world.join(vera, anna, 'viewer');
  const facility = (await anna.ok(api.facilities.create, { body: { name: 'Yard' } })).id;
  project = (await anna.ok(api.projects.create, { body: { name: 'Hall', facility_id: facility } })).id;
});
afterAll(() => world.close());

async function upload(content: string | Uint8Array, fields: Record<string, string> = {}, name = 'hall.ifc', who = anna) {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.set('file', new Blob([content]), name);
  return who.call(api.models.upload, { params: { id: project } }, { raw: form });
}
async function converted(content: string | Uint8Array, fields: Record<string, string> = {}) {
  const { status, body } = await upload(content, fields);
  expect([status, body]).toMatchObject([200, {}]);
  expect(await ended(anna, body.job_id)).toMatchObject({ status: 'done', error: null });
  return body as { model_id: number; version_id: number; job_id: number };
}
const at = (modelId: number) => ({ id: project, modelId });
const listed = async (id: number) => (await anna.ok(api.models.list, { params: { id: project } })).models.find((one) => one.id === id);

describe('a model', () => {
  let hall: number;

  test('is converted, kept as it came, and told to those who look at the project', async () => {
    const heard = await vera.push();
    const before = world.files().length;
    hall = (await converted(building())).model_id;
    expect(world.files()).toHaveLength(before + 2);
    expect(await listed(hall)).toMatchObject({
      name: 'hall',
      latest: null,
      current: { number: 1, status: 'ready', schema: 'IFC4', program: '', elements: 3, findings: [], failure: null, outdated: false },
    });
    await heard.heard('bim_model_upload_progress', ({ status }) => status === 'ready');
    const heardOf = heard.messages.filter(({ event }) => event === 'bim_model_upload_progress').map(({ data }) => data);
    expect(heardOf[0]).toMatchObject({ model_id: hall, project_id: project, status: 'waiting', percent: 0 });
    expect(heardOf.at(-1)).toMatchObject({ model_id: hall, status: 'ready', percent: 100, stage: 'done' });
    await heard.close();
    const cookie = [...vera.keys.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const got = await fetch(`${world.base}/api/v1/projects/${project}/3d/models/${hall}/geometry`, {
      headers: { cookie, 'x-space-id': String(vera.spaceId) },
    });
    expect([got.status, got.headers.get('content-type')]).toEqual([200, 'application/octet-stream']);
    expect((await got.arrayBuffer()).byteLength).toBe((await listed(hall))?.current?.geometry_bytes);
  });

  test('shows its places, elements, quantities and properties', async () => {
    const tree = await vera.ok(api.models.tree, { params: at(hall) });
    expect(tree.places.map(({ name, elements }) => [name, elements])).toEqual([
      ['Hall', 0],
      ['Hall', 0],
      ['Ground', 2],
      ['Первый', 1],
    ]);
    const { elements, categories, layers } = tree;
    expect(elements.name.map((name, index) => [name, categories[elements.category[index]], layers[elements.layer[index]] ?? null])).toEqual(
      [
        ['Wall 50%_a', 'IFCWALL', 'Walls'],
        ['Плита', 'IFCSLAB', null],
        ['Column', 'IFCCOLUMN', 'Walls'],
      ],
    );
    const [wall, slab, column] = elements.id;
    const wallInfo = await vera.ok(api.models.elementInfo, { params: { ...at(hall), elementId: wall } });
    expect(wallInfo).toMatchObject({
      path: ['Hall', 'Hall', 'Ground'],
      storey: 'Ground',
      tag: 'w',
      classes: [{ code: '21.1', name: '' }],
      volume: 24,
      volume_source: 'file',
      sets: [{ name: 'BaseQuantities', is_quantity: true, values: [{ name: 'NetVolume', value: 24, kind: 'volume' }] }],
    });
    const { elements: some } = await vera.ok(api.models.elementsMetadata, { params: at(hall), body: { ids: [slab, column] } });
    expect(some.map(({ name, volume }) => [name, volume])).toEqual([
      ['Плита', 10],
      ['Column', expect.closeTo(15.708, 3)],
    ]);
    const shared = await vera.ok(api.models.attributesByIds, {
      params: { id: project },
      body: { elements: [{ model_id: hall, ids: [wall, slab] }] },
    });
    expect(shared).toMatchObject({ elements: 2, volume: 34, attributes: [{ name: 'NetVolume', value: null, differs: true }] });
    expect((await vera.ok(api.models.attributesAll, { params: { id: project } })).attributes).toEqual([
      { set: 'BaseQuantities', name: 'NetVolume', kind: 'number', elements: 3, samples: ['24', '10', '15.707963'] },
    ]);
    const found = async (text: string) => {
      const answer = await vera.ok(api.models.attributesByText, { params: { id: project }, query: { text } });
      return [answer.elements.map(({ name }) => name), answer.total, answer.attributes.length];
    };
    expect(await found('50%_')).toEqual([['Wall 50%_a'], 1, 0]);
    expect(await found('плит')).toEqual([['Плита'], 1, 0]);
    expect(await found('15.70')).toEqual([['Column'], 1, 0]);
    expect(await found('netvol')).toEqual([[], 0, 1]);
    expect(await vera.ok(api.models.info, { params: at(hall) })).toMatchObject({
      layers: [{ name: 'Walls', elements: 2 }],
      storeys: [
        { name: 'Ground', elements: 2 },
        { name: 'Первый', elements: 1 },
      ],
      classes: [{ name: '21.1', elements: 1 }],
    });
  });

  test('counts elements of places once for its tree, and none for one element', async () => {
    const places = (texts: readonly string[]) => texts.filter((text) => text.includes('bim_place'));
    const tree = places(await statementsOf(() => vera.ok(api.models.tree, { params: at(hall) })));
    expect(tree.map((text) => text.includes('group by place'))).toEqual([true]);
    const one = await statementsOf(() => vera.ok(api.models.elementInfo, { params: { ...at(hall), elementId: 1 } }));
    expect(places(one).length).toBeGreaterThan(0);
    expect(one.filter((text) => text.includes('count('))).toEqual([]);
  });

  test('is measured by its geometry where the file has no quantities: a cylinder to half a percent', async () => {
    const bare = building().replaceAll(/#\d+=IFCRELDEFINESBYPROPERTIES.*\n/g, '');
    const { model_id } = await converted(bare, { name: 'Bare' });
    const { elements } = await anna.ok(api.models.elementsMetadata, { params: at(model_id), body: { ids: [1, 2, 3] } });
    expect(elements.map(({ volume, volume_source }) => [volume, volume_source])).toEqual([
      [expect.closeTo(24, 3), 'geometry'],
      [expect.closeTo(10, 3), 'geometry'],
      [expect.closeTo(15.708, 0), 'geometry'],
    ]);
    expect(Math.abs((elements[2].volume ?? 0) / (5 * Math.PI) - 1)).toBeLessThan(0.005);
  });

  test('has versions; a new one that fails leaves the former one shown, and all files go with the model', async () => {
    const zip = await writeZip([{ name: 'next.ifc', bytes: Buffer.from(building(['new one'])) }]);
    await converted(zip, { model_id: String(hall) });
    expect(await listed(hall)).toMatchObject({ name: 'hall', current: { number: 2, elements: 4 }, latest: null });
    const { body } = await upload(building().slice(0, 900), { model_id: String(hall) });
    expect(await ended(anna, body.job_id)).toMatchObject({ status: 'failed', error: { code: 'model.truncated' } });
    expect(await listed(hall)).toMatchObject({
      current: { number: 2 },
      latest: { number: 3, status: 'failed', failure: { code: 'model.truncated' } },
    });
    const { job_id } = await anna.ok(api.models.convert, { params: at(hall) });
    expect(await ended(anna, job_id)).toMatchObject({ error: { code: 'model.truncated' } });
    await anna.ok(api.models.rename, { params: at(hall), body: { name: 'Great hall' } });
    expect((await listed(hall))?.name).toBe('Great hall');
    const before = world.files().length;
    await anna.ok(api.models.remove, { params: at(hall) });
    // Two versions with geometry, one without.
    expect(world.files()).toHaveLength(before - 5);
    expect(await anna.refused(api.models.info, { params: at(hall) })).toMatchObject({ status: 404, code: 'model.not_found' });
    expect((await world.sql('select 1 from bim_element where model_version_id not in (select id from bim_model_version)')).length).toBe(0);
  });
});

test('of a model with many versions the newest former ones keep their elements', async () => {
  const { model_id: id } = await converted(building(), { name: 'Tower' });
  const [{ current_version_id: first }] = await world.sql('select current_version_id from bim_model where id = $1', [id]);
  // Eight versions more, each with the elements and places of the first.
  for (let number = 2; number <= 9; number += 1) {
    const [{ id: version }] = await world.sql(
      `insert into bim_model_version (space_id, project_id, model_id, number, file_name, source_key, source_bytes, source_sha256, converter, status)
         select space_id, project_id, model_id, $2, file_name, gen_random_uuid(), 1, '', converter, 'ready' from bim_model_version where id = $1 returning id`,
      [first, number],
    );
    for (const table of ['bim_element', 'bim_place'])
      await world.sql(
        `insert into ${table} select (jsonb_populate_record(null::${table}, to_jsonb(t) || jsonb_build_object('model_version_id', $2::bigint))).*
           from ${table} t where model_version_id = $1`,
        [first, version],
      );
    await world.sql('update bim_model set current_version_id = $2 where id = $1', [id, version]);
  }
  await converted(building(), { model_id: String(id) });
  const numbers = async (table: string) =>
    (
      await world.sql(
        `select distinct v.number from bim_model_version v join ${table} t on t.model_version_id = v.id where v.model_id = $1 order by 1`,
        [id],
      )
    ).map(({ number }) => number);
  const kept = Array.from({ length: FORMER_VERSIONS + 1 }, (_one, at) => 10 - FORMER_VERSIONS + at);
  // They are removed behind the end of the conversion.
  await expect.poll(async () => [await numbers('bim_element'), await numbers('bim_place')], { timeout: 10_000 }).toEqual([kept, kept]);
  await anna.ok(api.models.remove, { params: at(id) });
});

describe('properties that elements share', () => {
  type Set = Parameters<typeof sharedValues>[0][number]['sets'][number];
  const sets = fc.array(
    fc.record({
      name: fc.constantFrom('A', 'B'),
      content: fc.array(fc.record({ name: fc.constantFrom('x', 'y', 'z'), value: fc.constantFrom(1, '1', null, true) }), { maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 4 },
  );

  test('are those that each element has, by its first value', () => {
    fc.assert(
      fc.property(sets, fc.array(fc.array(fc.nat(3), { maxLength: 3 }), { maxLength: 4 }), (all, chosen) => {
        const elements = chosen.map((own) => ({ sets: own.flatMap((at) => all[at] ?? []) }));
        const valuesOf = ({ sets: own }: { sets: readonly Set[] }) => {
          const values = new Map<string, unknown>();
          for (const { name: set, content } of own)
            for (const { name, value } of content) if (!values.has(`${set} ${name}`)) values.set(`${set} ${name}`, value);
          return values;
        };
        const [first = new Map<string, unknown>(), ...others] = elements.map(valuesOf);
        const shared = [...first].filter(([key]) => others.every((one) => one.has(key)));
        expect(sharedValues(elements).map(({ set, name, value, differs }) => [`${set} ${name}`, value, differs])).toEqual(
          shared.map(([key, value]) => (others.every((one) => one.get(key) === value) ? [key, value, false] : [key, null, true])),
        );
      }),
    );
  });

  test('are read once of a set that many elements have', () => {
    let read = 0;
    const set = {
      name: 'A',
      get content() {
        read += 1;
        return [{ name: 'x', value: 1 }];
      },
    };
    expect(sharedValues(Array.from({ length: 100 }, () => ({ sets: [set] })))).toEqual([{ set: 'A', name: 'x', value: 1, differs: false }]);
    expect(read).toBe(1);
  });
});

describe('a bad file', () => {
  test.each<[string, string, ErrorCode]>([
    ['a page', '<html></html>', 'model.not_ifc'],
    ['an archive that is none', 'PK\u0003\u0004 rubbish', 'model.zip_broken'],
    ['an old schema', building().replace("'IFC4'", "'IFC2X_FINAL'"), 'model.schema_unknown'],
    ['a placement in a circle', building().replace(/(#\d+)=IFCLOCALPLACEMENT\(\$,/, '$1=IFCLOCALPLACEMENT($1,'), 'model.cyclic'],
    ['a comment without end', building().replace('#20=', '/* #20='), 'model.unterminated'],
  ])('is refused with a reason: %s', async (_, content, code) => {
    const { body } = await upload(content, { name: 'Bad' });
    expect(await ended(anna, body.job_id)).toMatchObject({ status: 'failed', error: { code } });
    expect((await listed(body.model_id))?.latest).toMatchObject({ status: 'failed', failure: { code } });
  });

  test('is none at all, or is for a model of another project', async () => {
    expect((await upload('')).body.errors[0].code).toBe('model.empty');
    const other = await upload(building(), { model_id: '777777' });
    expect([other.status, other.body.errors[0].code]).toEqual([404, 'model.not_found']);
    expect((await upload(building(), {}, 'a.ifc', vera)).status).toBe(403);
  });
});

describe('the converter', () => {
  const question = { source: '', geometry: '', rows: '', codePage: null };
  const watch = (program: string, more: object = {}) => {
    const path = join(tmpdir(), `gantry-child-${process.pid}-${Math.random()}.mjs`);
    writeFileSync(path, program);
    return {
      bytes: 1,
      signal: new AbortController().signal,
      progress: () => undefined,
      program: pathToFileURL(path),
      stallMs: 900,
      ...more,
    };
  };

  test('is killed when it turns in a circle, takes too much memory or falls', async () => {
    const code = async (program: string, more?: object) =>
      convertFile(question, watch(program, more)).then(
        () => 'done',
        (error: { code?: string }) => error.code,
      );
    expect(await code('for (;;);')).toBe('model.stalled');
    expect(await code('setInterval(() => process.send({ stage: "geometry", part: 0 }), 50);', { memory: 1, stallMs: 60_000 })).toBe(
      'model.too_much_memory',
    );
    expect(await code('process.exit(3);', { stallMs: 60_000 })).toBe('model.converter_failed');
  });

  test('is stopped with its job', async () => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(new DOMException('stopped', 'AbortError')), 100);
    await expect(convertFile(question, watch('setInterval(() => {}, 50);', { signal: stop.signal, stallMs: 60_000 }))).rejects.toThrow(
      'stopped',
    );
  });
});

const folder = join(process.env['GANTRY_TEST_DATA'] ?? '', 'models/schependomlaan/ifc');
test.skipIf(!process.env['GANTRY_TEST_DATA'])(
  'a real model has the volumes of its authors (needs GANTRY_TEST_DATA)',
  async () => {
    const { model_id } = await converted(readFileSync(join(folder, 'ROOT-staal.ifc')), { name: 'Steel' });
    const [sum] = await world.sql(
      `select count(*)::int as elements, count(volume)::int as measured, count(*) filter (where layers = '{}')::int as bare
     from bim_element e join bim_model m on m.current_version_id = e.model_version_id where m.id = $1`,
      [model_id],
    );
    expect(sum).toMatchObject({ bare: 0 });
    expect(sum['measured']).toBe(sum['elements']);
  },
  300_000,
);
