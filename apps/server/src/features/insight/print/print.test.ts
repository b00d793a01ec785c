import { api, type Call } from '@gantry/contract';
import { DEFAULT_PRINT_FORMAT, DEFAULT_PRINT_SETTINGS, PRINT_LIMITS, type PrintFormat, type PrintSettings } from '@gantry/domain';
import { loadImage } from '@napi-rs/canvas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerBytes } from '../../../testing/call.ts';
import { ended } from '../../../testing/jobs.ts';
import { readPdf } from '../../../testing/pdf.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { MOST_PIXELS } from './print.picture.service.ts';

let world: World;
let anna: Person;
let vera: Person;
let schedule: number;
let version: number;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  vera = await world.person('vera');
  await anna.space();
  await world.join(vera, anna, 'planner');
  schedule = await anna.schedule();
  version = await anna.version(schedule);
  for (const phase of ['Нулевой цикл', 'Каркас']) {
    const sum = await anna.item(version, { name: phase, type: 'sum' });
    for (let index = 1; index <= 30; index += 1) {
      const dates = { start: `2026-03-${String(index).padStart(2, '0')}T08:00`, finish: `2026-04-${String(index).padStart(2, '0')}T17:00` };
      await anna.item(version, { name: `${phase}: работа ${index}`, ...dates }, sum);
    }
  }
}, 120_000);
afterAll(() => world.close());

const format = (change: Partial<PrintFormat> = {}): PrintFormat => ({ ...DEFAULT_PRINT_FORMAT, ...change });
const settings = (change: Partial<PrintSettings> = {}): PrintSettings => ({ ...DEFAULT_PRINT_SETTINGS, ...change });
const A4 = { sheet_height: 210, sheet_width: 297 };

/** Prints a version and reads the PDF. */
async function printed(person: Person, id: number, body: Partial<Call<typeof api.print.print>['body']>) {
  const { job_id } = await person.ok(api.print.print, { params: { id }, body: body });
  const job = await ended(person, job_id);
  expect([job.status, job.error]).toEqual(['done', null]);
  const { status, bytes } = await answerBytes(person, api.exports.download, { query: { key: job.result?.['download_key'] } });
  expect(status).toBe(200);
  return { ...readPdf(bytes), job, bytes };
}

