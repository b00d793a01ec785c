import { MINUTES_PER_DAY } from '@gantry/domain';
import type { Flow } from '@gantry/plan-view';
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { show } from '../../testing/show.tsx';
import { FlowChart } from './flow-chart.tsx';

const DAY = MINUTES_PER_DAY;
const FLOW: Flow = {
  places: ['P1', 'P2'],
  axis: null,
  lines: ['Walls', 'Slabs'],
  segments: [
    { id: 1, line: 0, place: 0, start: 0, finish: 10 * DAY, clash: null },
    { id: 2, line: 0, place: 1, start: 10 * DAY, finish: 20 * DAY, clash: null },
    { id: 3, line: 1, place: 0, start: 20 * DAY, finish: 40 * DAY, clash: null },
  ],
  from: 0,
  to: 40 * DAY,
  clashes: 0,
};
/** The chart without a size is 664 px wide, for 40 days. */
const PX_A_DAY = 664 / 40;

async function opened(mayEdit = true) {
  const [onEdit, onOpen, onUndo, onRedo, onDraw] = [vi.fn(), vi.fn(), vi.fn(), vi.fn(), vi.fn()];
  const { user } = await show(
    <FlowChart
      flow={FLOW}
      dataDate={null}
      sentence="Two lines."
      nameOfWork={(id) => `Work ${id}`}
      onOpen={onOpen}
      onTable={() => {}}
      onEdit={mayEdit ? onEdit : null}
      onUndo={onUndo}
      onRedo={onRedo}
      {...(mayEdit ? { onDraw } : {})}
    />,
  );
  const chart = screen.getByRole('slider');
  const titled = (text: RegExp): Element =>
    [...chart.querySelectorAll('title')].find((title) => text.test(title.textContent))?.parentElement as Element;
  const dragBy = (element: Element, px: number, how: object = {}) => {
    fireEvent.pointerDown(element, { clientX: 100, button: 0, ...how });
    fireEvent.pointerMove(window, { clientX: 100 + px });
  };
  return { user, chart, titled, dragBy, onEdit, onOpen, onUndo, onRedo, onDraw };
}

it('moves a work by whole days, and its whole line with Shift', async () => {
  const { titled, dragBy, onEdit, onOpen } = await opened();
  const work = titled(/^Work 2/);
  dragBy(work, 3 * PX_A_DAY);
  expect(screen.getByText('Moves by 3 d')).toBeTruthy();
  fireEvent.pointerUp(window);
  fireEvent.click(work);
  expect(onOpen).not.toHaveBeenCalled();
  dragBy(work, -2 * PX_A_DAY, { shiftKey: true });
  fireEvent.pointerUp(window);
  expect(onEdit.mock.calls.map(([edit]) => edit)).toEqual([
    { kind: 'work', id: 2, line: 0, days: 3 },
    { kind: 'line', id: 2, line: 0, days: -2 },
  ]);
});

it('drags the end of a line for another slope; Escape leaves it', async () => {
  const { titled, dragBy, onEdit } = await opened();
  const end = titled(/^End of “Walls”/);
  dragBy(end, 5 * PX_A_DAY);
  fireEvent.keyDown(window, { key: 'Escape' });
  fireEvent.pointerUp(window);
  expect(onEdit).not.toHaveBeenCalled();
  dragBy(end, 5 * PX_A_DAY);
  fireEvent.pointerUp(window);
  expect(onEdit.mock.calls).toEqual([[{ kind: 'slope', id: 2, line: 0, days: 5 }]]);
});

