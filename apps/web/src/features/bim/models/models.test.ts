import { unzipSync } from 'three/examples/jsm/libs/fflate.module.js';
import { expect, it } from 'vitest';
import { readMap, summaryOf, writtenMap } from '../model-links/model-links.rules.model.ts';
import { stepped } from '../model-links/model-links.player.model.ts';
import { framesOf } from './viewer/models.frames.store.ts';
import { actsBetween, type Style, stylesOf } from './viewer/models.styles.model.ts';

const GREEN = { visible: true, colour: '#00ff00', opacity: 1 };

it('draws only what differs from the picture before', () => {
  const before = new Map<number, Style>([
    [1, GREEN],
    [2, { ...GREEN, visible: false }],
    [3, { ...GREEN, opacity: 0.1 }],
  ]);
  const after = new Map<number, Style>([
    [1, GREEN],
    [3, GREEN],
    [4, { visible: true, colour: null, opacity: 0.1 }],
  ]);
  expect(actsBetween(before, after)).toEqual({
    show: [2],
    hide: [],
    plain: [2],
    paints: [
      { colour: '#00ff00', opacity: 1, elements: [3] },
      { colour: '#9aa2ab', opacity: 0.1, elements: [4] },
    ],
  });
});

it('puts what is chosen over what a date hides, and hides what is not shown alone', () => {
  const styles = stylesOf([1, 2, 3], {
    dated: new Map([[1, { ...GREEN, visible: false }]]),
    hidden: new Set([3]),
    only: new Set([1, 3]),
    selected: new Set([1]),
    accent: '#ff0000',
  });
  expect([...styles]).toEqual([
    [1, { visible: false, colour: '#ff0000', opacity: 1 }],
    [2, { visible: false, colour: null, opacity: 1 }],
    [3, { visible: false, colour: null, opacity: 1 }],
  ]);
});

it('steps by months of the calendar, to the last day where the month is shorter', () => {
  // Days since 1990: 2026-01-31, 2026-02-28, 2025-12-31.
  expect([stepped(13_179, 'month', 1), stepped(13_179, 'month', -1), stepped(13_179, 'week', -1)]).toEqual([13_207, 13_148, 13_172]);
});

it('reads and writes tables of values and rules in one line', () => {
  const map = readMap('Ground = 0; First=1; nonsense; =2');
  expect(map).toEqual([
    { from: 'Ground', to: '0' },
    { from: 'First', to: '1' },
  ]);
  expect(readMap(writtenMap(map))).toEqual(map);
  const rule = {
    name: 'a',
    active: true,
    share: 1,
    again: false,
    elements: [{ field: { set: 'Pset', name: 'Fire' }, test: 'contains' as const, values: ['EI', 'REI'] }],
    items: [],
    joins: [{ element: { set: '', name: 'class' }, item: { set: '', name: 'code' }, by: 'prefix' as const, map: [] }],
  };
  expect(summaryOf(rule, (key) => key)).toBe(
    'Pset · Fire model_link.test_contains EI, REI → model_link.field_class model_link.join_prefix model_link.item_code',
  );
});

it('packs the pictures of a play by their days, each taken when it is drawn', async () => {
  let drawn = 0;
  const canvas = { toBlob: (answer: (picture: Blob) => void) => answer(new Blob([`picture ${drawn}`])) };
  const frames = framesOf(canvas, () => Promise.resolve(void drawn++));
  await frames.take('2026-03-02');
  await frames.take('2026-03-09');
  const files = unzipSync(new Uint8Array(await (await frames.stop()).arrayBuffer()));
  const texts = Object.entries(files).map(([name, bytes]) => [name, new TextDecoder().decode(bytes)]);
  expect(texts).toEqual([
    ['0001 2026-03-02.png', 'picture 1'],
    ['0002 2026-03-09.png', 'picture 2'],
  ]);
});
