import { sql } from 'kysely';
import type { Socket } from 'node:net';
import pg from 'pg';
import { sqlState } from '../errors.ts';

const MARK = '/* by key */';

/**
 * Ends a statement that finds its rows by their keys and has one text, whatever its values are: each connection keeps its plan, which is
 * half of the time that such a statement takes, most of it for the policies of the table. It is no gain where the best plan depends on
 * the values, as where versions of very different size are read.
 */
export const BY_KEY = sql`${sql.raw(MARK)}`;

/** Keys up to this number are found one by one, whatever else the tables hold. */
const FEW = 50;
/** The same for a list of keys, where it is short. */
export const byFewKeys = (keys: readonly unknown[]) => (keys.length <= FEW ? BY_KEY : sql``);

const VALUES = '/* as values */';

/** Ends a statement whose rows are answered as lists of values in the order of its columns: an object for each takes half as long again. */
export const AS_VALUES = sql`${sql.raw(VALUES)}`;

/** Each connection keeps all plans, some 50 kB each. */
const MOST_NAMES = 200;

/** The names under which connections keep statements, the same ones on each. */
export type StatementNames = {
  of(text: string): string | undefined;
  /** Whether an error comes of a name: the same work can be done again then, as the name is no longer used. */
  areToBlame(error: unknown): boolean;
};

/** SQLSTATE of what a plan can no longer answer, among other things. */
const NOT_SUPPORTED = '0A000';
/** A name that the connection does not know, or that somebody else has given on it. */
const UNKNOWN_NAME = new Set(['26000', '42P05']);

/**
 * A pooler that hands out another connection for each transaction knows none of the names: before one there are none, and where one was not
 * known of, there are none any more.
 */
export function createStatementNames(areKept = true): StatementNames {
  const names = new Map<string, string>();
  let given = 0;
  let known = areKept;
  return {
    of(text) {
      if (!text.endsWith(MARK) || !known) return undefined;
      const name = names.get(text);
      if (name !== undefined || names.size >= MOST_NAMES) return name;
      given += 1;
      names.set(text, `by_key_${given}`);
      return names.get(text);
    },
    areToBlame(error) {
      const state = sqlState(error);
      const unknown = state !== null && UNKNOWN_NAME.has(state);
      if (unknown) known = false;
      // Where the columns of a table have changed under a plan, the text gets another name.
      const stale = state === NOT_SUPPORTED && error instanceof Error && error.message.includes('cached plan');
      if (unknown || stale) names.clear();
      return unknown || stale;
    },
  };
}

/** Lets a client send by its name what has one, and answer lists of values where they are wanted. */
export function nameStatements(client: pg.Client, names: StatementNames): void {
  const { stream } = (client as pg.Client & { connection: { stream: Socket } }).connection;
  const send = (...sent: unknown[]): unknown => Reflect.apply(pg.Client.prototype.query, client, sent);
  const query = (...sent: unknown[]): unknown => {
    stream.cork();
    process.nextTick(() => stream.uncork());
    const [text, values, ...rest] = sent;
    if (typeof text !== 'string') return send(...sent);
    const name = names.of(text);
    const rowMode = text.endsWith(VALUES) ? 'array' : undefined;
    const named = name || rowMode ? [{ name, text, values, rowMode }, ...rest] : sent;
    return sent.some((part) => typeof part === 'function') ? send(...named) : answerOf((done) => send(...named, done));
  };
  Object.assign(client, { query });
}

/**
 * The answer to a statement. A promise that pg makes itself keeps the statement's text, rows and answer past minor collections: once one
 * statement of a loop is in the old generation, all later ones stay until a major collection. One made around a callback keeps nothing.
 */
function answerOf(send: (done: (error: Error | null, answer?: unknown) => void) => void): Promise<unknown> {
  return new Promise((resolve, reject) => {
    send((error, answer) => (error ? reject(error) : resolve(answer)));
  }).catch((error: Error) => {
    // pg creates the error while it reads from the socket, so its stack does not name the caller. This call adds the frames of the caller.
    Error.captureStackTrace(error);
    throw error;
  });
}
