import { api } from '@gantry/contract';
import { BUILT_IN_ROLE_ID, RIGHTS_OF_ROLE } from '@gantry/domain';
import { readDocument } from '@gantry/interchange';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MailServer, plainTextOf, startMailServer } from '../../../testing/servers/mail-server.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { reportLetter } from './report-subscriptions.service.ts';

let world: World;
let anna: Person;
/** A reader who sees no costs. */
let vera: Person;
let schedule: number;
let server: MailServer;

const CLIENT = 'client@builder.example';
const COST = 918_273;
const PUBLIC_URL = 'https://plans.gantry.example';

beforeAll(async () => {
  server = await startMailServer({});
  world = await createWorld({
    GANTRY_PUBLIC_URL: PUBLIC_URL,
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(server.port),
    SMTP_ENCRYPTION: 'none',
  });
  anna = await world.person('anna');
  vera = await world.person('vera');
  await anna.space();
  await world.join(vera, anna, 'viewer');
  const rights = RIGHTS_OF_ROLE.viewer.filter((right) => right !== 'cost.read');
  await anna.ok(api.roles.update, { params: { id: BUILT_IN_ROLE_ID.viewer }, body: { rights } });
  await anna.ok(api.spaces.saveSettings, { params: { id: anna.spaceId }, body: { outside_reports: true, currency: 'EUR' } });
  schedule = await anna.schedule();
  const base = await anna.version(schedule);
  await anna.item(base, { name: 'Piles', start: '2026-03-02T09:00', duration_minutes: 960 });
  const version = (await anna.ok(api.versions.copyTo, { params: { id: base, scheduleId: schedule }, body: {} })).id as number;
  const [{ id }] = (await anna.ok(api.wbs.list, { params: { id: version } })).items as { id: number }[];
  await anna.ok(api.dayValues.write, {
    params: { id: version, wbsId: id },
    body: { measure: 'cost', mode: 'plan', values: [{ day: '2026-03-02', value: COST }] },
  });
  await anna.ok(api.versions.setActual, { params: { id: version } });
}, 120_000);
afterAll(async () => {
  await server.close();
  await world.close();
});

const add = async (body: object) =>
  (
    await anna.ok(api.reportSubscriptions.add, {
      params: { id: schedule },
      body: { cadence: 'weekly', at: '07:00', weekday: 1, time_zone: 'UTC', format: 'docx', report_id: 'narrative', ...body },
    })
  ).id;

/** Sends a report and answers what each recipient has of it: the words of the letter, and those of the file. */
async function received(body: object): Promise<Map<string, string>> {
  const id = await add(body);
  const before = server.taken.length;
  const { recipients } = await anna.ok(api.reportSubscriptions.sendNow, { params: { id }, body: {} });
  await expect.poll(() => server.taken.length - before, { timeout: 40_000 }).toBe(recipients);
  await anna.ok(api.reportSubscriptions.remove, { params: { id } });
  const texts = new Map<string, string>();
  for (const { to, message } of server.taken.slice(before)) {
    const file = /wordprocessingml\.document[^]*?\r\n\r\n([^]*?)\r\n--/.exec(message)?.[1] ?? '';
    const read = await readDocument(Buffer.from(file, 'base64'));
    texts.set(to[0], `${plainTextOf(message)}\n${read && 'blocks' in read ? JSON.stringify(read.blocks) : ''}`);
  }
  return texts;
}

/** Amounts as languages group them, without the signs between. */
const digits = (text: string | undefined): string => (text ?? '').replaceAll(/(?<=\d)[\s,\u00a0\u202f](?=\d)/g, '');

test.each(['narrative', 's_curve'])(
  '%s has costs for who sees them, and outside only where the owner gives them',
  { timeout: 90_000 },
  async (report_id) => {
    const recipients = [anna.id, vera.id];
    const bare = await received({ report_id, recipients, outside: [CLIENT] });
    const full = await received({ report_id, outside: [CLIENT], outside_money: true });
    for (const text of [bare.get('anna@gantry.example'), full.get(CLIENT)]) expect(digits(text)).toContain(String(COST));
    for (const text of [bare.get('vera@gantry.example'), bare.get(CLIENT)]) {
      expect(text).toContain(report_id === 'narrative' ? 'Works in all' : 'S-curve');
      expect(digits(text)).not.toContain(String(COST));
      // Neither amounts nor that costs have changed.
      if (report_id === 'narrative') expect(text).not.toMatch(/cost/i);
    }
  },
);

