import { api } from '@gantry/contract';
import { BUILT_IN_ROLE_ID } from '@gantry/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MailServer, plainTextOf, startMailServer } from '../../../testing/servers/mail-server.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { startDueReports } from './report-subscriptions.timers.service.ts';

let world: World;
let anna: Person;
let boris: Person;
let schedule: number;
let version: number;
let server: MailServer;

beforeAll(async () => {
  server = await startMailServer({});
  world = await createWorld({
    GANTRY_PUBLIC_URL: 'https://plans.gantry.example',
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(server.port),
    SMTP_ENCRYPTION: 'none',
  });
  anna = await world.person('anna');
  boris = await world.person('boris');
  await anna.space();
  await world.join(boris, anna, 'planner');
  schedule = await anna.schedule();
  version = await anna.version(schedule);
  await anna.item(version, { name: 'Handover', type: 'milestone_finish', start: '2026-04-07T17:00', finish: '2026-04-07T17:00' });
}, 120_000);
afterAll(async () => {
  await server.close();
  await world.close();
});

const WEEKLY = {
  cadence: 'weekly' as const,
  at: '07:00',
  weekday: 1,
  time_zone: 'UTC',
  report_id: 'milestones' as const,
  format: 'docx' as const,
};
const due = (days: number) => startDueReports({ ...world.app.services, now: () => new Date(Date.now() + days * 86_400_000) });
const at = () => ({ params: { id: schedule } });
const allow = (outside_reports: boolean) => anna.ok(api.spaces.saveSettings, { params: { id: anna.spaceId }, body: { outside_reports } });
const add = async (body: object, person = anna) =>
  (await person.ok(api.reportSubscriptions.add, { ...at(), body: { ...WEEKLY, ...body } })).id;
const refusal = (body: object, person = anna) => person.refused(api.reportSubscriptions.add, { ...at(), body: { ...WEEKLY, ...body } });
const remove = (id: number) => anna.ok(api.reportSubscriptions.remove, { params: { id } });
const statesOf = async (id: number) =>
  (await anna.ok(api.reportSubscriptions.sendings, { params: { id }, query: {} })).items
    .map(({ state, recipient, reason }) => `${state} ${recipient.replace(' Tester', '')} ${reason?.code ?? ''}`.trim())
    .sort();
const becomes = async (id: number, states: string[]) => {
  await expect.poll(() => statesOf(id), { timeout: 40_000 }).toEqual(states);
};
const listed = async (id: number) => (await anna.ok(api.reportSubscriptions.list, at())).items.find((one) => one.id === id);
const unfolded = (message: string) => message.replace(/\r\n(?=[ \t])/g, '');
/** The address that a mail program posts to in order to end such letters. */
const oneClick = (message: string): string => {
  const head = unfolded(message);
  expect(head).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m);
  return /^List-Unsubscribe: <(.+)>\r?$/m.exec(head)?.[1].replace('https://plans.gantry.example', world.base) ?? '';
};
const post = (address: string) =>
  fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });

test('addresses without an account have reports only where the space allows them, in number and form', async () => {
  const outside = ['client@builder.example'];
  expect((await anna.ok(api.reportSubscriptions.list, at())).outside_allowed).toBe(false);
  expect(await refusal({ outside })).toMatchObject({ code: 'report_subscription.outside_not_allowed' });
  await allow(true);
  expect((await boris.ok(api.reportSubscriptions.list, at())).outside_allowed).toBe(true);
  expect(await refusal({})).toMatchObject({ code: 'report_subscription.nobody' });
  expect(await refusal({ outside, bring: 'link' })).toMatchObject({ code: 'report_subscription.link_needs_account' });
  const many = Array.from({ length: 51 }, (_one, number) => `client${number}@builder.example`);
  for (const bad of [['client@'], ['a@b.example\r\nBcc: c@d.example'], many])
    expect(await refusal({ outside: bad })).toMatchObject({ code: 'request.invalid' });
  const id = await add({ outside: ['Client@builder.example', 'client@builder.example'] });
  expect(await listed(id)).toMatchObject({ outside, recipients: [], outside_money: false, bring: 'attach', left: [] });
  await remove(id);
});

