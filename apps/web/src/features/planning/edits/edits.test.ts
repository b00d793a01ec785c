import { expect, test } from 'vitest';
import { linesOf, type UndoAction } from './edits.model.ts';

const action = (revision: number, fields: Partial<UndoAction> = {}): UndoAction => ({
  revision,
  name: 'wbs.update',
  action: 'wbs.update',
  undoes: null,
  redoes: null,
  stands: true,
  author: 'Anna',
  author_id: 1,
  at: '2031-03-03T09:00:00Z',
  kind: 'update',
  rows: 1,
  undone: false,
  mine: true,
  about: null,
  ...fields,
});

test('lists actions alone; each says whether it can be taken back, restored, or neither', () => {
  const lines = linesOf(
    [
      action(8, { undoes: 4, action: 'wbs.delete' }),
      action(7, { action: 'timetable.auto' }),
      action(6, { mine: false }),
      action(5),
      action(4, { stands: false }),
      action(3, { rows: 0, action: 'history.clear' }),
      action(1, { action: 'version.create' }),
    ],
    false,
  );
  expect(lines.map(({ revision, jump }) => [revision, jump])).toEqual([
    [6, null],
    [5, 'undo'],
    [4, 'redo'],
    [3, null],
    [1, null],
  ]);
});

test('who only reads jumps nowhere', () => {
  expect(linesOf([action(5), action(4, { stands: false })], true).map(({ jump }) => jump)).toEqual([null, null]);
});
