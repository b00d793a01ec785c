import type { FieldReport, FieldRow, Verdict } from '@gantry/contract';
import { describe, expect, test } from 'vitest';
import {
  amountForShare,
  daysUnsent,
  flush,
  photosRefused,
  type Queued,
  type QueueStore,
  type Transport,
} from './day-entries.queue.model.ts';

const WHO = { userId: 3, spaceId: 1 };
const report = (id: string): FieldReport => ({ id, schedule_id: 5, row_id: 7, day: '2026-03-02', measure: 'volume', amount: 1 });
const queued = (id: string, more: Partial<Queued> = {}): Queued => ({
  id,
  ...WHO,
  at: Number(id),
  rowName: 'Pour',
  versionId: 9,
  report: report(id),
  photos: [],
  state: 'waiting',
  verdict: null,
  ...more,
});

/** What stays when a page is killed: copies, as a browser keeps them. */
function phone(items: readonly Queued[]): QueueStore & { kept: Map<string, Queued> } {
  const kept = new Map(items.map((item) => [item.id, structuredClone(item)]));
  return {
    kept,
    all: async () => [...kept.values()].map((item) => structuredClone(item)),
    put: async (item) => void kept.set(item.id, structuredClone(item)),
    remove: async (id) => void kept.delete(id),
  };
}

/** The same chance each time. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

class Cut extends Error {}

describe('the queue of a phone', () => {
  test.each([1, 2, 3])('through 50 cuts, kills and double sends loses none of 100 reports and doubles none (%i)', async (seed) => {
    const next = chance(seed);
    const store = phone(
      Array.from({ length: 100 }, (_, at) =>
        queued(String(at), { photos: [{ id: `p${at}`, name: 'a.jpg', blob: new Blob(), sent: false }] }),
      ),
    );
    const took = new Map<string, number>();
    const photos = new Map<string, number>();
    let cuts = 50;
    let left = 1;
    /** The line is cut, or the page killed: before the server hears, after it has heard, or before the phone has written it down. */
    const cut = (): void => {
      left -= 1;
      if (cuts === 0 || left > 0) return;
      left = 1 + Math.floor(next() * 9);
      cuts -= 1;
      throw new Cut();
    };
    const transport: Transport = {
      async photo(_item, { id }) {
        cut();
        photos.set(id, (photos.get(id) ?? 0) + 1);
        cut();
        return null;
      },
      async reports(_space, reports) {
        cut();
        const verdicts = reports.map(({ id }): Verdict => {
          // The server counts a number once and says the same again.
          took.set(id, took.get(id) ?? 1);
          return { id, state: 'accepted', code: null, parameters: {}, reason: null, fact: 1 };
        });
        cut();
        // An answer may hold verdicts of some alone.
        return verdicts.filter(() => cuts === 0 || next() < 0.9);
      },
    };
    // A kill loses what the page had in memory and nothing of what the store has.
    const killed: QueueStore = {
      ...store,
      put: async (item) => {
        cut();
        await store.put(item);
      },
    };
    for (let turn = 0; turn < 400 && [...store.kept.values()].some(({ state }) => state === 'waiting'); turn += 1) {
      const sends = [flush(killed, transport, WHO, 1000)];
      // Two pages of one browser send at once.
      if (next() < 0.3) sends.push(flush(killed, transport, WHO, 1000));
      for (const one of await Promise.allSettled(sends)) if (one.status === 'rejected' && !(one.reason instanceof Cut)) throw one.reason;
    }
    expect(cuts).toBe(0);
    expect([...store.kept.values()].map(({ state }) => state)).toEqual(Array(100).fill('accepted'));
    expect([...took.values()]).toEqual(Array(100).fill(1));
    expect(photos.size).toBe(100);
  });

  test('sends photos before their report, and nothing of another person', async () => {
    const store = phone([queued('1', { photos: [{ id: 'p', name: 'a', blob: new Blob(), sent: false }] }), queued('2', { userId: 4 })]);
    const stated: string[] = [];
    await flush(
      store,
      {
        photo: async (_item, { id }) => {
          stated.push(id);
          return null;
        },
        reports: async (_space, reports) => {
          stated.push(...reports.map(({ id }) => id));
          return [];
        },
      },
      WHO,
      1000,
    );
    expect(stated).toEqual(['p', '1']);
    // Without a verdict it stays.
    expect(store.kept.get('1')).toMatchObject({ state: 'waiting', photos: [{ sent: true }] });
  });

  test('sends a report whose photo is never taken, and those of other works, and says why the photo was not', async () => {
    const photo = { id: 'p', name: 'a.jpg', blob: new Blob(), sent: false };
    const store = phone([queued('1', { photos: [photo] }), queued('2')]);
    const refused = { code: 'storage.quota_exceeded', parameters: {} };
    const reports: Transport['reports'] = async (_space, sent) =>
      sent.map(({ id }) => ({ id, state: 'accepted', code: null, parameters: {}, reason: null, fact: 1 }));
    await flush(store, { photo: async () => refused, reports }, WHO, 1000);
    expect([...store.kept.values()].map(({ state }) => state)).toEqual(['accepted', 'accepted']);
    expect(photosRefused([...store.kept.values()])).toMatchObject([{ item: { id: '1' }, photo: { name: 'a.jpg', refused } }]);
  });

  test('asks again about what awaits a decision, and forgets what has counted for two weeks', async () => {
    const old = 15 * 86_400_000;
    const store = phone([queued('1', { state: 'pending' }), queued('2', { state: 'accepted' }), queued('3', { state: 'refused' })]);
    const asked: string[] = [];
    await flush(
      store,
      {
        photo: async () => null,
        reports: async (_space, reports) => {
          asked.push(...reports.map(({ id }) => id));
          return [{ id: '1', state: 'declined', code: null, parameters: {}, reason: 'No', fact: null }];
        },
      },
      WHO,
      old,
    );
    expect(asked).toEqual(['1']);
    expect([...store.kept.values()].map(({ id, state }) => [id, state])).toEqual([
      ['1', 'declined'],
      ['3', 'refused'],
    ]);
    expect(daysUnsent([queued('1')], old)).toBe(14);
  });
});

test('a share of the whole work is what is left of it for the day', () => {
  const row = { measure: 'volume', total: 200, done: 90 } as FieldRow;
  // 90 are done, 10 of them by the person today.
  expect(amountForShare(row, 50, 10)).toBe(20);
  expect(amountForShare(row, 25, 10)).toBe(0);
  expect(amountForShare({ ...row, measure: 'percent' }, 75, 0)).toBe(75);
});
