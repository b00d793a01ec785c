import { type LinkSide, RELATION_TYPES } from '@gantry/domain';
import { EXTERNAL_ENDS } from '@gantry/scene';
import { expect, test } from 'vitest';
import { smallView } from '@gantry/plan-view/testing';
import { externalEnds, fillValues } from '@gantry/plan-view';
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

test('a link to another schedule hangs on the end of the bar that its type names', () => {
  const of = (side: LinkSide) => RELATION_TYPES.map((type, item) => externalEnds(new Map([[item, [{ side, type }]]])).get(item));
  const { intoStart, intoFinish, outOfStart, outOfFinish } = EXTERNAL_ENDS;
  expect(RELATION_TYPES).toEqual(['fs', 'ff', 'ss', 'sf']);
  expect(of('predecessor')).toEqual([intoStart, intoFinish, intoStart, intoFinish]);
  expect(of('successor')).toEqual([outOfFinish, outOfFinish, outOfStart, outOfStart]);
  const view = smallView();
  const link = { side: 'predecessor', type: 'fs' } as const;
  view.document.external = externalEnds(new Map([[2, [link, { ...link, side: 'successor' }]]]));
  fillValues(view.document, view);
  expect([...(view.rows.external ?? [])]).toEqual([0, intoStart | outOfFinish, 0, 0, 0, 0]);
});