test('who has a letter leaves by one click, once, without an account, and nobody else by it', { timeout: 90_000 }, async () => {
  await allow(true);
  const id = await add({ outside: ['client@builder.example', 'other@builder.example'], recipients: [boris.id] });
  const before = server.taken.length;
  await due(30);
  await becomes(id, ['sent boris', 'sent client@builder.example', 'sent other@builder.example']);
  const letters = new Map(server.taken.slice(before).map(({ to, message }) => [to[0], message]));
  const message = letters.get('client@builder.example') ?? '';
  expect(message).toContain('wordprocessingml.document');
  expect(plainTextOf(message)).toContain('anna Tester');
  // There is nothing that needs an account.
  expect(plainTextOf(message)).not.toContain(`/${anna.spaceId}/reports`);
  const address = oneClick(message);
  expect(address).not.toContain('client');
  const link = address.replace(/\?.*token=/, '#');
  expect(plainTextOf(message)).toContain(`https://plans.gantry.example/auth/unsubscribe#token=${link.slice(link.indexOf('#') + 1)}`);
  expect(new Set([...letters.values()].map(oneClick)).size).toBe(3);
  expect((await post(address.replace(/.$/, (sign) => (sign === 'A' ? 'B' : 'A')))).status).toBe(404);
  expect((await post(address.replace(`.${id}.`, `.${id + 1}.`))).status).toBe(404);
  expect((await post(address)).status).toBe(200);
  expect((await post(address)).status).toBe(200);
  expect(await statesOf(id)).toEqual([
    'left client@builder.example',
    'sent boris',
    'sent client@builder.example',
    'sent other@builder.example',
  ]);
  expect(await listed(id)).toMatchObject({ active: true, left: ['client@builder.example'] });
  expect(await due(60)).toBe(2);
  await expect.poll(async () => (await statesOf(id)).filter((one) => one.startsWith('sent')).length, { timeout: 40_000 }).toBe(5);
  const [first] = (await anna.ok(api.reportSubscriptions.sendings, { params: { id }, query: {} })).items.filter(
    ({ recipient }) => recipient === 'client@builder.example',
  );
  expect(await anna.refused(api.reportSubscriptions.sendAgain, { params: { id: first.id }, body: {} })).toMatchObject({
    code: 'report_subscription.has_left',
  });
  expect((await post(oneClick(letters.get('other@builder.example') ?? ''))).status).toBe(200);
  expect((await post(oneClick(letters.get('boris@gantry.example') ?? ''))).status).toBe(200);
  expect(await listed(id)).toMatchObject({ active: false, paused_by: 'left' });
  expect(await anna.refused(api.reportSubscriptions.setActive, { params: { id }, body: { active: true } })).toMatchObject({
    code: 'report_subscription.nobody_left',
  });
  await remove(id);
  expect((await post(address)).status).toBe(404);
});

test('where the space no longer allows it nothing goes, and the history says why', { timeout: 60_000 }, async () => {
  await allow(true);
  const id = await add({ outside: ['client@builder.example'], recipients: [boris.id] });
  const before = server.taken.length;
  await allow(false);
  await due(30);
  await becomes(id, ['failed client@builder.example report_subscription.outside_not_allowed', 'sent boris']);
  expect(server.taken.slice(before).map(({ to }) => to)).toEqual([['boris@gantry.example']]);
  await remove(id);
});

test('an address has the report as its owner sees it, costs only where the owner gives them', { timeout: 90_000 }, async () => {
  await allow(true);
  const wbsId = await anna.item(version, { name: 'Piles', start: '2026-03-02T09:00', duration_minutes: 960 });
  await anna.ok(api.dayValues.write, {
    params: { id: version, wbsId },
    body: { measure: 'cost', mode: 'plan', values: [{ day: '2026-03-02', value: 918 }] },
  });
  const form = { report_id: 's_curve' as const, format: 'docx' as const, outside: ['client@builder.example'], only_if_changed: true };
  const [bare, full, own] = [
    await add(form),
    await add({ ...form, outside_money: true }),
    await add({ ...form, outside: [], recipients: [anna.id] }),
  ];
  await due(30);
  for (const id of [bare, full]) await becomes(id, ['sent client@builder.example']);
  await becomes(own, ['sent anna']);
  const contents = await world.app.services.database.read({ spaceId: anna.spaceId, userId: null }, (db) =>
    db.selectFrom('report_sending').select(['subscription_id', 'content']).where('subscription_id', 'in', [bare, full, own]).execute(),
  );
  const of = (id: number) => contents.find((one) => one.subscription_id === id)?.content;
  expect(of(full)).toBe(of(own));
  expect(of(bare)).not.toBe(of(own));
  await due(60);
  await becomes(bare, ['sent client@builder.example', 'unchanged client@builder.example']);
  for (const id of [bare, full, own]) await remove(id);
});

