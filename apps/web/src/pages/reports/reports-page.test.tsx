import { api, type ReportForm, type ReportSending, type ReportSubscription } from '@gantry/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { jobOf, signedInWith } from '../../testing/examples.ts';
import { answer, asked, publish } from '../../testing/fake-server.ts';
import { dialog, show } from '../../testing/show.tsx';
import { ReportsPage } from './reports-page.tsx';

const BLANK = { own: false, owner: '', bytes: 0, added_at: null, nodes: [], warnings: [] };
const FORMS: ReportForm[] = [
  { ...BLANK, id: null, word: 'milestones', name: 'Milestones', kind: 'built_in', formats: ['pdf', 'xlsx', 'docx'] },
  {
    ...BLANK,
    id: 5,
    word: null,
    name: 'Our form',
    kind: 'xlsx',
    formats: ['xlsx'],
    own: true,
    owner: 'Anna',
    added_at: '2026-11-01T00:00:00Z',
  },
];

beforeEach(() => {
  signedInWith();
  answer(api.jobs.get, ({ params }) => jobOf(params.id));
  answer(api.reportForms.list, { items: FORMS });
  answer(api.reportForms.listAt, { items: FORMS });
  answer(api.reportForms.run, { job_id: 3 });
  answer(api.reportForms.batch, { job_id: 4 });
  answer(api.eps.tree, { nodes: [], versions: [] });
  answer(api.jobs.list, { jobs: [] });
  answer(api.reportSubscriptions.list, { items: [], outside_allowed: false });
});

it('makes a built-in form as the file that is chosen', async () => {
  const { user } = await show(<ReportsPage />, { path: '/1/reports/7' });
  const [make] = await screen.findAllByRole('button', { name: 'Make the report' });
  await user.click(make);
  await dialog('Report: Milestones');
  await user.click(screen.getByRole('radio', { name: 'DOCX' }));
  await user.click(screen.getAllByRole('button', { name: 'Make the report' }).at(-1) as HTMLElement);
  await waitFor(() => expect(asked(api.reportForms.run)).toHaveLength(1));
  expect(asked(api.reportForms.run)[0]).toMatchObject({
    params: { id: 'milestones', x: 7 },
    body: { format: 'docx', month: expect.any(Number) },
  });
});

it('makes those that are ticked as one zip', async () => {
  const { user } = await show(<ReportsPage />, { path: '/1/reports/7' });
  for (const name of ['Milestones', 'Our form']) await user.click(await screen.findByRole('checkbox', { name: `Choose “${name}”` }));
  await user.click(screen.getByRole('button', { name: 'Make the chosen ones: 2' }));
  await dialog('Make the chosen ones: 2');
  await user.click(screen.getAllByRole('button', { name: 'Make the report' }).at(-1) as HTMLElement);
  await waitFor(() => expect(asked(api.reportForms.batch)).toHaveLength(1));
  expect(asked(api.reportForms.batch)[0].body.items).toMatchObject([
    { report_id: 'milestones', eps_id: 7, format: 'pdf' },
    { report_id: 5, eps_id: 7 },
  ]);
});

const MAILED: ReportSubscription = {
  id: 8,
  eps_id: 7,
  report_id: 'milestones',
  report: 'Milestones',
  language: 'en-US',
  recipients: [1],
  recipient_names: ['Anna'],
  outside: [],
  outside_money: false,
  bring: 'attach',
  left: [],
  cadence: 'weekly',
  cron: null,
  at: '07:00',
  weekday: 1,
  day: null,
  time_zone: 'UTC',
  only_if_changed: true,
  active: true,
  paused_by: null,
  own: true,
  next_runs: ['2026-12-01T07:00:00Z'],
  last_run: null,
};
const SENDING = {
  recipient: 'Boris',
  outside: false,
  asked_by: null,
  begun_at: '2026-11-20T07:00:00Z',
  name: null,
  size: null,
  reason: null,
};

const answerSendings = (items: ReportSending[]): void => answer(api.reportSubscriptions.sendings, () => ({ items, more: false }));

it('shows what was sent with the reason of a failure, and sends it again', async () => {
  answer(api.reportSubscriptions.list, { items: [MAILED], outside_allowed: false });
  answer(api.reportSubscriptions.sendings, {
    items: [
      {
        ...SENDING,
        id: 2,
        state: 'failed',
        ended_at: '2026-11-20T07:01:00Z',
        reason: { code: 'report_subscription.mail_refused', parameters: { reason: 'no such box' } },
      },
      { ...SENDING, id: 1, state: 'making', ended_at: null },
    ],
    more: false,
  });
  answer(api.reportSubscriptions.sendAgain, { success: true });
  const { user } = await show(<ReportsPage />, { path: '/1/reports/7' });
  await user.click(await screen.findByRole('button', { name: 'What was sent' }));
  await dialog('Sent: Milestones');
  await screen.findByText('The mail server refused the letter: no such box');
  // One that is on its way cannot be sent again.
  await user.click(screen.getByRole('button', { name: 'Send again to Boris' }));
  await waitFor(() => expect(asked(api.reportSubscriptions.sendAgain)).toMatchObject([{ params: { id: 2 } }]));
});

