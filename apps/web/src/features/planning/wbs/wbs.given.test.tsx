import { api, type StreamHead } from '@gantry/contract';
import { type Diff, fieldsOf, VERSION_TABLE_NAMES, type VersionTable } from '@gantry/domain';
import { applyDiff, newDocument, type ScheduleView } from '@gantry/plan-view';
import { act, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answer, asked } from '../../../testing/fake-server.ts';
import { runHook } from '../../../testing/show.tsx';
import { useGivenValues } from './wbs.given.queries.ts';

const EMPTY: Record<string, unknown> = { text: '', flag: false, int: 0, float: 0 };
const added = (table: VersionTable, fields: Record<string, unknown>): Diff => {
  const all = fieldsOf(table).map(({ name, kind, optional, values }) => [name, optional ? null : (values?.[0] ?? EMPTY[kind] ?? 0)]);
  return { [table]: { added: [{ ...Object.fromEntries(all), ...fields }], updated: [], removed: [] } };
};

test('values of what cannot be read here are asked for alone, and after many edits once more', async () => {
  const rows = Object.fromEntries(VERSION_TABLE_NAMES.map((table) => [table, 0]));
  const document = newDocument({ format: 1, version_id: 7, revision: 1, rows } as StreamHead);
  applyDiff(document, added('attribute', { id: 11, name: 'total', type: 'number', options: { formula: 'secret * 2' } }));
  applyDiff(document, added('attribute', { id: 12, name: 'free', type: 'number', options: { formula: '1 + 1' } }));
  applyDiff(document, added('wbs', { id: 1, name: 'Dig' }));
  const listeners = new Set<() => void>();
  const given: unknown[] = [];
  const session = {
    onPatch(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    setGiven: (values: unknown) => void given.push(values),
  };
  const view = { document, load: { state: 'ready' } } as ScheduleView;
  const gate = Promise.withResolvers<void>();
  answer(api.attributeCalculate.calculateVersion, async () => {
    await gate.promise;
    const values = [{ row_id: 1, value: 84, fault: null }];
    return { revision: 1, attributes: [{ id: 11, name: 'total', fault: null, values }] };
  });
  runHook(() => useGivenValues(session as never, view));
  const questions = () => asked(api.attributeCalculate.calculateVersion).map(({ body }) => body);
  await waitFor(() => expect(questions()).toEqual([{ attributes: [11] }]));
  for (let edit = 0; edit < 5; edit += 1)
    act(() => {
      document.revision += 1;
      for (const listener of listeners) listener();
    });
  expect(questions()).toHaveLength(1);
  gate.resolve();
  await waitFor(() => expect(questions()).toEqual([{ attributes: [11] }, { attributes: [11] }]));
  await waitFor(() => expect(given.at(-1)).toEqual(new Map([[11, new Map([[1, 84]])]])));
});