test('a report whose owner may no longer change the plan is refused by that name', { timeout: 60_000 }, async () => {
  await allow(true);
  const id = await add({ recipients: [anna.id], outside: ['client@builder.example'] }, boris);
  await anna.ok(api.spaces.updateMember, { params: { id: anna.spaceId, userId: boris.id }, body: { role_id: BUILT_IN_ROLE_ID.viewer } });
  await due(30);
  await becomes(id, ['failed anna report_subscription.owner_may_not', 'failed client@builder.example report_subscription.owner_may_not']);
  expect(await listed(id)).toMatchObject({ active: true });
  await anna.ok(api.spaces.updateMember, { params: { id: anna.spaceId, userId: boris.id }, body: { role_id: BUILT_IN_ROLE_ID.planner } });
  await remove(id);
});

test('addresses of a report that went with its form are forgotten with the next run of another', { timeout: 60_000 }, async () => {
  await allow(true);
  const gone = await add({ outside: ['client@builder.example'], params: { period: 'previous_month' } });
  const stays = await add({ recipients: [boris.id], params: { period: 'previous_month' } });
  await world.sql('delete from report_subscription where id = $1', [gone]);
  await due(30);
  for (const table of ['report_delivery', 'report_params']) {
    const kept = await world.sql(`select subscription_id from ${table} where subscription_id = any ($1)`, [[gone, stays]]);
    expect(kept.map((one) => Number(one['subscription_id']))).toEqual([stays]);
  }
  await becomes(stays, ['sent boris']);
  await remove(stays);
});

test('a report that comes as a link is no file, and each letter can be ended', { timeout: 60_000 }, async () => {
  const id = await add({ recipients: [boris.id], bring: 'link' });
  const before = server.taken.length;
  await due(30);
  await becomes(id, ['sent boris']);
  const { message } = server.taken[before];
  expect(message).not.toContain('wordprocessingml.document');
  expect(plainTextOf(message)).toContain(`https://plans.gantry.example/${anna.spaceId}/reports/${schedule}`);
  expect(oneClick(message)).toContain('/api/v1/reports/subscriptions/leave?token=report.');
  await remove(id);
});

test('the narrative comes alone, in words and as a file, and only when it tells something else', { timeout: 90_000 }, async () => {
  const second = (await anna.ok(api.versions.copyTo, {
    params: { id: version, scheduleId: schedule },
    body: { name: 'Second' },
  })) as object;
  expect(second).toBeTruthy();
  const id = await add({ report_id: 'narrative', recipients: [boris.id], only_if_changed: true, narrative: { base_version_id: version } });
  expect(await listed(id)).toMatchObject({
    report: 'Narrative',
    report_id: 'narrative',
    narrative: { base_version_id: version, days: 30 },
  });
  expect(await refusal({ report_id: 'narrative', recipients: [boris.id], narrative: { base_version_id: 987_654 } })).toMatchObject({
    code: 'version.not_found',
  });
  const now = await anna.version(schedule);
  await anna.ok(api.versions.setActual, { params: { id: now } });
  const before = server.taken.length;
  await due(30);
  await becomes(id, ['sent boris']);
  const { message } = server.taken[before];
  expect(plainTextOf(message)).toContain('Works in all: 0');
  expect(message).toContain('wordprocessingml.document');
  await due(60);
  await becomes(id, ['sent boris', 'unchanged boris']);
  await anna.item(now, { name: 'Opening', type: 'milestone_finish', start: '2026-05-07T17:00', finish: '2026-05-07T17:00' });
  await due(90);
  await becomes(id, ['sent boris', 'sent boris', 'unchanged boris']);
  expect(plainTextOf(server.taken.at(-1)?.message ?? '')).toContain('Milestones in all: 1');
  await remove(id);
});
