import { smallView } from '@gantry/plan-view/testing';
import { expect, test, vi } from 'vitest';
import { runHook } from '../../testing/show.tsx';
import { useOffered } from '../../ui/commands.ts';
import { NO_ACTIONS } from './rows/use-grid-actions.ts';
import { useScheduleCommands } from './use-schedule-commands.ts';

const hands = {
  calculate: vi.fn(),
  open: vi.fn(),
  find: vi.fn(),
  print: vi.fn(),
  changeByRule: vi.fn(),
  replace: vi.fn(),
  openReports: vi.fn(),
};

/** What the open version of a person offers. */
const offered = (readOnly: boolean) =>
  runHook(() => {
    useScheduleCommands({ ...hands, gantt: { current: null }, view: smallView(), actions: NO_ACTIONS, readOnly, mayCalculate: !readOnly });
    return useOffered();
  });

test('rows are found by code and name, summaries too, and opened', () => {
  const offer = offered(false).current;
  expect(offer?.find('walls', 8).map(({ name, where }) => [name, where])).toEqual([
    ['A2 Walls 10', 'A1'],
    ['A3 Walls 9', 'A1'],
  ]);
  const [roof] = offer?.find('roof', 8) ?? [];
  expect([roof.name, roof.where]).toEqual(['A4 Roof', 'Row of this version']);
  roof.go();
  expect(hands.open).toHaveBeenCalledExactlyOnceWith(4);
});

test('commands are those that the person may give', () => {
  const names = (readOnly: boolean) => offered(readOnly).current?.commands.map(({ name }) => name) ?? [];
  expect(names(false)).toEqual(expect.arrayContaining(['Calculate', 'Undo', 'Change by a rule', 'Find and replace']));
  expect(names(true)).not.toEqual(expect.arrayContaining(['Calculate']));
  expect(names(true)).toContain('Find and replace');
  offered(false)
    .current?.commands.find(({ shortcut }) => shortcut === 'F9')
    ?.run();
  expect(hands.calculate).toHaveBeenCalledOnce();
});
