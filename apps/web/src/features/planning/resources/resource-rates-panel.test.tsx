import { api } from '@gantry/contract';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answer, asked } from '../../../testing/fake-server.ts';
import { show } from '../../../testing/show.tsx';
import { ResourceRatesPanel } from './resource-rates-panel.tsx';

const CREW = {
  id: 7,
  code: 'R1',
  name: 'Crew',
  kind: 'labour' as const,
  unit: 'h',
  limit: 2,
  price_per_unit: 10,
  rates: [],
  user_id: null,
  manager_id: null,
  auto_actuals: false,
  works: 1,
  assignment: { id: 70, rate_type: 0, remaining_by: 'norm' as const, planned_units: 24, lag_minutes: 480, curve: null, follows: false },
};
type Props = Parameters<typeof ResourceRatesPanel>[0];
const showPanel = (given: Pick<Props, 'onEdited'> & Partial<Props>) =>
  show(<ResourceRatesPanel versionId={1} itemId={5} revision={3} minutesPerDay={480} people={[]} readOnly={false} {...given} />);
const prices = (...given: number[]) => [...given, ...Array.from({ length: 5 - given.length }, () => null)];

test('a price that always holds becomes prices over time, which are saved together', async () => {
  answer(api.resources.list, { revision: 3, resources: [CREW] });
  answer(api.resources.saveRates, { revision: 4, diff: {} });
  const onEdited = vi.fn((send: () => Promise<unknown>) => void send());
  const { user } = await showPanel({ onEdited: onEdited });
  expect(await screen.findByText(/One price holds always: 10/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Add a price' }));
  await user.click(screen.getByRole('button', { name: 'Add a price' }));
  const price = screen.getByRole('textbox', { name: 'Price 1 2' });
  await user.clear(price);
  await user.type(price, '30');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(asked(api.resources.saveRates)).toHaveLength(1));
  const [{ params, body }] = asked(api.resources.saveRates);
  expect(params).toEqual({ id: 1, resourceId: 7 });
  expect(body.rates).toMatchObject([
    { from: null, limit: 2, prices: [10] },
    { limit: 2, prices: prices(30) },
  ]);
});

test('the row names the price that it pays and what its rest goes by', async () => {
  answer(api.resources.list, { revision: 3, resources: [CREW] });
  answer(api.resources.saveAssignment, { revision: 4, diff: {} });
  answer(api.resources.saveAutoActuals, { revision: 4, diff: {} });
  const onEdited = vi.fn((send: () => Promise<unknown>) => void send());
  const { user } = await showPanel({ onEdited: onEdited });
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Paid by' }), 'Price 3');
  await user.selectOptions(screen.getByRole('combobox', { name: 'What is left' }), 'Planned less used');
  await user.click(screen.getByRole('checkbox', { name: 'Done units follow the progress' }));
  await waitFor(() => expect(asked(api.resources.saveAutoActuals)).toMatchObject([{ body: { auto_actuals: true } }]));
  expect(asked(api.resources.saveAssignment)).toMatchObject([
    { params: { id: 1, assignmentId: 70 }, body: { rate_type: 2 } },
    { body: { remaining_by: 'plan' } },
  ]);
});

test('a resource names its person, and with one the manager of their hours', async () => {
  answer(api.resources.list, { revision: 3, resources: [CREW] });
  answer(api.resources.savePerson, { revision: 4, diff: {} });
  const people = [
    { value: 4, label: 'Boris' },
    { value: 5, label: 'Dora' },
  ];
  const { user } = await showPanel({ onEdited: (send) => void send(), people });
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Person' }), 'Boris');
  expect(screen.queryByRole('combobox', { name: 'Manager of the hours' })).toBeNull();
  cleanup();
  answer(api.resources.list, { revision: 4, resources: [{ ...CREW, user_id: 4 }] });
  const later = await showPanel({ onEdited: (send) => void send(), people, revision: 4 });
  await later.user.selectOptions(await screen.findByRole('combobox', { name: 'Manager of the hours' }), 'Dora');
  await later.user.selectOptions(screen.getByRole('combobox', { name: 'Manager of the hours' }), 'Nobody');
  await waitFor(() =>
    expect(asked(api.resources.savePerson).map(({ body }) => body)).toEqual([{ user_id: 4 }, { manager_id: 5 }, { manager_id: null }]),
  );
});

test('the row takes other units, later and along a curve; what is no curve is not taken', async () => {
  answer(api.resources.list, { revision: 3, resources: [CREW] });
  answer(api.resources.saveAssignment, { revision: 4, diff: {} });
  const { user } = await showPanel({ onEdited: (send) => void send() });
  const type = async (name: string, text: string) => {
    const field = await screen.findByRole('textbox', { name });
    await user.clear(field);
    await user.type(field, `${text}{Enter}`);
  };
  await type('Planned units, h', '36,5');
  await type('Lag, days', '2');
  await type('Curve', '0 50 100');
  expect(screen.getByText('A curve has 21 numbers that never fall and end at 100')).toBeTruthy();
  await type('Curve', Array.from({ length: 21 }, (_, at) => at * 5).join(' '));
  await waitFor(() => expect(asked(api.resources.saveAssignment)).toHaveLength(3));
  expect(asked(api.resources.saveAssignment).map(({ body }) => body)).toEqual([
    { planned_units: 36.5 },
    { lag_minutes: 960 },
    { curve: Array.from({ length: 21 }, (_, at) => at * 5) },
  ]);
});

test('units that follow a directory are read only, and say so', async () => {
  answer(api.resources.list, { revision: 3, resources: [{ ...CREW, assignment: { ...CREW.assignment, follows: true } }] });
  await showPanel({ onEdited: () => undefined });
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Planned units, h' });
  expect([field.readOnly, field.title]).toEqual([true, 'They follow a value of a directory: its amount is changed under Directories']);
});

test('who may not change the plan reads the prices', async () => {
  answer(api.resources.list, { revision: 3, resources: [{ ...CREW, rates: [{ from: null, limit: 2, prices: [10, 15] }] }] });
  await showPanel({ readOnly: true, onEdited: () => undefined });
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Price 2 1' })).readOnly).toBe(true);
  expect(screen.queryByRole('button', { name: 'Add a price' })).toBeNull();
});
