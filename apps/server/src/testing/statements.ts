import pg from 'pg';

/** Statements that the server sends while some work goes on, which sees those sent so far. Those of the tests themselves go past it. */
export async function statementsOf(work: (sent: readonly string[]) => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const { query } = pg.Client.prototype;
  const record = function (this: pg.Client, ...sent: unknown[]) {
    const [first] = sent as [string | { text: string }];
    statements.push(typeof first === 'string' ? first : first.text);
    return Reflect.apply(query, this, sent) as unknown;
  };
  Object.assign(pg.Client.prototype, { query: record });
  try {
    await work(statements);
  } finally {
    Object.assign(pg.Client.prototype, { query });
  }
  // A beat of the listening connection belongs to no work.
  return statements.filter((text) => text !== `select pg_notify($1, '')`);
}
