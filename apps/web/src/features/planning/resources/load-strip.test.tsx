import { api } from '@gantry/contract';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { signedInWith } from '../../../testing/examples.ts';
import { answer, asked } from '../../../testing/fake-server.ts';
import { show } from '../../../testing/show.tsx';
import { ALL_HOURS, stripOf, stripPeriod } from '@gantry/plan-view';
import { LoadStripTool, useLoadStrip } from './load-strip.tsx';

const one = (key: string, kind: 'labour' | 'equipment' | 'material', values: number[], capacity: number[] | null) => ({
  key,
  code: key.toUpperCase(),
  name: `Name of ${key}`,
  kind,
  unit: 'h',
  of: [],
  values,
  capacity,
  over_days: values.map(() => 0),
});
const LOAD = {
  data_date: null,
  versions: 1,
  waiting: 0,
  extent: { from: '2026-01-05', to: '2026-02-20' },
  starts: ['2026-01-01', '2026-02-01', '2026-03-01'],
  resources: [one('a', 'labour', [8, 16], [10, 10]), one('b', 'equipment', [1, 2], [4, 4]), one('m', 'material', [500, 0], null)],
};
const words = { all: 'All', format: String };

it('adds up hours of people and machines, never quantities of materials; a limit of all needs the limit of each', () => {
  expect(stripOf(LOAD, ALL_HOURS, words)).toMatchObject({ title: 'All', values: Float32Array.of(9, 18), limits: Float32Array.of(14, 14) });
  expect(stripOf(LOAD, 'm', words)).toMatchObject({ title: 'M Name of m, h', values: Float32Array.of(500, 0), limits: null });
  const unlimited = { ...LOAD, resources: [LOAD.resources[0], one('b', 'equipment', [1, 2], null)] };
  expect(stripOf(unlimited, ALL_HOURS, words)?.limits).toBeNull();
  expect(stripOf(LOAD, 'gone', words)).toBeNull();
});

it('has steps as fine as can be seen, and not more than an answer takes', () => {
  expect([stripPeriod(40, 300), stripPeriod(40, 4000), stripPeriod(40, null), stripPeriod(0.2, 300)]).toEqual([
    'day',
    'week',
    'week',
    'month',
  ]);
});

it('asks for a load once it is shown, and forgets it where it is cleared', async () => {
  signedInWith(['plan.read']);
  answer(api.preferences.readState, { state: null });
  answer(api.preferences.saveState, {});
  answer(api.resources.load, LOAD);
  const seen: (string | null)[] = [];
  const Tool = () => {
    const strip = useLoadStrip(1, 7, 3, 40);
    seen.push(strip.histogram?.title ?? null);
    return <LoadStripTool strip={strip} />;
  };
  const { user } = await show(<Tool />);
  expect(asked(api.resources.load)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Load under the chart' }));
  await vi.waitFor(() => expect(seen.at(-1)).toBe('All people and machines, h'));
  await user.click(screen.getByRole('combobox', { name: 'Load of' }));
  await user.click(await screen.findByRole('option', { name: 'B Name of b' }));
  expect(seen.at(-1)).toBe('B Name of b, h');
  expect(asked(api.resources.load).at(-1)).toMatchObject({ params: { id: 7 }, query: { period: 'day' } });
});
