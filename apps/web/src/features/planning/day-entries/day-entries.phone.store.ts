import type { FieldRow } from '@gantry/contract';
import type { Queued, QueueStore } from './day-entries.queue.model.ts';

/** Works of a person as they were last read, so that they are there without a connection. */
export type KeptWork = { key: string; from: string; rows: FieldRow[]; more?: boolean; at: number };

const NAME = 'gantry-field';
const VERSION = 1;

let opened: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore('queue', { keyPath: 'id' });
      request.result.createObjectStore('work', { keyPath: 'key' });
    });
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('the storage of the browser is closed')));
  });
  return opened;
}

/** One question of the storage; a write is on the disk when it answers. */
async function ask<R>(store: 'queue' | 'work', mode: IDBTransactionMode, question: (store: IDBObjectStore) => IDBRequest<R>): Promise<R> {
  const transaction = (await open()).transaction(store, mode, { durability: 'strict' });
  const request = question(transaction.objectStore(store));
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve(request.result));
    transaction.addEventListener('error', () => reject(transaction.error ?? new Error('the storage of the browser refused')));
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('the storage of the browser is full')));
  });
}

/** Reports that this browser keeps. */
export const phoneQueue: QueueStore = {
  all: () => ask('queue', 'readonly', (store) => store.getAll() as IDBRequest<Queued[]>),
  put: async (item) => void (await ask('queue', 'readwrite', (store) => store.put(item))),
  async remove(id) {
    await ask('queue', 'readwrite', (store) => store.delete(id));
  },
};

export const keepWork = async (work: KeptWork): Promise<void> => void (await ask('work', 'readwrite', (store) => store.put(work)));
export const readWork = async (key: string): Promise<KeptWork | null> =>
  (await ask('work', 'readonly', (store) => store.get(key) as IDBRequest<KeptWork | undefined>)) ?? null;
