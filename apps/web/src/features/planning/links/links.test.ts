import { type Diff, type LinkRow, RELATION_TYPES } from '@gantry/domain';
import { EXTERNAL_ENDS } from '@gantry/scene';
import { expect, test } from 'vitest';
import { smallView } from '../../../testing/plan-view.ts';
import { applyDiff } from '../wbs/wbs.document.model.ts';
import { fillValues } from '../wbs/wbs.rows.model.ts';
import { linkableSchedules } from './links.model.ts';

test('schedules with versions can be linked to, the actual version first, else the newest; the own one is left out', () => {
  const node = (id: number, parent_id: number | null, kind: string, name: string) => ({ id, parent_id, kind, name });
  const version = (id: number, schedule_id: number, kind: 'version' | 'actual' = 'version') => ({ id, schedule_id, name: `V${id}`, kind });
  const nodes = [
    node(1, null, 'facility', 'Plant'),
    node(2, 1, 'project', 'Tower'),
    node(3, 2, 'schedule_group', 'Phase 1'),
    node(4, 3, 'schedule', 'Structure'),
    node(5, 2, 'schedule', 'Design'),
    node(6, 2, 'schedule', 'Empty'),
    node(7, null, 'schedule', 'Loose'),
  ];
  const versions = [version(10, 4), version(11, 4, 'actual'), version(12, 4), version(13, 5), version(14, 7), version(15, 7)];
  expect(linkableSchedules({ nodes, versions }, 5)).toEqual([
    {
      id: 7,
      label: 'Loose',
      versions: [
        { id: 15, name: 'V15' },
        { id: 14, name: 'V14' },
      ],
    },
    {
      id: 4,
      label: 'Tower › Structure',
      versions: [
        { id: 11, name: 'V11' },
        { id: 10, name: 'V10' },
        { id: 12, name: 'V12' },
      ],
    },
  ]);
});

test('a link to another schedule marks the end of the bar that it hangs on, and no longer when it is gone', () => {
  const view = smallView();
  const item = view.rows.id[1];
  const external = (change: Diff['link']): number | undefined => {
    const touched = applyDiff(view.document, { link: change });
    fillValues(
      view.document,
      view,
      touched.wbsIds.map((id) => view.rowOfId.get(id) as number),
    );
    return view.rows.external?.[1];
  };
  const about = {
    lagMinutes: 0,
    lagCalendar: null,
    otherScheduleId: 2,
    otherVersionId: 2,
    otherItemId: 2,
    otherCode: 'B',
    otherName: 'Other',
  };
  const link = (id: number, side: LinkRow['side'], type: LinkRow['type']): LinkRow => ({ ...about, id, itemId: item, side, type });
  const into = RELATION_TYPES.map((type, at) => link(900 + at, 'predecessor', type));
  const out = RELATION_TYPES.map((type, at) => link(910 + at, 'successor', type));
  const { intoStart, intoFinish, outOfStart, outOfFinish } = EXTERNAL_ENDS;
  const alone = (row: LinkRow): (number | undefined)[] => [
    external({ added: [row], updated: [], removed: [] }),
    external({ added: [], updated: [], removed: [row] }),
  ];
  expect(into.map(alone)).toEqual([intoStart, intoFinish, intoStart, intoFinish].map((bit) => [bit, 0]));
  expect(out.map(alone)).toEqual([outOfFinish, outOfFinish, outOfStart, outOfStart].map((bit) => [bit, 0]));
  const change = { id: 900, before: { type: 'fs' }, after: { type: 'ff' } } as const;
  expect(external({ added: [into[0], out[0]], updated: [], removed: [] })).toBe(intoStart | outOfFinish);
  expect(external({ added: [], updated: [change], removed: [] })).toBe(intoFinish | outOfFinish);
});
