import { MINUTES_PER_DAY } from '@gantry/domain';
import type { Flow } from '@gantry/plan-view';
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { segmentAt as at } from '../../testing/flow-examples.ts';
import { show } from '../../testing/show.tsx';
import { FlowChart } from './flow-chart.tsx';
import { pannedPart, zoomedPart } from './flow-part.ts';
import { FlowTable } from './flow-table.tsx';
import { FlowEmpty } from './settings/flow-empty.tsx';
import { flowSentence } from './settings/flow-sentence.ts';
import { FlowSettings } from './settings/flow-settings.tsx';

const DAY = MINUTES_PER_DAY;
const FLOW: Flow = {
  places: ['0+000 – 1+000', '0+600 – 0+200'],
  axis: {
    low: 0,
    high: 1000,
    stretches: [
      { from: 0, to: 1000, block: false },
      { from: 600, to: 200, block: true },
    ],
    chainage: { station: 1000, unit: 'm' },
    down: false,
    left: { missing: 2, bad: [9] },
  },
  lines: ['Trench', 'Bridge'],
  segments: [at(1, 0, 0, 0, 20), at(2, 1, 1, 20, 20)],
  from: 0,
  to: 40 * DAY,
  clashes: 0,
};
/** The chart without a size is 712 px wide, for 40 days. */
const PX_A_DAY = 712 / 40;
const nameOfWork = (id: number): string => `Work ${id}`;

async function opened(flow = FLOW) {
  const onEdit = vi.fn();
  const onRefused = vi.fn();
  const { user } = await show(
    <FlowChart
      flow={flow}
      dataDate={null}
      sentence="Two lines."
      nameOfWork={nameOfWork}
      onOpen={() => {}}
      onTable={() => {}}
      onEdit={onEdit}
      onRefused={onRefused}
      onUndo={() => {}}
      onRedo={() => {}}
    />,
  );
  const chart = screen.getByRole('slider');
  const titled = (text: RegExp): Element =>
    [...chart.querySelectorAll('title')].find((title) => text.test(title.textContent))?.parentElement as Element;
  const pathOf = (text: RegExp): string => titled(text).getAttribute('d') ?? '';
  const labels = (): string[] => [...chart.querySelectorAll('text')].map(({ textContent }) => textContent);
  return { user, chart, titled, pathOf, labels, onEdit, onRefused };
}

it('draws lines along their stretches, blocks as boxes, and round chainages', async () => {
  const { pathOf, labels } = await opened();
  expect(pathOf(/^Work 1, 0\+000 – 1\+000/)).toBe('M0 200L356 0');
  expect(pathOf(/^Work 2/)).toBe('M356 80H712V160H356z');
  expect(labels()).toEqual(expect.arrayContaining(['0+000', '0+200', '1+000']));
});

it('moves works and changes durations as over places', async () => {
  const { user, chart, titled, onEdit } = await opened();
  const dragBy = (element: Element, px: number) => {
    fireEvent.pointerDown(element, { clientX: 100, button: 0 });
    fireEvent.pointerMove(window, { clientX: 100 + px });
    fireEvent.pointerUp(window);
  };
  dragBy(titled(/^Work 2/), 3 * PX_A_DAY);
  dragBy(titled(/^End of “Trench”/), 5 * PX_A_DAY);
  chart.focus();
  await user.keyboard('{ArrowRight}{Control>}{Shift>}{ArrowRight}{/Shift}{/Control}');
  expect(onEdit.mock.calls.map(([{ kind, id, days }]) => [kind, id, days])).toEqual([
    ['work', 2, 3],
    ['slope', 1, 5],
    ['work', 1, 1],
  ]);
});

it('turned, time runs down: works are dragged downwards, keys move the part the way that they point', async () => {
  const { user, chart, titled, pathOf, onEdit } = await opened({ ...FLOW, axis: FLOW.axis && { ...FLOW.axis, down: true } });
  expect(pathOf(/^Work 1,/)).toBe('M0 0L700 100');
  expect(pathOf(/^Work 2/)).toBe('M420 100H140V200H420z');
  fireEvent.pointerDown(titled(/^Work 2/), { clientX: 100, clientY: 100, button: 0 });
  fireEvent.pointerMove(window, { clientX: 400, clientY: 115 });
  fireEvent.pointerUp(window);
  expect(onEdit.mock.calls[0][0]).toMatchObject({ kind: 'work', id: 2, days: 3 });
  chart.focus();
  await user.keyboard('+');
  expect(pathOf(/^Work 1,/)).toBe('M-350 -100L1050 100');
  await user.keyboard('{Shift>}{ArrowDown}{ArrowLeft}{/Shift}');
  expect(pathOf(/^Work 1,/)).toBe('M-175 -150L1225 50');
});

