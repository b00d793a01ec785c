/** Notes every statement that the server's tests send, once each, so that another release of PostgreSQL can be asked about them. */

import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll } from 'vitest';

const folder = process.env['GANTRY_TEST_STATEMENTS'];

/** Set once a process: files of tests share the modules of their worker. */
const NOTED = Symbol.for('gantry.test.statements');
type Noted = { known: Set<string>; fresh: string[] };

if (folder) {
  const noted = ((globalThis as { [NOTED]?: Noted })[NOTED] ??= observe());
  afterAll(() => {
    if (noted.fresh.length === 0) return;
    mkdirSync(folder, { recursive: true });
    appendFileSync(
      join(folder, `${process.pid}.jsonl`),
      noted.fresh
        .splice(0)
        .map((text) => `${JSON.stringify(text)}\n`)
        .join(''),
    );
  });
}

function observe(): Noted {
  const noted: Noted = { known: new Set(), fresh: [] };
  const send = pg.Client.prototype.query;
  pg.Client.prototype.query = function query(this: pg.Client, ...args: unknown[]) {
    const [first] = args as [string | { text?: unknown } | undefined];
    const text = typeof first === 'string' ? first : first?.text;
    if (typeof text === 'string' && !noted.known.has(text)) {
      noted.known.add(text);
      noted.fresh.push(text);
    }
    return Reflect.apply(send, this, args);
  } as typeof send;
  return noted;
}
