import { type AiProposal, api } from '@gantry/contract';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { signedInWith } from '../../../testing/examples.ts';
import { answer, asked, refuse } from '../../../testing/fake-server.ts';
import { show } from '../../../testing/show.tsx';
import { acceptedOf, type ChosenPart, followedBy } from './ai.model.ts';
import { DivideDialog } from './divide-dialog.tsx';
import { WordsPanel } from './words-panel.tsx';

const part = (key: string, name: string) => ({
  key,
  name,
  type: 'task' as const,
  minutes: 480,
  volume: null,
  unit: '',
  norm: null,
  share: 0.33,
  support: 0.75,
  sources: [0],
});
const tie = (from: string, to: string) => ({ from, to, type: 'fs' as const, lag_minutes: 0, support: 1 });
const PROPOSAL: AiProposal = {
  history_id: 3,
  revision: 5,
  rows: [part('R1', 'Formwork'), part('R2', 'Rebar'), part('R3', 'Concrete')],
  relations: [tie('R1', 'R2'), tie('R2', 'R3')],
  examples: [{ version_id: 1, schedule_id: 2, schedule: 'House 1', row_id: 9, name: 'Walls 1', likeness: 0.91 }],
  checks: [{ code: 'one_example', params: {} }],
  dates: {
    finish_before: '2026-03-20T17:00',
    finish_after: '2026-03-23T17:00',
    row_start: '2026-03-02T09:00',
    row_finish_before: '2026-03-10T17:00',
    row_finish_after: '2026-03-11T17:00',
    moved: 2,
    critical: true,
  },
  source: 'history',
  model: null,
  silence: null,
  state: { schedules: 4, unread: 0, job_id: null },
};
const close = vi.fn();
const dialog = () => (
  <DivideDialog versionId={7} itemId={5} name="Walls 2" minutesPerDay={480} onEdited={(send) => send()} onClose={close} />
);

beforeEach(() => {
  signedInWith(['plan.read', 'plan.edit']);
  answer(api.jobs.list, { jobs: [] });
  answer(api.ai.model, { model: null, allowed: false });
  answer(api.ai.historyList, { items: [], next: null });
  close.mockClear();
});

it('shows parts with what they do to dates; what is left out is bridged, and the rest is accepted', async () => {
  answer(api.ai.decompose, PROPOSAL);
  answer(api.ai.apply, { revision: 6, diff: {}, row_ids: [10, 11] });
  const { user } = await show(dialog());
  expect(await screen.findByText(/The row ended on 10\.03\.2026, its parts end on 11\.03\.2026\./)).toBeTruthy();
  expect(screen.getByText(/2 other rows move\..*A part is critical\./)).toBeTruthy();
  expect(screen.getByText('Made of one example alone')).toBeTruthy();
  const rows = within(screen.getByRole('table')).getAllByRole('row');
  expect(rows).toHaveLength(4);
  await user.click(screen.getByRole('checkbox', { name: 'Take the part “Rebar”' }));
  await user.click(screen.getByRole('button', { name: 'Add 2 parts' }));
  expect(asked(api.ai.apply).at(-1)?.body).toMatchObject({
    history_id: 3,
    revision: 5,
    rows: [{ key: 'R1', name: 'Formwork', minutes: 480 }, { key: 'R3' }],
    relations: [{ from: 'R1', to: 'R3', type: 'fs' }],
  });
  expect(close).toHaveBeenCalled();
});

it('says what norm hours come from; a part is accepted with it or without', async () => {
  const norm = {
    directory_id: 4,
    row_id: 2,
    crew: 3,
    rule: 'labour' as const,
    code: 'N-8',
    name: 'Formwork of walls',
    unit: 'm2',
    by: 'examples' as const,
    labour_hours: 48,
    machine_hours: 0,
  };
  answer(api.ai.decompose, {
    ...PROPOSAL,
    relations: [],
    rows: [
      { ...PROPOSAL.rows[0], norm },
      { ...PROPOSAL.rows[1], norm },
    ],
  });
  answer(api.ai.apply, { revision: 6, diff: {}, row_ids: [10, 11] });
  const { user } = await show(dialog());
  await user.click(await screen.findByRole('checkbox', { name: 'Hours of “Rebar” by the norm “Formwork of walls”' }));
  await user.click(screen.getByRole('button', { name: 'Add 2 parts' }));
  expect(asked(api.ai.apply).at(-1)?.body).toMatchObject({
    rows: [{ norm: { directory_id: 4, row_id: 2, crew: 3, rule: 'labour' } }, { norm: null }],
  });
});

