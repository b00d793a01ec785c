import { api } from '@gantry/contract';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { memberOf, signedInWith } from '../../../testing/examples.ts';
import { answer } from '../../../testing/fake-server.ts';
import { choose, dialog, show } from '../../../testing/show.tsx';
import type { NewSubscription } from './report-subscriptions.queries.ts';
import { type SubscribedForm, SubscriptionDialog } from './subscription-dialog.tsx';

const FORM: SubscribedForm = { key: 'milestones', title: 'Milestones', formats: ['pdf', 'xlsx', 'docx'] };
const NARRATIVE: SubscribedForm = { key: 'narrative', title: 'Narrative', formats: ['pdf', 'xlsx', 'docx'] };
const PRINT: SubscribedForm = { key: 'print', title: 'Print of the schedule', formats: ['pdf'] };

beforeEach(() => {
  signedInWith();
  answer(api.spaces.users, { users: [memberOf(3, 'Boris', { last_name: 'Tester' })] });
});

/** Opens the dialog; answers who uses it, and what it asks for. */
async function open(form: SubscribedForm, more: { outsideAllowed?: boolean; seesCosts?: boolean } = {}) {
  const added: NewSubscription[] = [];
  const { user } = await show(
    <SubscriptionDialog
      spaceId={1}
      form={form}
      outsideAllowed={more.outsideAllowed ?? true}
      seesCosts={more.seesCosts ?? true}
      bases={[
        { id: 21, name: 'Baseline' },
        { id: 22, name: 'Update 2' },
      ]}
      onAdd={async (one) => added.push(one)}
      onClose={() => undefined}
    />,
    { path: '/1/reports/7' },
  );
  await dialog(`By mail: ${form.title}`);
  const add = () => user.click(screen.getByRole('button', { name: 'Have it come by mail' }));
  const outside = async (address: string) => {
    await user.type(screen.getByRole('combobox', { name: 'Addresses without an account' }), `${address}{Enter}`);
  };
  return { user, added, add, outside };
}

it('has a form of the month before come to members, as the file that is chosen, by the clock of the page', async () => {
  const { user, added, add } = await open(FORM);
  await choose(user, 'Month of the report', 'The month before');
  await choose(user, 'Recipients', 'Boris Tester');
  await user.click(screen.getByRole('radio', { name: 'DOCX' }));
  await user.click(screen.getByRole('checkbox', { name: /^Send it only when it has changed/ }));
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  expect(screen.getByText(`By the clock of ${timeZone}`)).toBeTruthy();
  await add();
  await waitFor(() => expect(added).toHaveLength(1));
  expect(added[0]).toMatchObject({
    report_id: 'milestones',
    params: { period: 'previous_month' },
    recipients: [3],
    format: 'docx',
    bring: 'attach',
    only_if_changed: true,
    time_zone: timeZone,
  });
  expect(added[0]).not.toHaveProperty('outside');
});

it('asks how long before a form of orders has to be ordered, and other forms not', async () => {
  const { user, added, add } = await open({ ...FORM, key: 'procurement' });
  const days = screen.getByRole('textbox', { name: 'Days from order to site' });
  await user.clear(days);
  await user.type(days, '45');
  await choose(user, 'Recipients', 'Boris Tester');
  await add();
  await waitFor(() => expect(added).toHaveLength(1));
  expect(added[0].params).toEqual({ period: 'this_month', lead_days: 45 });
});

it('gives costs to addresses only when told so, and leads nobody without an account to a link', async () => {
  const { user, added, add, outside } = await open(FORM);
  await outside('client@builder.example');
  const link = screen.getByRole('radio', { name: 'As a link' });
  expect((link as HTMLInputElement).disabled).toBe(true);
  expect(screen.getByText(/^A link leads only people with an account/)).toBeTruthy();
  await add();
  await waitFor(() => expect(added).toHaveLength(1));
  expect(added[0]).toMatchObject({ recipients: [], outside: ['client@builder.example'], outside_money: false });
  await user.click(screen.getByRole('checkbox', { name: 'With costs, as far as you see them' }));
  await add();
  await waitFor(() => expect(added).toHaveLength(2));
  expect(added[1]).toMatchObject({ outside_money: true });
});

it('offers no costs to who sees none, and no addresses where the space has not allowed them or a link comes', async () => {
  const { user, outside } = await open(FORM, { seesCosts: false });
  await outside('client@builder.example');
  expect(screen.queryByRole('checkbox', { name: 'With costs, as far as you see them' })).toBeNull();
  await user.keyboard('{Backspace}');
  await user.click(screen.getByRole('radio', { name: 'As a link' }));
  expect(screen.queryByRole('combobox', { name: 'Addresses without an account' })).toBeNull();
});

it('keeps addresses away where the space has not allowed them, and says when nobody is chosen', async () => {
  const { added, add } = await open(FORM, { outsideAllowed: false });
  expect(screen.queryByRole('combobox', { name: 'Addresses without an account' })).toBeNull();
  await add();
  expect(await screen.findByText('Choose at least one recipient')).toBeTruthy();
  expect(added).toEqual([]);
});

it('names an address that is none, and asks for nothing until it is gone', async () => {
  const { user, added, add, outside } = await open(FORM);
  await outside('client@builder.example');
  await outside('client@');
  expect(await screen.findByText('Invalid email: client@')).toBeTruthy();
  await add();
  expect(added).toEqual([]);
  await user.click(screen.getByRole('combobox', { name: 'Addresses without an account' }));
  await user.keyboard('{Backspace}');
  expect(screen.queryByText('Invalid email: client@')).toBeNull();
  await add();
  await waitFor(() => expect(added).toHaveLength(1));
});

it('asks of a narrative what it is told against and how far it looks, and of no month', async () => {
  const { user, added, add } = await open(NARRATIVE);
  expect(screen.queryByRole('combobox', { name: 'Month of the report' })).toBeNull();
  await choose(user, 'Told against', 'Baseline');
  const days = screen.getByRole('textbox', { name: 'Days ahead and back' });
  await user.clear(days);
  await user.type(days, '14');
  await choose(user, 'Recipients', 'Boris Tester');
  await add();
  await waitFor(() => expect(added).toHaveLength(1));
  expect(added[0]).toMatchObject({ report_id: 'narrative', narrative: { base_version_id: 21, days: 14 }, recipients: [3] });
  expect(added[0]).not.toHaveProperty('params');
});

it('asks of a print neither a month nor a file', async () => {
  const { user, added, add } = await open(PRINT);
  expect(screen.queryByRole('combobox', { name: 'Month of the report' })).toBeNull();
  expect(screen.queryByRole('radio', { name: 'DOCX' })).toBeNull();
  await choose(user, 'Recipients', 'Boris Tester');
  await add();
  await waitFor(() => expect(added).toHaveLength(1));
  expect(added[0]).toMatchObject({ report_id: 'print', format: 'pdf' });
  expect(added[0]).not.toHaveProperty('params');
});
