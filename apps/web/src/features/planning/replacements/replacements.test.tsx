import { api, type Replacement } from '@gantry/contract';
import type { Edited } from '@gantry/contract';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { answer, asked, refuse } from '../../../testing/fake-server.ts';
import { choose, show } from '../../../testing/show.tsx';
import { ReplacementsDialog } from './replacements-dialog.tsx';

const crew = {
  code: 'A',
  name: 'Crew A',
  kind: 'labour' as const,
  unit: 'h',
  limit: null,
  price_per_unit: 25,
  rates: [],
  user_id: null,
  manager_id: null,
  auto_actuals: false,
  assignment: null,
  works: 1,
};
const RULE: Replacement = {
  id: 4,
  name: 'Better crew',
  rows: { filter: null },
  what: { kind: 'resource', from: { code: 'A', name: 'Crew A' }, to: { code: 'B', name: 'Crew B' }, productivity: 1.25 },
  window: { from: null, to: null },
  remaining_only: true,
  from_text: 'A Crew A',
  to_text: 'B Crew B',
};
const PREVIEW = {
  revision: 7,
  total: 1,
  hours: -48,
  cost: -240,
  refused: [{ row_id: 6, name: 'Strip', code: 'wbs.not_an_executor', parameters: { name: 'Boris' } }],
  notes: [{ code: 'replacement.no_price', parameters: { name: 'B Crew B' } }],
  ignored: [],
  rows: [
    {
      row_id: 5,
      code: 'A1',
      name: 'Pour',
      before: 'A Crew A',
      after: 'B Crew B',
      remaining_before: 2880,
      remaining_after: 2304,
      hours_before: 400,
      hours_after: 352,
      cost_before: 10000,
      cost_after: 9760,
    },
  ],
};
const onClose = vi.fn();
const onOpen = vi.fn();
const onEdited = vi.fn((send: () => Promise<Edited>) => send());

beforeEach(() => {
  for (const spy of [onClose, onOpen, onEdited]) spy.mockClear();
  answer(api.resources.list, {
    revision: 7,
    resources: [
      { id: 1, ...crew },
      { ...crew, id: 2, code: 'B', name: 'Crew B' },
      { ...crew, id: 3, code: 'C', name: 'Crane', kind: 'equipment' },
    ],
  });
  answer(api.replacements.list, { replacements: [RULE] });
  answer(api.replacements.preview, PREVIEW);
  answer(api.replacements.apply, { ...PREVIEW, revision: 8, diff: {} });
  answer(api.replacements.create, { replacement: { ...RULE, id: 9 } });
});

const shown = (chosen: { id: number; code: string }[] = []) =>
  show(
    <ReplacementsDialog
      opened
      offers={{
        spaceId: 1,
        scheduleId: 2,
        versionId: 3,
        people: [{ value: 11, label: 'Boris' }],
        attributes: [],
        form: { minutesPerDay: 480 },
      }}
      revision={7}
      columns={[{ id: 'code', title: 'Code', type: 'string', options: null }]}
      filter={null}
      chosen={chosen}
      onEdited={onEdited}
      onOpen={onOpen}
      onClose={onClose}
    />,
  );

it('shows what a rule would change, in sums and row by row, and applies what it has shown', async () => {
  const { user } = await shown();
  const row = (await screen.findByRole('button', { name: 'A1 Pour' })).closest('tr');
  expect(row?.textContent).toMatch(/A Crew A → B Crew B.*6.0 → 4.8.*400 → 352/);
  expect(screen.getByText(/^[-−]48$/)).toBeTruthy();
  expect(screen.getByText(/has no price/)).toBeTruthy();
  expect(screen.getByText(/1 row keeps what it has: Strip/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Replace on 1 work' }));
  expect(asked(api.replacements.apply).at(-1)?.body).toEqual({ revision: 7 });
  expect(onEdited).toHaveBeenCalledOnce();
  expect(onClose).toHaveBeenCalledOnce();
});

it('leads to a row', async () => {
  const { user } = await shown();
  await user.click(await screen.findByRole('button', { name: 'A1 Pour' }));
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(5);
});

it('writes a rule: the new resource is of the kind of the old one, and chosen rows are kept by code', async () => {
  const { user } = await shown([
    { id: 5, code: 'A1' },
    { id: 6, code: '' },
  ]);
  await user.click(await screen.findByRole('button', { name: 'New rule' }));
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Second shift');
  await choose(user, 'From', 'A Crew A');
  await user.click(screen.getByRole('combobox', { name: 'To' }));
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).not.toContain('C Crane');
  await user.click(screen.getByRole('option', { name: 'B Crew B' }));
  const factor = screen.getByRole('textbox', { name: 'Productivity of the new one' });
  await user.clear(factor);
  await user.type(factor, '0');
  expect(screen.getByText(/at least/i)).toBeTruthy();
  await user.clear(factor);
  await user.type(factor, '1,25');
  await user.click(screen.getByRole('button', { name: 'Save and preview' }));
  expect(asked(api.replacements.create).at(-1)?.body).toEqual({
    name: 'Second shift',
    what: { kind: 'resource', from: { code: 'A', name: 'Crew A' }, to: { code: 'B', name: 'Crew B' }, productivity: 1.25 },
    rows: {
      items: [
        { id: 5, code: 'A1' },
        { id: 6, code: '' },
      ],
    },
    window: { from: null, to: null },
    remaining_only: true,
  });
});

it('replaces people and nobody; a refusal keeps the form and is told', async () => {
  answer(api.replacements.list, { replacements: [] });
  refuse(api.replacements.create, 'replacement.cycle');
  const { user } = await shown();
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'New foreman');
  await choose(user, 'What', 'Executor');
  await choose(user, 'To', 'Boris');
  await user.click(screen.getByRole('button', { name: 'Save and preview' }));
  expect(asked(api.replacements.create).at(-1)?.body).toMatchObject({
    what: { kind: 'executor', from: null, to: 11 },
    rows: { filter: null },
  });
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('New foreman');
});

it('says why nothing can be shown', async () => {
  refuse(api.replacements.preview, 'replacement.kinds_differ');
  await shown();
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByRole('alert')).toBeTruthy();
  expect(screen.getByRole('button', { name: /Replace on/ })).toHaveProperty('disabled', true);
});