describe('a print', () => {
  test.each([
    ['a sheet of A3', format(), settings()],
    ['sheets of A4, two across', format({ ...A4, legend: 'last' }), settings({ wide: { fit: 'exact', pages: 2 } })],
    ['a sheet for each phase', format(A4), settings({ break_level: 1 })],
    ['the phases alone', format(A4), settings({ levels: 1 })],
    [
      'true to the scale of days, across first',
      format(A4),
      settings({ wide: { fit: 'true', pages: 1 }, points_per_day: 20, order: 'across' }),
    ],
    ['some pages', format(A4), settings({ wide: { fit: 'exact', pages: 3 }, pages: '2,4-5' })],
  ])('has as many pages as were counted: %s', async (_, sheet, chosen) => {
    const body = { format: sheet, settings: chosen, language: 'ru' as const };
    const count = await anna.ok(api.print.count, { params: { id: version }, body });
    const { pages, texts, job } = await printed(anna, version, body);
    expect([pages, texts.length]).toEqual([count.pages, count.pages]);
    expect(job.result).toMatchObject({ name: expect.stringMatching(/\.pdf$/), pages: count.pages });
    expect(count.of).toBe(count.wide * count.tall);
    if (chosen.pages === '') expect(texts.join('\n')).toContain('Каркас');
  });

  test('says each row once, in letters that can be searched, with headers filled in', async () => {
    const body = { format: format(A4), settings: settings(), language: 'ru' as const };
    const { texts, pages } = await printed(anna, version, body);
    const lines = texts.join('\n').split('\n');
    for (let index = 1; index <= 30; index += 1) expect(lines.filter((line) => line === `Каркас: работа ${index}`)).toHaveLength(1);
    expect(lines).toContain(`1 / ${pages}`);
    expect(lines).toContain('Наименование');
  });

  test('shows the rows that pass a filter, and those that are not folded away', async () => {
    const named = { join: 'and' as const, conditions: [{ column: 'name', operator: 'like' as const, value: 'работа 7' }] };
    const count = await anna.ok(api.print.count, { params: { id: version }, body: { filter: named } });
    expect(count.rows).toBe(4);
    const { items } = await anna.ok(api.wbs.list, { params: { id: version } });
    const phase = items.find(({ name }) => name === 'Каркас')?.['id'] as number;
    await vera.ok(api.wbs.setExpanded, { params: { id: version }, body: { ids: [phase], expanded: false } });
    expect((await vera.ok(api.print.count, { params: { id: version }, body: {} })).rows).toBe(32);
    expect((await anna.ok(api.print.count, { params: { id: version }, body: {} })).rows).toBe(62);
  });

  test('stands in the order and under the groups of the screen', async () => {
    const params = { id: version };
    const named = { join: 'and' as const, conditions: [{ column: 'name', operator: 'like' as const, value: 'Каркас: работа' }] };
    const grouping = { levels: [{ column: 'start', direction: 1 as const, period: 'week' as const }], subtotals: true };
    const sheet = format({ ...A4, headers: { ...format().headers, lower_right: '{{printed_by}} | {{facility}}' } });
    const body = { filter: named, grouping, language: 'ru' as const, format: sheet };
    const { texts } = await printed(anna, version, body);
    const lines = texts.join('\n').split('\n');
    expect(lines.filter((line) => /^Каркас: работа \d+$/.test(line))).toHaveLength(30);
    expect(lines).not.toContain('Нулевой цикл: работа 1');
    expect(lines.filter((line) => / \| \S/.test(line)).length).toBe(texts.length);
    const groups = lines.filter((line) => line.startsWith('Начало: '));
    expect(groups.length).toBeGreaterThanOrEqual(5);
    expect((await anna.ok(api.print.count, { params, body })).rows).toBe(30 + new Set(groups).size);
    const sorted = await printed(anna, version, { filter: named, sort: { column: 'start', direction: -1 }, language: 'ru' });
    const works = sorted.texts
      .join('\n')
      .split('\n')
      .filter((line) => /^Каркас: работа \d+$/.test(line));
    expect([works[0], works.at(-1)]).toEqual(['Каркас: работа 30', 'Каркас: работа 1']);
  });

  test('bears what the chart on the screen bears: texts beside bars, colours with their words, a load, and the filter in words', async () => {
    const id = await anna.version(schedule);
    const items = [];
    for (const [name, code] of [
      ['Stairs', 'S-1'],
      ['Roof', 'R-1'],
    ])
      items.push(await anna.item(id, { name, code, start: '2026-03-02T09:00', duration_minutes: 2400 }));
    await world.sql(
      `insert into resource (space_id, version_id, id, code, name, kind, unit, "limit", price_per_unit) values ($1, $2, 901, 'R', 'Crew', 'labour', 'h', 1, 10)`,
      [anna.spaceId, id],
    );
    await world.sql(
      `insert into assignment (space_id, version_id, id, item_id, resource_id, planned_units, actual_units, remaining_units,
         planned_cost, actual_cost, remaining_cost, lag_minutes, driving) values ($1, $2, 902, $3, 901, 40, 0, 40, 0, 0, 0, 0, false)`,
      [anna.spaceId, id, items[0]],
    );
    const rules = [{ condition: 'name = "Roof"', state: 'warn' as const, tint: 5, text: 'Above all' }];
    const indicator = (await anna.ok(api.indicators.createAtSchedule, { params: { id: schedule }, body: { name: 'Height', rules } })).id;
    const key = 'contract';
    const body = {
      name: 'Contract',
      key,
      type: 'string',
      owners: ['schedule'],
      inherits: false,
      default_value: null,
      values: [],
      unit: '',
    };
    await anna.ok(api.attributes.create, { params: { id: schedule }, body: body as never });
    const { entries } = await anna.ok(api.attributes.passport, { params: { id: schedule } });
    const [{ attribute }] = entries.filter((one) => one.attribute.name === 'Contract');
    const values = [{ attribute_id: attribute.id, value: 'No. 12-K' }];
    await anna.ok(api.attributes.savePassport, { params: { id: schedule }, body: { values } });

    const headers = { ...format().headers, upper_left: '{{filter}} | {{grouping}} | {{passport("CONTRACT")}}' };
    const filter = { join: 'and' as const, conditions: [{ column: 'start', operator: 'gte' as const, value: '2026-03-01' }] };
    const asked = { format: format({ headers }), filter };
    const plain = await printed(anna, id, asked);
    const shown = await printed(anna, id, {
      ...asked,
      settings: settings({ columns: ['name', 'start', 'finish', 'progress'], bar_text: 'code', colour_by: indicator, strip: 'all' }),
    });
    const [before, after] = [plain, shown].map(({ texts }) => texts.join('\n').split('\n'));
    expect(after).toContain('Start not before 01.03.2026 |  | No. 12-K');
    for (const text of ['Above all', 'All people and machines, h']) {
      expect(before).not.toContain(text);
      expect(after, text).toContain(text);
    }
    expect(after).toEqual(expect.arrayContaining(['S-1', 'R-1']));
    const { data_date } = await anna.ok(api.versions.get, { params: { id } });
    const day = (from: number): string =>
      new Date(Date.parse(`${data_date?.slice(0, 10)}T00:00Z`) + from * 86_400_000)
        .toISOString()
        .slice(0, 10)
        .split('-')
        .toReversed()
        .join('.');
    const around = await printed(anna, id, { format: format({ range_days: { before: 5, after: 5 } }) });
    expect(around.texts.join('\n')).toContain(`${day(-5)} – ${day(4)}`);
  });

  test('is announced to who asked for it', async () => {
    const client = await anna.push();
    await printed(anna, version, { format: format(A4) });
    expect(await client.heard('wbs_print', ({ status }) => status === 'completed')).toMatchObject({
      version_id: version,
      pages: expect.any(Number),
    });
    await client.close();
  });

  test('shows a page before: as a picture of the width that is wanted, and as a PDF', async () => {
    const body = { format: format(A4), language: 'fr' as const };
    const { status, bytes } = await answerBytes(anna, api.print.preview, {
      params: { id: version },
      body: { ...body, width: 800, page: 1 },
    });
    expect(status).toBe(200);
    const picture = await loadImage(bytes);
    expect([picture.width, picture.height]).toEqual([800, Math.round((800 * 210) / 297)]);
    const pdf = await answerBytes(anna, api.print.preview, { params: { id: version }, body: { ...body, as: 'pdf', page: 2 } });
    expect(readPdf(pdf.bytes).pages).toBe(1);
    expect(await anna.refused(api.print.preview, { params: { id: version }, body: { ...body, page: 99 } })).toMatchObject({
      code: 'print.no_such_page',
    });
  });

  test('shows the tallest sheet in as many pixels as a picture may have, with its proportions', async () => {
    const [sheet_width, sheet_height] = [PRINT_LIMITS.width, PRINT_LIMITS.largest];
    const body = { format: format({ sheet_width, sheet_height }), width: 4096 };
    const { status, bytes } = await answerBytes(anna, api.print.preview, { params: { id: version }, body });
    expect(status).toBe(200);
    // The head of a PNG has its width and its height; to unpack such a picture takes long.
    const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
    expect(Math.round((width * height) / 100_000)).toBe(MOST_PIXELS / 100_000);
    expect(height / width).toBeCloseTo(sheet_height / sheet_width, 1);
  });

  test.each([
    [{ sheet_height: 209 }, 'print.sheet_too_low', 'sheet_height'],
    [{ sheet_width: 296 }, 'print.sheet_too_narrow', 'sheet_width'],
    [{ margins: { top: 0, right: 0, bottom: 0, left: -1 } }, 'print.margin_negative', 'margins.left'],
    [{ margins: { top: 150, right: 0, bottom: 100, left: 0 } }, 'print.no_room', 'margins.top'],
    [{ range: { start: '2026-05-01', finish: '2026-04-01' } }, 'print.range_reversed', 'range.finish'],
  ])('is refused on a sheet that cannot be: %o', async (change, code, field) => {
    const body = { format: format(change) };
    for (const endpoint of [api.print.print, api.print.count, api.print.preview])
      expect(await anna.refused(endpoint, { params: { id: version }, body })).toMatchObject({ status: 422, code, parameters: { field } });
  });

  test('is refused where it names pages that are none', async () => {
    const body = { settings: settings({ pages: '7-1' }) };
    expect(await anna.refused(api.print.print, { params: { id: version }, body })).toMatchObject({
      status: 422,
      code: 'print.pages_wrong',
    });
  });
});

