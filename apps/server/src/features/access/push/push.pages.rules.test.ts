import { expect, test } from 'vitest';
import { countPages, type Unread } from './push.pages.rules.ts';

type Page = Unread & { bufferedAmount: number; isCut: boolean };
const page = (bufferedAmount = 0): Page => ({
  bufferedAmount,
  isCut: false,
  terminate() {
    this.isCut = true;
  },
});

test('a person and a server have so many pages, and one that leaves makes room', () => {
  const pages = countPages({ ofPerson: 2, ofServer: 3, bytes: 100 });
  const [first, second, third] = [page(), page(), page()];
  expect([pages.enter(1, first), pages.enter(1, second), pages.enter(1, page())]).toEqual([null, null, 'ofPerson']);
  expect([pages.enter(2, third), pages.enter(2, page())]).toEqual([null, 'ofServer']);
  pages.leave(1, first);
  expect(pages.enter(2, page())).toBe(null);
  expect(pages.enter(1, page())).toBe('ofServer');
});

test('where more bytes wait than a server may hold, the pages furthest behind are cut off until a quarter is free', () => {
  const pages = countPages({ ofPerson: 9, ofServer: 9, bytes: 100 });
  const all = [page(10), page(60), page(25), page(5)];
  for (const one of all) pages.enter(1, one);
  for (const one of all) pages.sent(one);
  expect(all.map(({ isCut }) => isCut)).toEqual([false, false, false, false]);
  all[0].bufferedAmount = 20;
  pages.sent(all[0]);
  expect(all.map(({ isCut }) => isCut)).toEqual([false, true, false, false]);
});

test('what a page has read since counts no more', () => {
  const pages = countPages({ ofPerson: 9, ofServer: 9, bytes: 100 });
  const [slow, quick] = [page(40), page(60)];
  for (const one of [slow, quick]) pages.enter(1, one);
  for (const one of [slow, quick]) pages.sent(one);
  quick.bufferedAmount = 0;
  slow.bufferedAmount = 90;
  pages.sent(slow);
  expect([slow.isCut, quick.isCut]).toEqual([false, false]);
});
