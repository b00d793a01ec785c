import { api, type Figure } from '@gantry/contract';
import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { answer, asked } from '../../../../testing/fake-server.ts';
import { show } from '../../../../testing/show.tsx';
import { NEW_TILES } from '../dashboards/analytics.dashboards.model.ts';
import { ReadTile } from './read-tile.tsx';
import type { FormulaTile } from './analytics.tiles.queries.ts';

const state = { versions: 1, left_out: 0, hidden: 0, partial: false, outdated: [], job_id: null, computed_at: null };
const COST: Figure = { kind: 'cost', line: 'fact', sight: 'money' };
const WORKS: Figure = { kind: 'stats', line: 'overdue', sight: 'money' };
const money = (name: string, value: number, figure: Figure | null) => ({ name, type: 'money' as const, value, figure });
const whole = {
  type: 'money' as const,
  value: 150,
  fault: null,
  series: null,
  state,
  figures: [money('cost_fact', 300, COST), { ...money('overdue', 2, WORKS), type: 'number' as const }, money('cost_eac', 900, null)],
  parts: [
    { id: 6, name: 'North', kind: 'schedule' as const, value: 100 },
    { id: 7, name: 'Works', kind: 'schedule_group' as const, value: 200 },
  ],
};
const tile: FormulaTile = { ...(NEW_TILES.formula as FormulaTile), formula: 'cost_fact / overdue + cost_eac' };
const scene = { spaceId: 1, place: { kind: 'project' as const, id: 5, filter: 3 } };
const list = (name: string) => screen.getByRole('list', { name });
const texts = (name: string) => [...list(name).querySelectorAll('li')].map(({ textContent }) => textContent);
const opened = async (more: Partial<FormulaTile> = {}) => {
  const shown = await show(<ReadTile {...scene} tile={{ ...tile, ...more }} />);
  await shown.user.click(await screen.findByRole('button', { name: /what it is made of/i }));
  await screen.findByRole('list', { name: 'What it is made of' });
  return shown;
};

it('opens by its value the figures that it names, each leading down to the works that make it', async () => {
  answer(api.analytics.formulaOfProject, whole);
  answer(api.analytics.navigate, { level: 'versions', value: 300, items: [{ id: 9, name: '', kind: 'version', value: 300, share: 1 }] });
  const { user } = await opened();
  expect(texts('What it is made of')).toEqual(['Cost: Fact300', 'Overdue2', 'Cost: At completion900']);
  // What is no sum over works opens none.
  expect(within(list('What it is made of')).queryByRole('button', { name: 'Cost: At completion' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Cost: Fact' }));
  const behind = within(await screen.findByRole('region', { name: 'What is behind: Cost: Fact' }));
  expect((await behind.findByRole('link', { name: 'Show its works in the schedule' })).getAttribute('href')).toContain(
    '/schedule/9?figure=f.',
  );
  expect(asked(api.analytics.navigate).at(-1)).toMatchObject({ params: { id: 5 }, query: COST });
  await user.click(screen.getByRole('button', { name: 'Overdue' }));
  await screen.findByRole('region', { name: 'What is behind: Overdue' });
  expect(asked(api.analytics.navigate).at(-1)?.query).toMatchObject(WORKS);
});

it('opens from a point of its curve what it came to until the end of that period', async () => {
  const series = { periods: ['2026-01-01', '2026-02-01'], values: [100, 150] };
  answer(api.analytics.formulaOfProject, ({ query }) => ({ ...whole, series, value: query.at === undefined ? 150 : 100 }));
  const { user } = await show(<ReadTile {...scene} tile={{ ...tile, view: 'curve', period: 'month' }} />);
  const picture = await screen.findByRole('slider');
  picture.focus();
  await user.keyboard('{ArrowRight}{Enter}');
  await screen.findByRole('dialog', { name: /January 2026|Jan\S* 2026/ });
  const dialog = within(screen.getByRole('dialog'));
  await vi.waitFor(() => expect(dialog.getByRole('status').textContent).toBe('cost_fact / overdue + cost_eac = 100.00'));
  expect(asked(api.analytics.formulaOfProject).at(-1)?.query).toEqual({
    formula: tile.formula,
    period: 'month',
    at: '2026-01-01',
    filter: 3,
  });
});

it('goes down to what stands below, with the formula and its figures there, and back', async () => {
  answer(api.analytics.formulaOfProject, whole);
  answer(api.analytics.formulaOfSchedule, { ...whole, value: 100, parts: [], figures: [money('cost_fact', 80, COST)] });
  const { user } = await opened({ view: 'parts' });
  expect(texts('By parts')).toEqual(['North100.00', 'Works200.00']);
  expect(screen.queryByRole('button', { name: 'Works' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'North' }));
  await vi.waitFor(() => expect(texts('What it is made of')).toEqual(['Cost: Fact80']));
  expect(asked(api.analytics.formulaOfSchedule).at(-1)).toMatchObject({ params: { id: 6 }, query: { formula: tile.formula, filter: 3 } });
  await user.click(screen.getByRole('button', { name: '← North' }));
  await vi.waitFor(() => expect(texts('What it is made of')).toHaveLength(3));
});

it('says what cannot be calculated, with the figures that it would be made of', async () => {
  const fault = { code: 'formula.division_by_zero' as const, from: 0, to: 3, parameters: {} };
  answer(api.analytics.formulaOfProject, { ...whole, value: null, fault });
  await opened();
  expect(within(screen.getByRole('dialog')).getByRole('status').textContent).toBe('cost_fact / overdue + cost_eac = –. Division by zero');
});

it('opens the works of a figure of an open version, and goes to a row', async () => {
  answer(api.analytics.formulaOfVersion, { ...whole, parts: [] });
  answer(api.analytics.rowsOfVersion, { revision: 4, total: 1, amount: 300, rows: [{ row_id: 8, code: 'A1', name: 'Dig', amount: 300 }] });
  const open = vi.fn();
  const version = { id: 5, revision: 4, figure: undefined, onOpen: open };
  const { user } = await show(<ReadTile spaceId={1} place={{ kind: 'version', id: 5 }} revision={4} version={version} tile={tile} />);
  await user.click(await screen.findByRole('button', { name: /what it is made of/i }));
  await user.click(await screen.findByRole('button', { name: 'Cost: Fact' }));
  await user.click(await screen.findByRole('button', { name: 'A1 Dig' }));
  expect(open).toHaveBeenCalledWith(8);
  expect(asked(api.analytics.rowsOfVersion).at(-1)?.body).toMatchObject({ figure: COST });
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
