import { api } from '@gantry/contract';
import { DEFAULT_PRINT_FORMAT, DEFAULT_PRINT_SETTINGS } from '@gantry/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { statementsOf } from '../../../testing/statements.ts';
import { type MailServer, plainTextOf, startMailServer } from '../../../testing/servers/mail-server.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { startDueReports } from './report-subscriptions.timers.service.ts';

let world: World;
let anna: Person;
let boris: Person;
let vera: Person;
let schedule: number;
let version: number;
let server: MailServer;
/** What the mail server answers instead of taking a letter. */
let refusal: string | null = null;

beforeAll(async () => {
  server = await startMailServer({
    onRcptTo(_address, _session, done) {
      done(refusal ? Object.assign(new Error(refusal), { responseCode: 550 }) : null);
    },
  });
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
/** Starts what is due some days from now. */
const due = (days: number) => startDueReports({ ...world.app.services, now: () => new Date(Date.now() + days * 86_400_000) });
const at = () => ({ params: { id: schedule } });

test('a report comes by mail to each recipient when its time has come, once', { timeout: 60_000 }, async () => {
  const { id, next_runs } = await anna.ok(api.reportSubscriptions.add, {
    ...at(),
    body: { ...WEEKLY, recipients: [anna.id, boris.id, anna.id] },
  });
  expect(next_runs).toHaveLength(3);
  expect((await boris.ok(api.reportSubscriptions.list, at())).items).toMatchObject([
    { id, report: 'Milestones', recipients: [anna.id, boris.id], active: true, own: false, last_run: null },
  ]);
  expect(await due(0)).toBe(0);
  // Two servers look at once; a run that was missed for weeks is one run.
  const begun = await Promise.all([due(30), due(30)]);
  expect(begun[0] + begun[1]).toBe(2);
  expect(await due(30)).toBe(0);
  await expect.poll(() => server.taken.length, { timeout: 40_000 }).toBe(2);
  expect(server.taken.flatMap(({ to }) => to).sort()).toEqual(['anna@gantry.example', 'boris@gantry.example']);
  const [{ message }] = server.taken;
  expect(message).toContain('wordprocessingml.document');
  expect(plainTextOf(message)).toContain(`/${anna.spaceId}/reports/${schedule}`);
  await expect.poll(() => statesOf(id), { timeout: 20_000 }).toEqual(['sent anna', 'sent boris']);
  await anna.ok(api.reportSubscriptions.setActive, { params: { id }, body: { active: false } });
  expect(await due(60)).toBe(0);
  await anna.ok(api.reportSubscriptions.setActive, { params: { id }, body: { active: true } });
  await anna.ok(api.reportSubscriptions.remove, { params: { id } });
  expect((await anna.ok(api.reportSubscriptions.list, at())).items).toEqual([]);
  expect(await anna.refused(api.reportSubscriptions.remove, { params: { id } })).toMatchObject({ code: 'report_subscription.not_found' });
});

const historyOf = async (id: number, person = anna) =>
  (await person.ok(api.reportSubscriptions.sendings, { params: { id }, query: {} })).items;
const statesOf = async (id: number) =>
  (await historyOf(id))
    .map(({ state, recipient, reason }) => `${state} ${recipient.replace(' Tester', '')} ${reason?.code ?? ''}`.trim())
    .sort();

test('the history names recipient, file and reason of a failure; what failed is sent again', { timeout: 60_000 }, async () => {
  const { id } = await anna.ok(api.reportSubscriptions.add, { ...at(), body: { ...WEEKLY, format: 'xlsx', recipients: [boris.id] } });
  expect(await historyOf(id)).toEqual([]);
  // Between the queueing and the making boris is no member any more.
  const closed = (status: 'active' | 'disabled') =>
    anna.ok(api.spaces.updateMember, { params: { id: anna.spaceId, userId: boris.id }, body: { status } });
  await closed('disabled');
  await due(30);
  await expect.poll(() => statesOf(id), { timeout: 20_000 }).toEqual([expect.stringMatching(/^failed boris (auth|space)\./)]);
  const [failed] = await historyOf(id);
  expect(failed).toMatchObject({ asked_by: null, name: null, reason: { code: expect.stringMatching(/^(auth|space)\./) } });
  expect(await anna.refused(api.reportSubscriptions.sendAgain, { params: { id: failed.id }, body: {} })).toMatchObject({
    code: 'report_subscription.not_a_member',
  });
  await closed('active');
  const before = server.taken.length;
  await anna.ok(api.reportSubscriptions.sendAgain, { params: { id: failed.id }, body: {} });
  await expect.poll(() => statesOf(id), { timeout: 20_000 }).toEqual([expect.stringMatching(/^failed boris/), 'sent boris']);
  const [sent] = await historyOf(id, boris);
  expect(sent).toMatchObject({ asked_by: 'anna Tester', name: expect.stringMatching(/\.xlsx$/), size: expect.any(Number), reason: null });
  expect(server.taken.slice(before).map(({ to }) => to)).toEqual([['boris@gantry.example']]);
  const older = await anna.ok(api.reportSubscriptions.sendings, { params: { id }, query: { before: sent.id } });
  expect([older.items.map((one) => one.id), older.more]).toEqual([[failed.id], false]);
  await anna.ok(api.reportSubscriptions.remove, { params: { id } });
});

test('a letter that the mail server refuses is a failure with its words', { timeout: 60_000 }, async () => {
  const { id } = await anna.ok(api.reportSubscriptions.add, { ...at(), body: { ...WEEKLY, recipients: [anna.id] } });
  refusal = 'no such box';
  await due(30);
  await expect.poll(() => statesOf(id), { timeout: 20_000 }).toEqual(['failed anna report_subscription.mail_refused']);
  expect((await historyOf(id))[0].reason).toMatchObject({ code: 'report_subscription.mail_refused' });
  refusal = null;
  await anna.ok(api.reportSubscriptions.remove, { params: { id } });
  expect(await anna.refused(api.reportSubscriptions.sendings, { params: { id }, query: {} })).toMatchObject({
    code: 'report_subscription.not_found',
  });
});

test('a report that says what it said last is not sent, and comes again when the plan has changed', { timeout: 60_000 }, async () => {
  const body = { ...WEEKLY, recipients: [anna.id], only_if_changed: true };
  const { id } = await anna.ok(api.reportSubscriptions.add, { ...at(), body });
  expect((await anna.ok(api.reportSubscriptions.list, at())).items.at(-1)).toMatchObject({ id, only_if_changed: true, paused_by: null });
  const before = server.taken.length;
  await due(30);
  await expect.poll(() => statesOf(id), { timeout: 20_000 }).toEqual(['sent anna']);
  await due(60);
  await expect.poll(() => statesOf(id), { timeout: 20_000 }).toEqual(['sent anna', 'unchanged anna']);
  const [unchanged] = await historyOf(id);
  expect(unchanged).toMatchObject({ state: 'unchanged', name: null, reason: null, ended_at: expect.any(String) });
  // Who asks for it has it all the same.
  await anna.ok(api.reportSubscriptions.sendAgain, { params: { id: unchanged.id }, body: {} });
  await expect.poll(() => statesOf(id), { timeout: 20_000 }).toEqual(['sent anna', 'sent anna', 'unchanged anna']);
  await anna.item(version, { name: 'Opening', type: 'milestone_finish', start: '2026-05-07T17:00', finish: '2026-05-07T17:00' });
  await due(90);
  await expect.poll(() => statesOf(id), { timeout: 20_000 }).toEqual(['sent anna', 'sent anna', 'sent anna', 'unchanged anna']);
  expect(server.taken.length - before).toBe(3);
  await anna.ok(api.reportSubscriptions.remove, { params: { id } });
});

test('three refusals of the mail server in a row pause it until it is let come again', { timeout: 90_000 }, async () => {
  const { id } = await anna.ok(api.reportSubscriptions.add, { ...at(), body: { ...WEEKLY, recipients: [anna.id] } });
  const standing = async () => {
    const one = (await anna.ok(api.reportSubscriptions.list, at())).items.find((each) => each.id === id);
    return [one?.active, one?.paused_by];
  };
  const run = async (days: number) => {
    const ended = (await historyOf(id)).length;
    await due(days);
    await expect.poll(async () => (await historyOf(id)).filter((one) => one.ended_at).length, { timeout: 20_000 }).toBe(ended + 1);
  };
  refusal = 'no such box';
  await run(30);
  await run(60);
  refusal = null;
  await run(90);
  refusal = 'no such box';
  await run(120);
  await run(150);
  expect(await standing()).toEqual([true, null]);
  await run(180);
  await expect.poll(standing).toEqual([false, 'refused']);
  expect(await due(210)).toBe(0);
  await anna.ok(api.reportSubscriptions.setActive, { params: { id }, body: { active: true } });
  expect(await standing()).toEqual([true, null]);
  refusal = null;
  await anna.ok(api.reportSubscriptions.remove, { params: { id } });
});

test('refusals before a report was let come again do not count', { timeout: 90_000 }, async () => {
  const { id } = await anna.ok(api.reportSubscriptions.add, { ...at(), body: { ...WEEKLY, recipients: [anna.id] } });
  const isActive = async () => (await anna.ok(api.reportSubscriptions.list, at())).items.find((each) => each.id === id)?.active;
  const again = async () => {
    const sendings = await historyOf(id);
    await anna.ok(api.reportSubscriptions.sendAgain, { params: { id: sendings[0].id }, body: {} });
    const ended = async () => (await historyOf(id)).filter((one) => one.ended_at).length;
    await expect.poll(ended, { timeout: 20_000 }).toBe(sendings.length + 1);
  };
  refusal = 'no such box';
  // Only this one is of a later day than all others, so it counts before and after.
  await due(30);
  await expect.poll(() => statesOf(id), { timeout: 20_000 }).toEqual(['failed anna report_subscription.mail_refused']);
  await again();
  expect(await isActive()).toBe(true);
  await again();
  await expect.poll(isActive).toBe(false);
  await anna.ok(api.reportSubscriptions.setActive, { params: { id }, body: { active: true } });
  await again();
  expect(await isActive()).toBe(true);
  await again();
  await expect.poll(isActive).toBe(false);
  refusal = null;
  await anna.ok(api.reportSubscriptions.remove, { params: { id } });
});

const PRINT = { format: DEFAULT_PRINT_FORMAT, settings: DEFAULT_PRINT_SETTINGS, filter: null, sort: null, grouping: null };

test('a print of the version that counts comes as each recipient sees it, and only when it has changed', { timeout: 90_000 }, async () => {
  const { format: _format, ...weekly } = WEEKLY;
  const body = { ...weekly, report_id: 'print' as const, recipients: [boris.id], only_if_changed: true, print: PRINT };
  const { id } = await anna.ok(api.reportSubscriptions.add, { ...at(), body });
  expect((await anna.ok(api.reportSubscriptions.list, at())).items.at(-1)).toMatchObject({
    id,
    report_id: 'print',
    report: 'Print of the schedule',
    format: 'pdf',
  });
  const before = server.taken.length;
  await due(30);
  await expect.poll(() => statesOf(id), { timeout: 40_000 }).toEqual(['sent boris']);
  const { name } = (await anna.ok(api.versions.list, at())).versions[0];
  expect((await historyOf(id))[0]).toMatchObject({ name: `${name}.pdf`, size: expect.any(Number) });
  expect(server.taken[before]).toMatchObject({ to: ['boris@gantry.example'], message: expect.stringContaining('application/pdf') });
  await due(60);
  await expect.poll(() => statesOf(id), { timeout: 40_000 }).toEqual(['sent boris', 'unchanged boris']);
  await anna.item(version, { name: 'Inspection', type: 'milestone_finish', start: '2026-06-07T17:00', finish: '2026-06-07T17:00' });
  await due(90);
  await expect.poll(() => statesOf(id), { timeout: 40_000 }).toEqual(['sent boris', 'sent boris', 'unchanged boris']);
  expect(server.taken.length - before).toBe(2);
  await anna.ok(api.reportSubscriptions.remove, { params: { id } });
});

test('a print is refused without a look, on a sheet that cannot be, and of a place that is no schedule', async () => {
  const add = (body: object, params = at()) =>
    anna.refused(api.reportSubscriptions.add, { ...params, body: { ...WEEKLY, report_id: 'print', recipients: [anna.id], ...body } });
  expect(await add({})).toMatchObject({ code: 'report_subscription.no_print' });
  const narrow = { ...PRINT, format: { ...DEFAULT_PRINT_FORMAT, sheet_width: 100 } };
  expect(await add({ print: narrow })).toMatchObject({ code: 'print.sheet_too_narrow' });
  const { nodes } = await anna.ok(api.eps.tree, {});
  const project = nodes.find(({ kind }) => kind === 'project')?.id ?? 0;
  expect(await add({ print: PRINT }, { params: { id: project } })).toMatchObject({ code: 'node.not_found' });
});

test('is refused for strangers, for a rule that never comes, and for a file that the form does not come as', async () => {
  const add = (body: object) => anna.refused(api.reportSubscriptions.add, { ...at(), body: { ...WEEKLY, recipients: [anna.id], ...body } });
  expect(await add({ recipients: [vera.id] })).toMatchObject({ code: 'report_subscription.not_a_member', parameters: { id: vera.id } });
  expect(await add({ cadence: 'cron', cron: '0 0 30 2 *' })).toMatchObject({ code: 'report_subscription.never' });
  expect(await add({ report_id: 987 })).toMatchObject({ code: 'report_form.not_found' });
});

test('recipients alone are looked for among the members, and old sendings of a space once a day', async () => {
  const asked = await statementsOf(() => anna.ok(api.reportSubscriptions.add, { ...at(), body: { ...WEEKLY, recipients: [anna.id] } }));
  expect(asked.filter((text) => text.includes('"space_user"') && text.includes('"role"'))).toEqual([]);
  await anna.ok(api.reportSubscriptions.add, { ...at(), body: { ...WEEKLY, recipients: [anna.id] } });
  const sent = await statementsOf(() => due(30));
  expect(sent.filter((text) => text.startsWith('insert into "report_sending"')).length).toBeGreaterThan(1);
  expect(sent.filter((text) => text.startsWith('delete from report_sending'))).toHaveLength(1);
});
