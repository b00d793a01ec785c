import { api } from '@gantry/contract';
import { BUILT_IN_ROLE_ID } from '@gantry/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MailServer, startMailServer } from '../../../testing/servers/mail-server.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let world: World;
let anna: Person;
let boris: Person;
let vera: Person;
let schedule: number;
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
  vera = await world.person('vera');
  await anna.space();
  await world.join(boris, anna, 'planner');
  await world.join(vera, anna, 'viewer');
  schedule = await anna.schedule();
  const version = await anna.version(schedule);
  await anna.item(version, { name: 'Handover', type: 'milestone_finish', start: '2026-04-07T17:00', finish: '2026-04-07T17:00' });
  await anna.ok(api.spaces.saveSettings, { params: { id: anna.spaceId }, body: { outside_reports: true } });
}, 120_000);
afterAll(async () => {
  await server.close();
  await world.close();
});

const add = async (body: object) =>
  (
    await anna.ok(api.reportSubscriptions.add, {
      params: { id: schedule },
      body: { cadence: 'weekly', at: '07:00', weekday: 1, time_zone: 'UTC', report_id: 'milestones', format: 'docx', ...body },
    })
  ).id;
const sendNow = (id: number, person = anna) => person.ok(api.reportSubscriptions.sendNow, { params: { id }, body: {} });
const refused = (id: number, person = anna) => person.refused(api.reportSubscriptions.sendNow, { params: { id }, body: {} });
const historyOf = async (id: number) => (await anna.ok(api.reportSubscriptions.sendings, { params: { id }, query: {} })).items;
const statesOf = async (id: number) =>
  (await historyOf(id))
    .map(({ state, recipient, reason }) => `${state} ${recipient.replace(' Tester', '')} ${reason?.code ?? ''}`.trim())
    .sort();
const becomes = async (id: number, states: string[]) => {
  await expect.poll(() => statesOf(id), { timeout: 40_000 }).toEqual(states);
};
const listed = async (id: number) =>
  (await anna.ok(api.reportSubscriptions.list, { params: { id: schedule } })).items.find((one) => one.id === id);

test('a report that has never gone goes at once to each who has not left, and its cadence stays', { timeout: 90_000 }, async () => {
  const id = await add({ recipients: [boris.id, vera.id], outside: ['client@builder.example'], only_if_changed: true });
  const { next_runs } = (await listed(id)) ?? {};
  const before = server.taken.length;
  // Who reads the plan hears of it, on every page.
  const push = await vera.push();
  expect(await sendNow(id, boris)).toMatchObject({ recipients: 3 });
  await becomes(id, ['sent boris', 'sent client@builder.example', 'sent vera']);
  expect(await push.heard('report_sendings_changed')).toEqual({ eps_id: schedule, subscription_id: id });
  expect(server.taken.slice(before).flatMap(({ to }) => to)).toHaveLength(3);
  for (const one of await historyOf(id)) expect(one).toMatchObject({ asked_by: 'boris Tester', name: expect.stringMatching(/\.docx$/) });
  expect(await listed(id)).toMatchObject({ next_runs, last_run: null });
  // Who asks for it has it, changed or not; who has left has it no more.
  const token = /leave\?token=([\w.-]+)/.exec(
    (server.taken.find(({ to }) => to[0] === 'client@builder.example')?.message ?? '').replace(/\r\n(?=[ \t])/g, ''),
  )?.[1];
  await anna.ok(api.reportSubscriptions.leave, { query: { token: token ?? '' }, body: {} });
  expect(await sendNow(id)).toMatchObject({ recipients: 2 });
  await becomes(id, ['left client@builder.example', 'sent boris', 'sent boris', 'sent client@builder.example', 'sent vera', 'sent vera']);
  const { entries } = await anna.ok(api.audit.list, { query: {} });
  expect(entries[0]).toMatchObject({ action: 'reportSubscriptions.sendNow', details: { name: 'Milestones', recipients: 2 } });
});

test('is refused while it is on its way, while it is paused, after all have left, and when it is gone', { timeout: 60_000 }, async () => {
  const id = await add({ recipients: [boris.id] });
  // Of two simultaneous calls, the server refuses one.
  const both = await Promise.all([anna, boris].map((person) => person.call(api.reportSubscriptions.sendNow, { params: { id }, body: {} })));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  await becomes(id, ['sent boris']);
  await anna.ok(api.reportSubscriptions.setActive, { params: { id }, body: { active: false } });
  expect(await refused(id)).toMatchObject({ status: 409, code: 'report_subscription.is_paused' });
  await anna.ok(api.reportSubscriptions.setActive, { params: { id }, body: { active: true } });
  await world.sql('update report_delivery set left_by = $1 where subscription_id = $2', [[String(boris.id)], id]);
  expect(await refused(id)).toMatchObject({ status: 422, code: 'report_subscription.nobody_left' });
  await anna.ok(api.reportSubscriptions.remove, { params: { id } });
  expect(await refused(id)).toMatchObject({ status: 404, code: 'report_subscription.not_found' });
});

test('asks for the right to change the plan at the node', async () => {
  const id = await add({ recipients: [boris.id] });
  expect(await refused(id, vera)).toMatchObject({ status: 403 });
  await anna.ok(api.spaces.updateMember, { params: { id: anna.spaceId, userId: boris.id }, body: { role_id: BUILT_IN_ROLE_ID.viewer } });
  expect(await refused(id, boris)).toMatchObject({ status: 403 });
  expect(await historyOf(id)).toEqual([]);
});