it('does the same by keys, and undoes it', async () => {
  const { user, chart, onEdit, onUndo, onRedo } = await opened();
  chart.focus();
  await user.keyboard('{ArrowRight}{Control>}{Shift>}{ArrowRight}{ArrowUp}{/Shift}z{/Control}{Control>}y{/Control}');
  expect(onEdit.mock.calls.map(([edit]) => edit)).toEqual([
    { kind: 'work', id: 1, line: 0, days: 1 },
    { kind: 'slope', id: 1, line: 0, days: -1 },
  ]);
  expect([onUndo, onRedo].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});

it('has no ends to drag where the plan may only be read; a click opens the work', async () => {
  const { chart, titled, dragBy, onOpen } = await opened(false);
  expect(chart.querySelectorAll('circle')).toHaveLength(0);
  const work = titled(/^Work 3/);
  dragBy(work, 50);
  fireEvent.pointerUp(window);
  fireEvent.click(work);
  expect(onOpen).toHaveBeenCalledWith(3);
});

it('splits by S, moves a place by Alt, and changes the buffer before a line by its handle and by brackets', async () => {
  const [onEdit, onSplit, onOrder, onDrag] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()];
  const { user } = await show(
    <FlowChart
      flow={FLOW}
      dataDate={null}
      sentence="Two lines."
      nameOfWork={(id) => `Work ${id}`}
      onOpen={() => {}}
      onTable={() => {}}
      onEdit={onEdit}
      onUndo={() => {}}
      onRedo={() => {}}
      buffers={[{ before: 0, after: 1, pairs: [] }]}
      shown={3}
      tried={{ ...FLOW, segments: [FLOW.segments[0], { ...FLOW.segments[1], finish: 22 * DAY }, FLOW.segments[2]] }}
      onDrag={onDrag}
      onSplit={onSplit}
      onOrder={onOrder}
    />,
  );
  const chart = screen.getByRole('slider');
  // The work whose dates differ is drawn where it would come to lie; what was asked for is walked to.
  expect(chart.querySelectorAll('[class*=ghost]')).toHaveLength(1);
  expect(chart.getAttribute('aria-valuenow')).toBe('3');
  chart.focus();
  await user.keyboard('s{Alt>}{ArrowUp}{/Alt}]');
  await user.keyboard('[[');
  expect(onSplit).toHaveBeenCalledWith(3);
  expect(onOrder).toHaveBeenCalledWith(0, 1);
  const handle = [...chart.querySelectorAll('title')].find(({ textContent }) =>
    textContent.startsWith('Buffer before “Slabs”'),
  )?.parentElement;
  fireEvent.pointerDown(handle as Element, { clientX: 100, button: 0 });
  fireEvent.pointerMove(window, { clientX: 100 + 2 * PX_A_DAY });
  expect(screen.getByText('The buffer grows by 2 d in every place')).toBeTruthy();
  fireEvent.pointerUp(window);
  const edit = { kind: 'buffer', id: 3, line: 1 };
  expect(onEdit.mock.calls).toEqual([1, -1, 2].map((days) => [{ ...edit, days }]));
  expect(onDrag.mock.calls).toEqual([[{ ...edit, days: 2 }], [null]]);
});

it('draws with Alt a work in each place that the stroke passes, over whatever lies there; Escape leaves nothing', async () => {
  const { chart, titled, onEdit, onDraw } = await opened();
  const svg = chart.querySelector('svg[data-chart]') as Element;
  const [left, bottom] = [120, Number(svg.getAttribute('height')) - 24];
  const at = (day: number, up: number) => ({ clientX: left + (day + 0.01) * PX_A_DAY, clientY: bottom - up });
  const stroke = (element: Element, how: object = { altKey: true }) => {
    fireEvent.pointerDown(element, { button: 0, ...how, ...at(20, 5) });
    fireEvent.pointerMove(window, at(23, 20));
  };
  fireEvent.pointerOver(titled(/^Work 3/));
  stroke(titled(/^Work 1/));
  expect(svg.querySelectorAll('[data-drawn]')).toHaveLength(2);
  expect(screen.getByText(/^“Slabs”: draws 2 works, .+ – .+/)).toBeTruthy();
  fireEvent.keyDown(window, { key: 'Escape' });
  fireEvent.pointerUp(window, at(23, 20));
  expect(onDraw).not.toHaveBeenCalled();
  stroke(svg);
  fireEvent.pointerUp(window, at(23, 20));
  const [[drawn, like]] = onDraw.mock.calls;
  expect([drawn.from.place, drawn.to.place, like.id]).toEqual([0, 1, 3]);
  expect([drawn.from.minute, drawn.to.minute].map((minute) => Math.floor(minute / DAY))).toEqual([20, 23]);
  stroke(svg, {});
  fireEvent.pointerUp(window, at(23, 20));
  expect([onDraw.mock.calls.length, onEdit.mock.calls.length]).toEqual([1, 0]);
});

it('draws by a key a work like the chosen one in the next place, right behind it; who may only read draws none', async () => {
  const { user, chart, onDraw } = await opened();
  chart.focus();
  await user.keyboard('{ArrowRight}n');
  expect(onDraw.mock.calls.map(([stroke, { id }]) => [stroke, id])).toEqual([
    [{ from: { place: 1, minute: 10 * DAY }, to: { place: 1, minute: 20 * DAY } }, 1],
  ]);
});