describe('formats of sheets', () => {
  test('are kept, shared and found; a name belongs to one of them in the space', async () => {
    const params = { id: version };
    const { id } = await anna.ok(api.print.createFormat, { params, body: { name: 'For the site', shared: true, format: format(A4) } });
    const same = { params, body: { name: ' for the SITE', format: format() } };
    for (const person of [anna, vera])
      expect(await person.refused(api.print.createFormat, same)).toMatchObject({ status: 409, code: 'print.format_name_taken' });
    expect((await vera.ok(api.print.formats, { params })).items).toMatchObject([{ id, name: 'For the site', own: false, format: A4 }]);
    // Prints of figures, which are of no version, take the same ones.
    expect((await vera.ok(api.print.formatsOfSpace)).items).toMatchObject([{ id, name: 'For the site' }]);
    const count = await vera.ok(api.print.count, { params, body: { format_id: id } });
    expect(count.sheet).toEqual({ height: 210, width: 297 });
    expect(await vera.refused(api.print.updateFormat, { params: { ...params, presetId: id }, body: { name: 'Mine' } })).toMatchObject({
      code: 'preset.not_yours',
    });
    await anna.ok(api.print.updateFormat, {
      params: { ...params, presetId: id },
      body: { name: 'For the site', format: format({ ...A4, text_size: 10 }) },
    });
    expect((await anna.ok(api.print.formats, { params })).items[0]?.format.text_size).toBe(10);
    const low = { params: { ...params, presetId: id }, body: { format: format({ sheet_height: 100 }) } };
    expect(await anna.refused(api.print.updateFormat, low)).toMatchObject({ code: 'print.sheet_too_low' });
    await anna.ok(api.print.removeFormat, { params: { ...params, presetId: id } });
    expect((await anna.ok(api.print.formats, { params })).items).toEqual([]);
  });

  test('stand beside the settings of a version, one of each person', async () => {
    const params = { id: version };
    const usual = await anna.ok(api.print.settings, { params: { ...params, settingsId: 0 } });
    expect(usual).toEqual({ id: 0, settings: settings(), format: format() });
    const kept = { settings: settings({ links: 'driving' }), format: format(A4) };
    const { id } = await anna.ok(api.print.createSettings, { params, body: kept });
    expect((await anna.ok(api.print.createSettings, { params, body: kept })).id).toBe(id);
    await anna.ok(api.print.updateSettings, { params, body: { id, settings: settings({ links: 'none' }) } });
    expect(await anna.ok(api.print.settings, { params: { ...params, settingsId: 0 } })).toMatchObject({
      id,
      settings: { links: 'none' },
      format: A4,
    });
    expect((await vera.ok(api.print.settings, { params: { ...params, settingsId: 0 } })).id).toBe(0);
    expect(await vera.refused(api.print.settings, { params: { ...params, settingsId: id } })).toMatchObject({ code: 'preset.not_found' });
    expect((await anna.ok(api.print.count, { params, body: { settings_id: id } })).sheet.height).toBe(210);
  });

  test('of other versions are not read, and go when their versions are gone', async () => {
    const kept = { settings: settings(), format: format(A4) };
    const plan = await anna.schedule('Printed');
    const others = [await anna.version(plan), await anna.version(plan), await anna.version(plan)];
    const names = () =>
      world.sql<{ name: string }>(`select name from preset where kind = 'print_settings' and owner_id = $1 and name = any($2)`, [
        anna.id,
        others.map(String),
      ]);
    for (const id of others.slice(0, 2)) await anna.ok(api.print.createSettings, { params: { id }, body: kept });
    // What cannot be parsed any more is no obstacle to the settings of another version.
    await world.sql(`update preset set content = '{}' where kind = 'print_settings' and name = $1`, [String(others[0])]);
    expect((await anna.ok(api.print.settings, { params: { id: others[1], settingsId: 0 } })).format).toMatchObject(A4);
    await anna.ok(api.versions.remove, { params: { id: others[0] } });
    await anna.ok(api.print.createSettings, { params: { id: others[2] }, body: kept });
    expect((await names()).map(({ name }) => Number(name)).sort((a, b) => a - b)).toEqual(others.slice(1));
  });
});
