/**
 * `npm run license -- new-key <file>`, `issue --key <file> …`, `show <token>`: licences from the issuer's side. docs/licences.md tells it.
 */

import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { issueToken, makeKey, readToken } from './license-tokens.ts';

const root = resolve(import.meta.dirname, '..');
const HELP = `npm run license -- new-key <file> [--kid <name>]
npm run license -- issue --key <file> [--scope site|corporate] [--kind free|paid|nopaid] [--holder <name>]
    [--users <n>] [--estimate <n>|any] [--bim <n>|any] [--space <id>] [--installation <uuid>]
    [--from YYYY-MM-DD] [--until YYYY-MM-DD] [--app-version <n.n>] [--lid <name>]
npm run license -- show <token or file> [--trusted <kid:x>]`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: Object.fromEntries(
    'key kid lid scope kind holder users estimate bim space installation from until app-version trusted'
      .split(' ')
      .map((name) => [name, { type: 'string' as const }]),
  ),
});
const option = (name: string): string | undefined => values[name];

/** A number of people; `any` for as many as one likes. */
function people(name: string): number | null | undefined {
  const text = option(name);
  if (text === undefined || text === 'any') return text === undefined ? undefined : null;
  if (!/^\d{1,7}$/.test(text)) throw new Error(`--${name} is a number, or any.`);
  return Number(text);
}

/** The second that a day begins with in UTC, or with `end` the one after it; a moment with its time is itself. */
function day(name: string, end: boolean): number | undefined {
  const text = option(name);
  if (text === undefined) return undefined;
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return Math.floor(Date.parse(text) / 1000);
  const start = Date.parse(`${text}T00:00:00Z`);
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || Number.isNaN(start)) throw new Error(`--${name} is a day: YYYY-MM-DD.`);
  return start / 1000 + (end ? 24 * 3600 : 0);
}

function oneOf(name: string, choices: readonly string[]): string {
  const text = option(name) ?? choices[0];
  if (!choices.includes(text)) throw new Error(`--${name} is one of ${choices.join(', ')}.`);
  return text;
}

function claims(): Record<string, unknown> {
  const space = option('space');
  return {
    lid: option('lid') ?? randomUUID(),
    scope: oneOf('scope', ['site', 'corporate']),
    kind: oneOf('kind', ['paid', 'free', 'nopaid']),
    holder: option('holder'),
    paid_users: people('users'),
    estimate_users: people('estimate'),
    bim_users: people('bim'),
    space: space === undefined ? undefined : Number(space),
    installation: option('installation'),
    iat: Math.floor(Date.now() / 1000),
    nbf: day('from', false),
    exp: day('until', true),
    app_version: option('app-version'),
  };
}

async function main(): Promise<string> {
  const [command, subject = ''] = positionals;
  if (command === 'new-key' && subject) return `Trust it by GANTRY_LICENSE_PUBLIC_KEYS=${await makeKey(root, subject, option('kid'))}`;
  const key = option('key');
  if (command === 'issue' && key) return issueToken(root, key, claims());
  if (command === 'show' && subject) {
    const token = existsSync(subject) ? readFileSync(subject, 'utf8') : subject;
    return JSON.stringify(readToken(token, option('trusted')), null, 2);
  }
  throw new Error(HELP);
}

main().then(
  (answer) => console.log(answer),
  (error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  },
);
