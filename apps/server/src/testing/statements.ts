import pg from 'pg';

type Sent = { text: string; values: readonly unknown[] };

/** A beat of the listening connection belongs to no work. */
const isOfWork = (text: string): boolean => text !== `select pg_notify($1, '')`;

/** Statements that the server sends while some work goes on, which sees those sent so far. Those of the tests themselves go past it. */
export async function statementsOf(work: (sent: readonly string[]) => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  await recorded(
    () => work(statements),
    ({ text }) => statements.push(text),
  );
  return statements.filter(isOfWork);
}

/** The same with the values of each statement. */
export async function queriesOf(work: () => Promise<unknown>): Promise<Sent[]> {
  const queries: Sent[] = [];
  await recorded(work, (query) => queries.push(query));
  return queries.filter(({ text }) => isOfWork(text));
}

async function recorded(work: () => Promise<unknown>, note: (query: Sent) => void): Promise<void> {
  const { query } = pg.Client.prototype;
  const record = function (this: pg.Client, ...sent: unknown[]) {
    const [first, second] = sent as [string | { text: string; values?: unknown[] }, unknown];
    if (typeof first === 'string') note({ text: first, values: Array.isArray(second) ? second : [] });
    else note({ text: first.text, values: first.values ?? [] });
    return Reflect.apply(query, this, sent) as unknown;
  };
  Object.assign(pg.Client.prototype, { query: record });
  try {
    await work();
  } finally {
    Object.assign(pg.Client.prototype, { query });
  }
}
