import { MINUTES_PER_DAY } from '@gantry/domain';
import type { Flow } from '@gantry/plan-view';
import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { show } from '../../testing/show.tsx';
import { FlowLines } from './flow-lines.tsx';

const DAY = MINUTES_PER_DAY;
const FLOW: Flow = { places: ['P1', 'P2'], axis: null, lines: ['Walls'], segments: [], from: 0, to: 40 * DAY, clashes: 0 };
const PACE = { line: 0, works: 2, start: 0, finish: 20 * DAY, idleDays: 4, starts: new Map([[1, 4 * DAY]]) };

it('colours a line and lets it go without breaks', async () => {
  const [onPace, onColour] = [vi.fn(), vi.fn()];
  const { user } = await show(
    <FlowLines flow={FLOW} paces={[PACE]} tints={new Map([['Walls', 3]])} mayShare onPace={onPace} onColour={onColour} />,
  );
  const row = within(screen.getAllByRole('row')[1]);
  expect(row.getByRole('button', { name: 'Colour 3 for Walls' }).getAttribute('aria-pressed')).toBe('true');
  await user.click(row.getByRole('button', { name: 'Colour 3 for Walls' }));
  await user.click(screen.getByRole('switch', { name: 'Colours for everybody' }));
  await user.click(row.getByRole('button', { name: 'Colour 5 for Walls' }));
  expect(onColour.mock.calls).toEqual([
    ['Walls', null, false],
    ['Walls', 5, true],
  ]);
  await user.click(row.getByRole('button', { name: 'Let “Walls” go without breaks' }));
  expect(onPace).toHaveBeenCalledWith(PACE);
});