test('a file that is too large for a letter comes as a link, and to nobody who could not open it', { timeout: 60_000 }, async () => {
  const id = await add({ recipients: [vera.id], outside: [CLIENT] });
  await anna.ok(api.reportSubscriptions.sendNow, { params: { id }, body: {} });
  const history = async () => (await anna.ok(api.reportSubscriptions.sendings, { params: { id }, query: {} })).items;
  await expect.poll(async () => (await history()).map(({ state }) => state), { timeout: 40_000 }).toEqual(['sent', 'sent']);
  const [outside, member] = await history();
  await world.sql('update report_sending set ended_at = null where subscription_id = $1', [id]);
  const queued = await world.sql<{ input: { sendingId: number; size: number }; user_id: string }>(
    "select input, user_id from job where kind = 'letter' and (input ->> 'sendingId')::bigint = any ($1)",
    [[outside.id, member.id]],
  );
  const write = (sending: { id: number }, largest: number) => {
    const one = queued.find(({ input }) => input.sendingId === sending.id);
    if (!one) throw new Error('no letter was queued');
    const about = { userId: Number(one.user_id), spaceId: anna.spaceId, input: one.input };
    return reportLetter(world.app.services, PUBLIC_URL, largest).write(about);
  };
  const { size } = queued[0].input;
  for (const sending of [member, outside])
    expect(await write(sending, size)).toMatchObject({ attachment: { content: expect.any(Buffer) } });
  const link = await write(member, size - 1);
  expect(link).not.toHaveProperty('attachment');
  expect(link?.text).toContain(`${PUBLIC_URL}/${anna.spaceId}/reports/${schedule}`);
  expect(link?.text).toContain('It is not attached');
  expect(await write(outside, size - 1)).toBeNull();
  expect((await history())[0]).toMatchObject({ state: 'failed', reason: { code: 'report_subscription.too_large' } });
});

test('a form of orders counts back as many days as were asked for', { timeout: 90_000 }, async () => {
  const { id: version } = (await anna.ok(api.versions.list, { params: { id: schedule } })).versions.find(({ kind }) => kind === 'actual')!;
  const [{ id: item }] = (await anna.ok(api.wbs.list, { params: { id: version } })).items as { id: number }[];
  const key = [anna.spaceId, version];
  await world.sql(
    `insert into resource (space_id, version_id, id, code, name, kind, unit, price_per_unit) values ($1, $2, 901, 'S', 'Steel', 'material', 't', 10)`,
    key,
  );
  await world.sql(
    `insert into assignment (space_id, version_id, id, item_id, resource_id, planned_units, actual_units, remaining_units,
       planned_cost, actual_cost, remaining_cost, lag_minutes, driving) values ($1, $2, 902, $3, 901, 8, 0, 8, 80, 0, 80, 0, false)`,
    [...key, item],
  );
  const form = { report_id: 'procurement', recipients: [anna.id] };
  const ordered = async (params: object) => (await received({ ...form, params })).get('anna@gantry.example');
  expect(await ordered({})).toContain('31.01.2026');
  expect(await ordered({ lead_days: 45 })).toContain('16.01.2026');
});

test('the form of a monthly run is of the month that was chosen', { timeout: 90_000 }, async () => {
  const name = (month: number) => new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(month);
  const now = new Date();
  const [own, before] = [0, -1].map((by) => name(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + by, 1)));
  const form = { report_id: 'milestones', recipients: [anna.id] };
  const sent = async (params: object) => (await received({ ...form, ...params })).get('anna@gantry.example');
  expect(await sent({})).toContain(own);
  expect(await sent({ params: { period: 'this_month' } })).toContain(own);
  const previous = await sent({ params: { period: 'previous_month' } });
  expect(previous).toContain(before);
  expect(previous).not.toContain(own);
  const id = await add({ ...form, params: { period: 'previous_month' } });
  const { items } = await anna.ok(api.reportSubscriptions.list, { params: { id: schedule } });
  expect(items.find((one) => one.id === id)).toMatchObject({ params: { period: 'previous_month' } });
});
