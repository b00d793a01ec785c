import type { Diff, VersionRow } from '@gantry/domain';
import { applyDiff, documentOfValues } from '@gantry/plan-view';
import { expect, it } from 'vitest';
import { normsOverridden } from './wbs.norms.model.ts';

const DAY = 480;
const value = (id: number, itemId: number | null, ruled: number | null, name: string): VersionRow<'directoryValue'> =>
  ({
    id,
    itemId,
    code: `N${id}`,
    name,
    entered: ruled === null ? null : { duration: DAY, remaining: DAY, ruled },
  }) as VersionRow<'directoryValue'>;

const document = documentOfValues({ versionId: 1, revision: 1 }, {});
const values = [value(1, 5, 4 * DAY, 'Masonry'), value(2, 5, null, 'Scaffold'), value(3, 6, null, 'Free'), value(4, 7, 2 * DAY, '')];
applyDiff(document, { directoryValue: { added: values, updated: [], removed: [] } });

const edit = (...rows: [number, number][]): Diff => ({
  wbs: { added: [], updated: rows.map(([id, durationMinutes]) => ({ id, before: {}, after: { durationMinutes } })), removed: [] },
});
const typed = (...ids: number[]) => ids.map((id) => ({ id, fields: { durationMinutes: 1 } }));

it('names the norm that had ruled the days that somebody has typed', () => {
  expect(normsOverridden(document, edit([5, 3 * DAY], [7, DAY]), typed(5, 7))).toEqual([
    { id: 5, norm: 'Masonry', ruledMinutes: 4 * DAY },
    { id: 7, norm: 'N4', ruledMinutes: 2 * DAY },
  ]);
});

it('is silent where no norm rules, where the days are those of the norm, and where nobody typed them', () => {
  expect(normsOverridden(document, edit([6, 3 * DAY]), typed(6))).toEqual([]);
  expect(normsOverridden(document, edit([5, 4 * DAY]), typed(5))).toEqual([]);
  expect(normsOverridden(document, edit([5, 3 * DAY]), [{ id: 5, fields: { progress: 1 } }])).toEqual([]);
});