it('says why works are neither split nor drawn over distance', async () => {
  const { user, chart, onRefused } = await opened();
  chart.focus();
  await user.keyboard('{ArrowRight}sn');
  fireEvent.pointerDown(chart.querySelector('svg[data-chart]') as Element, { altKey: true, button: 0 });
  expect(onRefused.mock.calls).toEqual([['split'], ['draw'], ['draw']]);
});

it('zooms by buttons and keys, a pixel is then fewer days, and shows all again', async () => {
  const { user, chart, pathOf, titled, onEdit } = await opened();
  const all = pathOf(/^Work 1,/);
  await user.click(screen.getByRole('button', { name: 'Zoom in' }));
  expect(pathOf(/^Work 1,/)).toBe('M-356 300L356 -100');
  fireEvent.pointerDown(titled(/^Work 2/), { clientX: 100, button: 0 });
  fireEvent.pointerMove(window, { clientX: 100 + 4 * PX_A_DAY });
  fireEvent.pointerUp(window);
  expect(onEdit.mock.calls[0][0]).toMatchObject({ id: 2, days: 2 });
  chart.focus();
  await user.keyboard('{Shift>}{ArrowUp}{/Shift}');
  expect(pathOf(/^Work 1,/)).toBe('M-356 350L356 -50');
  await user.keyboard('-');
  expect(pathOf(/^Work 1,/)).toBe(all);
  await user.keyboard('++0');
  expect(pathOf(/^Work 1,/)).toBe(all);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Show all' }).disabled).toBe(true);
});

it('keeps a part within the whole, and the point under the pointer where it is', () => {
  const whole = { from: 0, to: 100 * DAY, low: 0, high: 1000 };
  expect(zoomedPart(whole, whole, 4, { along: 1, up: 0 })).toEqual({ from: 75 * DAY, to: 100 * DAY, low: 0, high: 250 });
  expect(zoomedPart(whole, whole, 1e9)).toEqual({ from: 46.5 * DAY, to: 53.5 * DAY, low: 499.5, high: 500.5 });
  const part = { from: 10 * DAY, to: 20 * DAY, low: 900, high: 1000 };
  expect(pannedPart(part, whole, { along: -5, up: 1 })).toEqual({ from: 0, to: 10 * DAY, low: 900, high: 1000 });
});

it('says what is drawn and what is left out, and lists stretches', async () => {
  await show(<FlowTable flow={FLOW} nameOfWork={nameOfWork} onOpen={() => {}} />);
  expect(screen.getByRole('columnheader', { name: 'From – to' })).toBeTruthy();
  expect(screen.getByRole('cell', { name: '0+600 – 0+200' })).toBeTruthy();
  const t = vi.fn((key: string, values: object) => `${key} ${JSON.stringify(values)}`);
  const sentence = flowSentence(FLOW, nameOfWork, t as never);
  expect(sentence).toContain('"low":"0+000","high":"1+000"');
  expect(sentence).toContain('left_missing {"count":2} cyclogram.left_bad {"count":1,"name":"Work 9"}');
});

it('chooses the axis and its attributes, and says what to do where they lack', async () => {
  const setChoice = vi.fn();
  const [from, flag] = [
    { id: 5, name: 'From, m', type: 'number', unit: 'm' },
    { id: 6, name: 'Whole', type: 'flag', unit: '' },
  ];
  const chosen = {
    choice: { places: null, lines: null },
    setChoice,
    options: [from, flag],
    positions: [from],
    flags: [flag],
    axis: 'distance' as const,
    station: '1000' as const,
    placeBy: null,
    lineBy: null,
    distance: null,
  };
  const { user } = await show(
    <>
      <FlowSettings {...chosen} />
      <FlowEmpty chosen={chosen} sentence="" action={null} />
      <FlowEmpty chosen={{ ...chosen, positions: [] }} sentence="" action={null} />
      <FlowEmpty
        chosen={{ ...chosen, distance: { from: 5, to: null, block: null, chainage: { station: null, unit: '' } } }}
        sentence="Left out: 3 works."
        action={null}
      />
    </>,
  );
  for (const text of ['Choose where works begin', 'No attribute can hold a position', 'No work has a position', 'Left out: 3 works.'])
    expect(screen.getByText(text)).toBeTruthy();
  await user.click(screen.getByRole('combobox', { name: 'From' }));
  await user.click(screen.getByRole('option', { name: 'From, m' }));
  await user.click(screen.getByText('Places'));
  expect(setChoice.mock.calls).toEqual([[{ places: null, lines: null, from: 'From, m' }], [{ places: null, lines: null, axis: 'places' }]]);
});
