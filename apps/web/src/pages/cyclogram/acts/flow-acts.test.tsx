import { MINUTES_PER_DAY } from '@gantry/domain';
import { type Flow, type FlowFinding, NO_CHANGE } from '@gantry/plan-view';
import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { segmentAt as at } from '../../../testing/flow-examples.ts';
import { show } from '../../../testing/show.tsx';
import { FlowActPanel } from './flow-act.tsx';
import { type FlowFacts, type OpenAct, planned } from './flow-facts.ts';
import { FlowFindings } from './flow-findings.tsx';

const DAY = MINUTES_PER_DAY;
const FLOW: Flow = {
  places: ['P1', 'P2'],
  axis: null,
  lines: ['Walls', 'Slabs'],
  segments: [at(1, 0, 0, 0, 4), at(2, 0, 1, 4, 4), at(11, 1, 0, 4, 1), at(12, 1, 1, 8, 1)],
  from: 0,
  to: 9 * DAY,
  clashes: 0,
};
const FACTS: FlowFacts = {
  relations: [
    { id: 5, predecessorId: 1, successorId: 2, type: 'fs', lagMinutes: 0 },
    { id: 6, predecessorId: 11, successorId: 12, type: 'fs', lagMinutes: 60 },
  ],
  workOf: (id) => ({ minutes: id < 10 ? 1920 : 480, kept: id === 12 ? 'actual' : null }),
  peopleOf: (id, minutes = id < 10 ? 1920 : 480) => 1920 / minutes,
  crewsOf: () => [],
  buffersOf: () => [],
  dayMinutes: 480,
};

async function opened(act: OpenAct) {
  const [onChange, onApply, onCancel] = [vi.fn(), vi.fn(), vi.fn()];
  const { user } = await show(
    <FlowActPanel
      act={act}
      flow={FLOW}
      facts={FACTS}
      plan={planned(act, FLOW, FACTS)}
      tried={{ ...FLOW, to: 12 * DAY }}
      nameOfWork={(id) => `Work ${id}`}
      onChange={onChange}
      onApply={onApply}
      onCancel={onCancel}
    />,
  );
  return { user, onChange, onApply, onCancel };
}

it('shows what balance comes to beside today and names what is left alone, before it is applied', async () => {
  const { user, onApply, onChange, onCancel } = await opened({ kind: 'balance', taktDays: null });
  const [ends, people] = within(screen.getByRole('table')).getAllByRole('row').slice(1);
  expect(within(ends).getAllByRole('cell').at(-1)?.textContent).toBe('+3 d');
  // Two works of Slabs stretch from one to seven days, since the other has begun: fewer people at once.
  expect(
    within(people)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).not.toContain('–');
  expect(screen.getByText('Work 12: has begun')).toBeTruthy();
  expect(screen.getByText('4 working days a place')).toBeTruthy();
  await user.click(screen.getByText('A takt'));
  expect(onChange).toHaveBeenCalledWith({ kind: 'balance', taktDays: 5 });
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  expect(onApply).toHaveBeenCalledOnce();
  await user.keyboard('{Escape}');
  expect(onCancel).toHaveBeenCalledOnce();
});

it('tells the crews that a takt asks of each line', async () => {
  await opened({ kind: 'balance', taktDays: 1 });
  // Walls: 32 hours of one crew of one a place; Slabs: 32 hours of a crew of four.
  const crews = within(screen.getByRole('list', { name: 'Crews at this takt' })).getAllByRole('listitem');
  expect(crews.map(({ textContent }) => textContent)).toEqual([
    'Walls: crews 4 × people 1, last place starts 1 d after the first',
    'Slabs: crews 1 × people 4, last place starts 1 d after the first',
  ]);
});

it('offers no act that changes nothing, and says why', async () => {
  const { user, onApply } = await opened({ kind: 'split', id: 12, share: 50, gapDays: 1, as: 'works' });
  expect(screen.getByText('Nothing would change.')).toBeTruthy();
  expect(screen.getByText('Work 12: has begun')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Apply' }).matches(':disabled')).toBe(true);
  await user.keyboard('{Enter}');
  expect(onApply).not.toHaveBeenCalled();
});

it('plans a split as two works or as a gap in the line, and places in another order', () => {
  const split = { kind: 'split', id: 2, share: 25, gapDays: 2 } as const;
  expect(planned({ ...split, as: 'works' }, FLOW, FACTS).change.split).toEqual({ id: 2, share: 0.25, gapMinutes: 960 });
  expect(planned({ ...split, as: 'lag' }, FLOW, FACTS).change).toEqual({ ...NO_CHANGE, lags: [{ relationId: 5, lagMinutes: 960 }] });
  expect(planned({ kind: 'reorder', order: [1, 0] }, FLOW, FACTS).change.relinks).toEqual([
    { relationId: 5, predecessorId: 2, successorId: 1 },
    { relationId: 6, predecessorId: 12, successorId: 11 },
  ]);
});

it('lists findings by shape and word, leads to the place and to the rows', async () => {
  const [onPlace, onOpen, onLeast] = [vi.fn(), vi.fn(), vi.fn()];
  const finding = (kind: FlowFinding['kind'], more: Partial<FlowFinding>): FlowFinding => ({
    kind,
    light: 'watch',
    works: [1, 11],
    place: 0,
    line: 1,
    from: 0,
    to: DAY,
    ...more,
  });
  const { user } = await show(
    <FlowFindings
      flow={FLOW}
      findings={[
        finding('crew_clash', { light: 'act', crew: 7 }),
        finding('thin_buffer', { minutes: 240 }),
        finding('idle', { place: null, days: 3 }),
      ]}
      leastDays={1}
      dayMinutes={480}
      nameOfWork={(id) => `Work ${id}`}
      nameOfCrew={(id) => `Crew ${id}`}
      onLeast={onLeast}
      onPlace={onPlace}
      onOpen={onOpen}
    />,
  );
  const rows = screen.getAllByRole('listitem');
  expect(rows[0].textContent).toMatch(/^■ act.*Crew in two places.*P1.*Crew 7/);
  expect(rows[1].textContent).toMatch(/^▲ watch.*Thin buffer.*0\.5 d between/);
  expect(rows[2].textContent).toMatch(/Line waits.*Slabs.*waits 3 days/);
  await user.click(within(rows[0]).getByRole('button', { name: 'P1' }));
  await user.click(within(rows[0]).getByRole('button', { name: 'Work 1' }));
  expect([onPlace, onOpen].map(({ mock }) => mock.calls)).toEqual([[[11]], [[1]]]);
  await user.type(screen.getByRole('textbox', { name: /Buffers at least/ }), '2');
  expect(onLeast).toHaveBeenCalledWith(12);
});
