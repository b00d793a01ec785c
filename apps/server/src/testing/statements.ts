import pg from 'pg';

/** `transaction`: what was sent by one connection since it began one. */
type Sent = { text: string; values: readonly unknown[]; transaction: object };

/** A beat of the listening connection belongs to no work, and a look for jobs that wait none that a test waits for. */
const isBeat = (text: string): boolean => text === `select pg_notify($1, '')`;
const isLookForJobs = (text: string): boolean => /with recursive place|substr\(holder/.test(text);

function ofWork(sent: readonly Sent[]): Sent[] {
  const aside = new Set(sent.filter(({ text }) => isLookForJobs(text)).map(({ transaction }) => transaction));
  return sent.filter(({ text, transaction }) => !isBeat(text) && !aside.has(transaction));
}

/** Statements that the server sends while some work goes on, which sees those sent so far. Those of the tests themselves go past it. */
export async function statementsOf(work: (sent: readonly string[]) => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const queries: Sent[] = [];
  await recorded(
    () => work(statements),
    (query) => {
      statements.push(query.text);
      queries.push(query);
    },
  );
  return ofWork(queries).map(({ text }) => text);
}

/** The same with the values of each statement. */
export async function queriesOf(work: () => Promise<unknown>): Promise<Sent[]> {
  const queries: Sent[] = [];
  await recorded(work, (query) => queries.push(query));
  return ofWork(queries);
}

async function recorded(work: () => Promise<unknown>, note: (query: Sent) => void): Promise<void> {
  const { query } = pg.Client.prototype;
  const transactions = new WeakMap<pg.Client, object>();
  const record = function (this: pg.Client, ...sent: unknown[]) {
    const [first, second] = sent as [string | { text: string; values?: unknown[] }, unknown];
    const text = typeof first === 'string' ? first : first.text;
    const values = typeof first === 'string' ? (Array.isArray(second) ? second : []) : (first.values ?? []);
    const isBegun = !transactions.has(this) || /^(begin|start transaction)\b/i.test(text);
    const transaction = isBegun ? {} : (transactions.get(this) ?? {});
    transactions.set(this, transaction);
    note({ text, values, transaction });
    return Reflect.apply(query, this, sent) as unknown;
  };
  Object.assign(pg.Client.prototype, { query: record });
  try {
    await work();
  } finally {
    Object.assign(pg.Client.prototype, { query });
  }
}
