import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { atMost } from './http/turns.ts';

const hash = promisify(argon2);
/** OWASP's minimum for Argon2id; KiB, passes, lanes. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
/** A hash occupies a core for about 50 ms: more at once would starve all other work. */
const AT_ONCE = 2;

const gated = atMost(AT_ONCE);

let computed = 0;

/** The number of hashes computed: tests count them instead of measuring the timing that an attacker would. */
export const hashesComputed = (): number => computed;

const tagOf = (secret: string, nonce: Buffer, cost: typeof COST) => {
  computed += 1;
  return gated(() => hash('argon2id', { message: Buffer.from(secret.normalize('NFKC')), nonce, ...cost }) as Promise<Buffer>);
};

/** Hashes a password or an answer, as a PHC string. */
export async function hashSecret(secret: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await tagOf(secret, nonce, COST);
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${nonce.toString('base64url')}$${tag.toString('base64url')}`;
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/;
const NOBODY = await hashSecret(randomBytes(32).toString('hex'));

/** Compares a secret with its hash; without a hash it takes the same time. */
export async function matchesSecret(secret: string, stored: string | null): Promise<boolean> {
  const match = PHC.exec(stored ?? NOBODY);
  if (!match) return false;
  const expected = Buffer.from(match[5], 'base64url');
  const cost = { memory: Number(match[1]), passes: Number(match[2]), parallelism: Number(match[3]), tagLength: expected.length };
  const tag = await tagOf(secret, Buffer.from(match[4], 'base64url'), cost);
  return timingSafeEqual(tag, expected) && stored !== null;
}
