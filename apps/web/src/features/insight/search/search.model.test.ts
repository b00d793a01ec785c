import { expect, test } from 'vitest';
import { addressOf, filterOf, isNarrowed, piecesOf, targetOf } from './search.model.ts';

const EMPTY = { q: '', kinds: [], node: null, author: null, from: null, until: null };

test('an address is a filter and back; what is no filter is left out', () => {
  const address = { q: 'wall', kinds: 'row,file', node: '7', author: '3', from: '2026-03-01', until: '2026-03-31' };
  const filter = filterOf(address);
  expect(filter).toEqual({ q: 'wall', kinds: ['row', 'file'], node: 7, author: 3, from: '2026-03-01', until: '2026-03-31' });
  expect(addressOf(filter)).toEqual(address);
  expect(filterOf({ kinds: 'secret', node: '-1', author: '1e3', from: '2026-13-01', until: 'soon' })).toEqual(EMPTY);
  expect(addressOf(EMPTY)).toEqual({});
  expect([isNarrowed(EMPTY), isNarrowed({ ...EMPTY, q: 'wall' }), isNarrowed(filter)]).toEqual([false, false, true]);
});

test('a text falls into marked pieces and those between', () => {
  const cut = (text: string, marks: [number, number][]) =>
    piecesOf(text, marks).map((piece) => (piece.marked ? `<${piece.text}>` : piece.text));
  expect(
    cut('The walls of K-12', [
      [4, 9],
      [13, 17],
    ]),
  ).toEqual(['The ', '<walls>', ' of ', '<K-12>']);
  expect(cut('wall', [[0, 4]])).toEqual(['<wall>']);
  expect(cut('wall', [])).toEqual(['wall']);
});

test('a hit leads to its chat, its work or version, else its node', () => {
  const hit = (ids: object) => ({
    kind: 'node' as const,
    icon: null,
    title: '',
    text: null,
    path: [],
    author: null,
    at: '',
    marks: { title: [], text: [] },
    others: 0,
    alike: false,
    ids: { node_id: 5, ...ids },
  });
  expect(targetOf(hit({ chat_id: 2, message_id: 9 }))).toEqual({ chatId: 2, messageId: 9 });
  expect(targetOf(hit({ chat_id: 2 }))).toEqual({ chatId: 2 });
  expect(targetOf(hit({ version_id: 3 }))).toEqual({ versionId: 3, itemId: null });
  expect(targetOf(hit({ version_id: 3, row_id: 4, comment_id: 1 }))).toEqual({ versionId: 3, itemId: 4 });
  expect(targetOf(hit({}))).toEqual({ nodeId: 5 });
});
