/** What a browser keeps between visits of what was not sent: in IndexedDB, or in memory where it gives none, as in a private window of some. */

/** Something that a person did while no server answered. `n` is its place in the order. */
export type OutboxEntry = {
  n: number;
  /** Whose it is: nobody else of this browser sees or sends it. */
  owner: string;
  spaceId: number;
  /** What is to be done, by whom it is sent, and about what. */
  kind: string;
  about: string;
  args: unknown;
  /** The same each time that it is sent. */
  key: string;
  at: number;
  /** Why the server refused it; null while it waits. */
  refusal: { code: string; parameters: Record<string, unknown> } | null;
};

export type OutboxStore = {
  list(): Promise<OutboxEntry[]>;
  add(entry: Omit<OutboxEntry, 'n'>): Promise<void>;
  put(entry: OutboxEntry): Promise<void>;
  remove(n: number): Promise<void>;
};

const DATABASE = 'gantry-outbox';
const TABLE = 'entries';

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the browser keeps nothing'));
  });

async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(TABLE, { keyPath: 'n', autoIncrement: true });
  return answerOf(request);
}

/** The store of this browser. */
export async function openOutboxStore(): Promise<OutboxStore> {
  const database = await open().catch(() => null);
  if (!database) return memoryStore();
  const run = <T>(mode: IDBTransactionMode, act: (table: IDBObjectStore) => IDBRequest<T>): Promise<T> =>
    answerOf(act(database.transaction(TABLE, mode).objectStore(TABLE)));
  return {
    list: () => run<OutboxEntry[]>('readonly', (table) => table.getAll()),
    add: async (entry) => void (await run('readwrite', (table) => table.add(entry))),
    put: async (entry) => void (await run('readwrite', (table) => table.put(entry))),
    remove: (n) => run('readwrite', (table) => table.delete(n)),
  };
}

function memoryStore(): OutboxStore {
  let entries: OutboxEntry[] = [];
  let last = 0;
  return {
    list: async () => entries,
    add: async (entry) => {
      last += 1;
      entries = [...entries, { ...entry, n: last }];
    },
    put: async (entry) => {
      entries = entries.map((one) => (one.n === entry.n ? entry : one));
    },
    remove: async (n) => {
      entries = entries.filter((one) => one.n !== n);
    },
  };
}