it('says that nothing is like the row, and asks again with a hint', async () => {
  answer(api.ai.decompose, { ...PROPOSAL, history_id: null, rows: [], relations: [], examples: [], checks: [], dates: null });
  const { user } = await show(dialog());
  expect(await screen.findByText(/Nothing in the schedules that you can read is like this row/)).toBeTruthy();
  await user.type(screen.getByLabelText('What kind of work it is'), 'walls');
  await user.click(screen.getByRole('button', { name: 'Look again' }));
  expect(asked(api.ai.decompose).at(-1)?.query).toMatchObject({ wbs_id: 5, hint: 'walls' });
});

it('asks the model of the installation where the space lets it, and names it', async () => {
  answer(api.ai.model, { model: { name: 'small-one', host: 'models.example' }, allowed: true });
  answer(api.ai.decompose, PROPOSAL);
  const { user } = await show(dialog());
  const ask = await screen.findByRole('switch', { name: 'Have small-one refine it' });
  expect(asked(api.ai.decompose).at(-1)?.query).not.toHaveProperty('model');
  answer(api.ai.decompose, { ...PROPOSAL, source: 'model', model: 'small-one' });
  await user.click(ask);
  expect(await screen.findByText('refined by small-one')).toBeTruthy();
  expect(asked(api.ai.decompose).at(-1)?.query).toHaveProperty('model');
  answer(api.ai.decompose, { ...PROPOSAL, silence: 'resting' });
  await user.click(ask);
  await user.click(ask);
  expect(await screen.findByText(/^The model failed several times in a row/)).toBeTruthy();
});

it('opens what a part comes from by the keyboard, and rejects the proposal', async () => {
  answer(api.ai.decompose, { ...PROPOSAL, rows: [PROPOSAL.rows[0], { ...PROPOSAL.rows[1], support: 0, sources: [] }], relations: [] });
  answer(api.ai.reject, {});
  const { user } = await show(dialog());
  const source = await screen.findByRole('button', { name: 'Where “Formwork” comes from: 75 % of examples' });
  source.focus();
  await user.keyboard('{Enter}');
  expect(source.getAttribute('aria-expanded')).toBe('true');
  expect(within(screen.getByRole('table')).getByText(/House 1/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Where “Rebar” comes from: by the model' }));
  expect(screen.getByText(/^The model added it/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Reject' }));
  expect(asked(api.ai.reject).at(-1)?.body).toEqual({ history_id: 3 });
  expect(close).toHaveBeenCalled();
});

it('says why a row cannot be divided', async () => {
  refuse(api.ai.decompose, 'ai.begun', { name: 'Walls 2' });
  await show(dialog());
  expect((await screen.findByRole('alert')).textContent).toContain('The row “Walls 2” has begun');
});

it('puts a plan into sentences that open their rows', async () => {
  answer(api.ai.scheduleAnalytics, {
    revision: 5,
    facts: [{ id: 'F1', kind: 'late', params: { count: 1 }, refs: [8], severity: 'watch' }],
    narrative: [{ text: 'After the target date, finished ones included: 1 work.', fact_ids: ['F1'] }],
    source: 'rules',
  });
  const open = vi.fn();
  const { user } = await show(<WordsPanel versionId={7} revision={5} minutesPerDay={480} nameOf={() => 'Roof'} onOpen={open} />);
  expect(await screen.findByText('After the target date, finished ones included: 1 work.')).toBeTruthy();
  await user.click(screen.getByText('1 row'));
  await user.click(screen.getByRole('button', { name: 'Roof', hidden: true }));
  expect(open).toHaveBeenCalledWith(8);
});

it('keeps ties around what is left out', () => {
  const parts = PROPOSAL.rows.map((row): ChosenPart => ({ ...row, taken: row.key !== 'R1', byNorm: false }));
  expect(acceptedOf(parts, PROPOSAL.relations).relations).toEqual([{ from: 'R2', to: 'R3', type: 'fs', lag_minutes: 0 }]);
  expect(followedBy('R3', parts, [{ from: 'R2', to: 'R3', type: 'ss', lag_minutes: 0 }])).toBe('2SS');
});
