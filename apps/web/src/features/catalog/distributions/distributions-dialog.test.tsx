import { api, type DistributionsAnswer } from '@gantry/contract';
import { RESOURCE_MEASURES } from '@gantry/domain';
import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { jobOf, signedInWith } from '../../../testing/examples.ts';
import { answer, asked } from '../../../testing/fake-server.ts';
import { show } from '../../../testing/show.tsx';
import { DistributionsDialog } from './distributions-dialog.tsx';
import { readCurve } from '../../../ui/text/curve-text.ts';
import { cumulative } from './distributions.model.ts';

const every = <T,>(value: T) =>
  Object.fromEntries(RESOURCE_MEASURES.map((measure) => [measure, value])) as Record<(typeof RESOURCE_MEASURES)[number], T>;
const usual = { mode: 'evenly' as const, from_eps_id: null, from_name: null };
const kept = (own: DistributionsAnswer['own'] = {}): DistributionsAnswer => ({
  eps_id: 5,
  own,
  effective: every({ ...usual, curve: null }),
  inherited: { ...every(usual), cost: { mode: 'end', from_eps_id: 2, from_name: 'Tower' } },
  used_by: { schedules: 3, works: 120 },
});
const AFFECTS = { versions: 4, works: 120, locked: 1, typed_days_kept: 2 };

function open(mayEdit = true) {
  signedInWith(['plan.read', 'plan.edit']);
  const onClose = vi.fn();
  return {
    onClose,
    shown: show(<DistributionsDialog spaceId={1} nodeId={5} placeName="Site" mayEdit={mayEdit} opened onClose={onClose} />),
  };
}

it('shows what a change does before it is saved, saves it as one act and takes it back', async () => {
  answer(api.distributions.read, kept());
  answer(api.distributions.save, ({ body }) => ({
    affects: AFFECTS,
    act_id: body.preview ? null : 7,
    job_id: body.preview ? null : 9,
    curves: body.preview ? [{ measure: 'cost' as const, starts: ['2026-03-01', '2026-04-01'], before: [100, 100], after: [200, 0] }] : null,
  }));
  answer(api.distributions.takeBack, { job_id: 10 });
  answer(api.jobs.get, ({ params }) => jobOf(params.id));
  const { shown, onClose } = open();
  const { user } = await shown;
  const cost = await screen.findByRole('combobox', { name: 'Cost' });
  expect(within(cost).getByRole('option', { name: 'As at Tower: All at the end' })).toHaveProperty('selected', true);
  await user.selectOptions(cost, 'start');
  const looked = await screen.findByRole('status', { name: 'What the change does' });
  expect(looked.textContent).toContain('Changes 4 versions with 120 works.');
  expect(looked.textContent).toContain('1 locked version keeps its own.');
  expect(looked.textContent).toMatch(/Mar.* 2026 100 % instead of 50 %/);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(asked(api.distributions.save).at(-1)?.body).toEqual({ eps_id: 5, values: [{ measure: 'cost', mode: 'start' }], preview: false });
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(asked(api.distributions.takeBack).at(-1)?.body).toEqual({ eps_id: 5, act_id: 7 });
});

it('takes 21 numbers for a curve, and says what is wrong with others', async () => {
  answer(api.distributions.read, kept());
  answer(api.distributions.save, { affects: AFFECTS, act_id: null, job_id: null, curves: [] });
  const { shown } = open();
  const { user } = await shown;
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Labour' }), 'curve');
  const field = screen.getByRole('textbox', { name: 'Curve: Labour' });
  await user.clear(field);
  await user.type(field, '1 2 3');
  expect(await screen.findByText(/A curve has 21 numbers/)).toBeTruthy();
  await user.clear(field);
  await user.type(field, Array.from({ length: 21 }, (_, at) => at * 5).join(' '));
  await vi.waitFor(() => expect(asked(api.distributions.save).at(-1)?.body.values[0]).toMatchObject({ measure: 'labour', mode: 'curve' }));
});

it('is read alone by who may not change the plan', async () => {
  answer(api.distributions.read, kept({ cost: 'start' }));
  await open(false).shown;
  expect(await screen.findByRole('combobox', { name: 'Cost' })).toHaveProperty('disabled', true);
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
});

it('reads curves and adds up months', () => {
  expect(readCurve('0 5')).toBeNull();
  expect(readCurve(Array.from({ length: 21 }, (_, at) => `${at === 1 ? '2,5' : at * 5}`).join(';'))?.[1]).toBe(2.5);
  expect(cumulative({ measure: 'cost', starts: ['a', 'b'], before: [1, 3], after: [1, 3] }).most).toBe(-1);
  expect(cumulative({ measure: 'cost', starts: ['a', 'b'], before: [1, 3], after: [4, 0] })).toEqual({
    before: [0.25, 1],
    after: [1, 1],
    most: 0,
  });
});
