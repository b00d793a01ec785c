/** Keys and tokens of licences, for whoever issues them: Ed25519 by Node alone, apart from what the server checks them with. */

import { createPrivateKey, createPublicKey, generateKeyPairSync, randomUUID, sign, verify } from 'node:crypto';
import { existsSync, realpathSync, statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';

const TYPE = 'license+jwt';
const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const read = (text: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as Record<string, unknown>;

type KeyFile = { kid: string; kty: 'OKP'; crv: 'Ed25519'; x: string; d: string };

/** Refuses a path inside a folder: a private key in the repository is one commit away from everybody. */
export function refuseInside(root: string, path: string): void {
  let folder = dirname(resolve(path));
  while (!existsSync(folder)) folder = dirname(folder);
  const way = relative(realpathSync(root), realpathSync(folder));
  if (!way.startsWith('..') && way !== resolve(way)) throw new Error(`${path} lies in the repository: keep private keys elsewhere.`);
}

/** Makes a key pair; the private key goes into a new file that its owner alone reads. Answers `kid:x`, which servers are told to trust. */
export async function makeKey(root: string, path: string, kid: string = randomUUID().slice(0, 8)): Promise<string> {
  refuseInside(root, path);
  if (!/^[\w.-]{1,64}$/.test(kid)) throw new Error('The name of a key has letters, digits, dots and dashes.');
  const { kty, crv, x, d } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  await writeFile(path, `${JSON.stringify({ kid, kty, crv, x, d })}\n`, { mode: 0o600, flag: 'wx' });
  return `${kid}:${x}`;
}

async function readKey(root: string, path: string): Promise<KeyFile> {
  refuseInside(root, path);
  if (statSync(path).mode & 0o077) throw new Error(`${path} can be read by others: chmod 600 it, and think about who has.`);
  return JSON.parse(await readFile(path, 'utf8')) as KeyFile;
}

/** Signs what a licence says. */
export async function issueToken(root: string, keyPath: string, claims: Record<string, unknown>): Promise<string> {
  const key = await readKey(root, keyPath);
  const body = `${part({ alg: 'EdDSA', typ: TYPE, kid: key.kid })}.${part(claims)}`;
  return `${body}.${sign(null, Buffer.from(body), createPrivateKey({ key, format: 'jwk' })).toString('base64url')}`;
}

/** What a token says, and whether the key `kid:x` has signed it; null where none is given. */
export function readToken(
  token: string,
  trusted: string | undefined,
): { header: unknown; claims: Record<string, unknown>; signed: boolean | null } {
  const [header, claims, signature = ''] = token.trim().split('.');
  const x = trusted?.slice(trusted.indexOf(':') + 1);
  const key = x === undefined ? null : createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return {
    header: read(header),
    claims: read(claims),
    signed: key && verify(null, Buffer.from(`${header}.${claims}`), key, Buffer.from(signature, 'base64url')),
  };
}