it('sends a report that has never gone now, and shows it on its way until it has come', async () => {
  const sendings: ReportSending[] = [];
  answer(api.reportSubscriptions.list, { items: [MAILED, { ...MAILED, id: 9, active: false }], outside_allowed: false });
  answerSendings(sendings);
  answer(api.reportSubscriptions.sendNow, () => {
    sendings.push({ ...SENDING, id: 4, asked_by: 'Anna', state: 'making', ended_at: null });
    return { recipients: 1 };
  });
  const { user } = await show(<ReportsPage />, { path: '/1/reports/7' });
  const paused = await screen.findByRole('button', { name: 'This report is paused: let it come again first' });
  expect((paused as HTMLButtonElement).disabled).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Send now' }));
  await dialog('Sent: Milestones');
  await screen.findByText('The report is on its way to 1 recipient');
  await screen.findByText('by hand: Anna');
  expect(asked(api.reportSubscriptions.sendNow)).toMatchObject([{ params: { id: 8 } }]);
  sendings[0] = { ...sendings[0], state: 'sent', ended_at: '2026-11-28T07:01:00Z', name: 'Milestones.pdf' };
  publish('report_sendings_changed', { eps_id: 7, subscription_id: 9 });
  publish('report_sendings_changed', { eps_id: 7, subscription_id: 8 });
  await screen.findByText('Milestones.pdf');
});

it('sends nothing again to who has ended the report', async () => {
  answer(api.reportSubscriptions.list, { items: [{ ...MAILED, left: ['Boris'] }], outside_allowed: false });
  answerSendings([
    { ...SENDING, id: 6, state: 'left', ended_at: '2026-11-21T07:00:00Z' },
    { ...SENDING, id: 5, recipient: 'Anna', state: 'sent', ended_at: '2026-11-20T07:01:00Z' },
    { ...SENDING, id: 4, state: 'sent', ended_at: '2026-11-20T07:01:00Z' },
  ]);
  const { user } = await show(<ReportsPage />, { path: '/1/reports/7' });
  await screen.findByText('ended it: Boris');
  await user.click(screen.getByRole('button', { name: 'What was sent' }));
  await screen.findByText('Ended by the recipient');
  expect(screen.getAllByRole('button', { name: /^Send again/ }).map((one) => one.getAttribute('aria-label'))).toEqual([
    'Send again to Anna',
  ]);
});

it('shows at once that a recipient has ended a report', async () => {
  let left: string[] = [];
  answer(api.reportSubscriptions.list, () => ({ items: [{ ...MAILED, left }], outside_allowed: false }));
  await show(<ReportsPage />, { path: '/1/reports/7' });
  await screen.findByRole('button', { name: 'What was sent' });
  left = ['Boris'];
  publish('report_sendings_changed', { eps_id: 7, subscription_id: 8 });
  expect(await screen.findByText('ended it: Boris')).toBeTruthy();
});

it('ends a report by mail when that is confirmed', async () => {
  answer(api.reportSubscriptions.list, { items: [{ ...MAILED, report: 'Вехи', language: 'ru' }], outside_allowed: false });
  answer(api.reportSubscriptions.remove, { success: true });
  const { user } = await show(<ReportsPage />, { path: '/1/reports/7' });
  const press = async () => user.click(await screen.findByRole('button', { name: 'Let it come no more' }));
  await press();
  // In the language of the page, not in that of the letters.
  within(await dialog('Let it come no more')).getByText(/^“Milestones” will come by mail to nobody any more/);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(asked(api.reportSubscriptions.remove)).toEqual([]);
  await press();
  await user.click(within(await dialog('Let it come no more')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(asked(api.reportSubscriptions.remove)).toMatchObject([{ params: { id: 8 } }]));
});

it('sends from the history too', async () => {
  answer(api.reportSubscriptions.list, { items: [MAILED], outside_allowed: false });
  answerSendings([]);
  answer(api.reportSubscriptions.sendNow, { recipients: 1 });
  const { user } = await show(<ReportsPage />, { path: '/1/reports/7' });
  await user.click(await screen.findByRole('button', { name: 'What was sent' }));
  const history = await dialog('Sent: Milestones');
  await screen.findByText('Nothing has been sent yet');
  await user.click(within(history).getByRole('button', { name: 'Send now' }));
  await waitFor(() => expect(asked(api.reportSubscriptions.sendNow)).toMatchObject([{ params: { id: 8 } }]));
});

it('offers a form of the space here, and no more at another place', async () => {
  answer(api.reportForms.list, { items: [{ ...FORMS[1], nodes: [{ id: 9, name: 'Bridge' }] }] });
  answer(api.reportForms.attach, { success: true });
  answer(api.reportForms.detach, { success: true });
  const { user } = await show(<ReportsPage />, { path: '/1/reports/7' });
  await user.click(await screen.findByRole('button', { name: 'Forms of the space' }));
  await dialog('Forms of the space');
  await user.click(await screen.findByRole('button', { name: 'Offer “Our form” here' }));
  await waitFor(() => expect(asked(api.reportForms.attach)).toMatchObject([{ params: { id: 5, epsId: 7 } }]));
  await user.click(screen.getByRole('button', { name: 'Offer “Our form” at “Bridge” no more' }));
  await waitFor(() => expect(asked(api.reportForms.detach)).toMatchObject([{ params: { id: 5, epsId: 9 } }]));
});

it('names what was left out as unchanged, and why the server paused a report', async () => {
  answer(api.reportSubscriptions.list, {
    items: [{ ...MAILED, active: false, paused_by: 'refused', next_runs: [] }],
    outside_allowed: false,
  });
  answer(api.reportSubscriptions.sendings, {
    items: [{ ...SENDING, id: 3, state: 'unchanged', ended_at: '2026-11-20T07:01:00Z' }],
    more: false,
  });
  const { user } = await show(<ReportsPage />, { path: '/1/reports/7' });
  expect(await screen.findByText('only when it has changed')).toBeTruthy();
  expect(await screen.findByText('Paused: the mail server refused three letters in a row')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'What was sent' }));
  expect(await screen.findByText('Unchanged, not sent')).toBeTruthy();
});
