import { api, type PipelineCell } from '@gantry/contract';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { signedInWith } from '../../testing/examples.ts';
import { answer, asked } from '../../testing/fake-server.ts';
import { show } from '../../testing/show.tsx';
import { PipelinePage } from './pipeline-page.tsx';

const PIPE = {
  id: 1,
  name: 'Sheets',
  main: { schedule_id: 2, attribute: 'Drawings', separator: ';' },
  supply: { schedule_id: 1, attribute: 'Sheet', separator: '' },
  need: { end: 'start' as const, days: 7 },
};
const stage = (schedule_id: number, name: string) => ({
  schedule_id,
  name,
  version_id: schedule_id + 10,
  missing: [],
  packages: 2,
  in_progress: 1,
  done: 0,
  age_days: 12,
  throughput: 3,
});
const cell = (more: Partial<PipelineCell>): PipelineCell => ({
  schedule_id: 1,
  works: 2,
  completed: 1,
  progress: 0.5,
  start: '2026-03-02T09:00',
  finish: '2026-03-10T17:00',
  need: '2026-03-09T09:00',
  slack_days: -2,
  light: 'act',
  gate: { state: 'waiting', open_works: 1, approved_by: null },
  last_row_id: 5,
  first_row_id: 4,
  ...more,
});
const PACKAGES = [
  { code: 'KM-1', name: 'Piles', cells: [cell({}), cell({ schedule_id: 2, light: 'none', need: null, slack_days: null, gate: null })] },
  { code: 'KM-2', name: 'Walls', cells: [cell({ light: 'ok', slack_days: 6, gate: null })] },
];
const SCHEDULES = [
  { id: 1, name: 'Design', attributes: ['Sheet'] },
  { id: 2, name: 'Construction', attributes: ['Drawings', 'Zone'] },
];

beforeEach(() => {
  signedInWith(['plan.read', 'plan.approve', 'structure.edit']);
  answer(api.eps.tree, { nodes: [], versions: [] });
  answer(api.pipes.read, { pipes: [PIPE], stages: [stage(1, 'Design'), stage(2, 'Construction')], packages: PACKAGES });
  answer(api.pipes.settings, { stages: [1, 2], warn_days: 5, gates: [], schedules: SCHEDULES });
});

it('shows packages by stages with lights in words, and keeps only the late ones on demand', async () => {
  const { user } = await show(<PipelinePage />, { path: '/1/pipeline/9' });
  const board = await screen.findByRole('table', { name: 'Pipeline' });
  const texts = () =>
    within(board)
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent);
  expect(texts()[0]).toMatch(
    /^KM-1Piles■ Act −2 d50 %, 10\.03\.2026, needed 09\.03\.2026Waits for approvalApprove○ Nobody waits50 %, 10\.03\.2026$/,
  );
  expect(texts()).toHaveLength(2);
  await user.click(screen.getByRole('switch', { name: 'Only what is late' }));
  expect(texts()).toHaveLength(1);
});

it('lets a package through its gate', async () => {
  answer(api.pipes.approve, {});
  const { user } = await show(<PipelinePage />, { path: '/1/pipeline/9' });
  await user.click(await screen.findByRole('button', { name: 'Approve KM-1 out of Design' }));
  expect(asked(api.pipes.approve).at(-1)?.body).toEqual({ schedule_id: 1, code: 'KM-1', approved: true });
});

it('makes a first pipe of two schedules', async () => {
  answer(api.pipes.read, { pipes: [], stages: [], packages: [] });
  answer(api.pipes.create, { id: 4 });
  const { user } = await show(<PipelinePage />, { path: '/1/pipeline/9' });
  await screen.findByText('There is no pipe yet');
  await user.click(screen.getAllByRole('button', { name: 'New pipe' })[0]);
  const dialog = await screen.findByRole('dialog', { name: 'New pipe' });
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(asked(api.pipes.create)).toEqual([]);
  await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Sheets');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(asked(api.pipes.create).at(-1)?.body).toMatchObject({
    name: 'Sheets',
    supply: { schedule_id: 1, attribute: 'Sheet' },
    main: { schedule_id: 2, attribute: 'Drawings' },
    need: { end: 'start', days: 0 },
  });
});

it('puts the stages in order and sets a gate', async () => {
  answer(api.pipes.saveSettings, {});
  const { user } = await show(<PipelinePage />, { path: '/1/pipeline/9' });
  await user.click(await screen.findByRole('button', { name: 'Stages and gates' }));
  const dialog = await screen.findByRole('dialog', { name: 'Stages and gates' });
  await user.click(within(dialog).getByRole('button', { name: 'Later: Design' }));
  await user.click(within(dialog).getByRole('checkbox', { name: 'Design: Gate behind it' }));
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(asked(api.pipes.saveSettings).at(-1)?.body).toEqual({
    stages: [2, 1],
    warn_days: 5,
    gates: [{ schedule_id: 1, progress: 1, approval: false }],
  });
});
