import { createPublicKey } from 'node:crypto';
import { z } from 'zod';

/** The first line of a file that holds one backup; docs/backup-format.md says the rest. */
export const FILE_SIGN = 'GANTRY-SPACE 1\n';
/** An object in a file: 64 signs of its id, its bytes as a number of 32 bits, the bytes. An id of zeros ends the file. */
export const [ID_SIGNS, LENGTH_BYTES] = [64, 4];
export const END_ID = '0'.repeat(ID_SIGNS);
/** No head and no object is longer, whatever a file claims. */
export const [MOST_HEAD_BYTES, MOST_OBJECT_BYTES] = [64 * 1024, 72 * 1024 * 1024];

const base64 = z
  .string()
  .max(2000)
  .regex(/^[A-Za-z0-9+/]+=*$/);

/** What the second line says; all of it but the form is checked against the manifest, which only the code opens. */
export const fileHead = z.object({
  format: z.literal(1),
  program: z.string().max(100),
  space: z.string().max(500),
  at: z.string().max(40),
  salt: base64,
  /** The key of the objects, locked with the code. */
  key: base64,
  /** Of the installation that made the backup, by which it signed the manifest. */
  public_key: base64,
  manifest: z.string().regex(/^[0-9a-f]{64}$/),
});
export type FileHead = z.output<typeof fileHead>;

/** What lies in the clear beside the objects of a space once there is a code: by it the code opens them where no database names them. */
export const repositoryHead = z.object({
  format: z.literal(1),
  salt: base64,
  key: base64,
  /** Of the installation, which signed each manifest with one of them. */
  public_keys: z.array(base64).min(1),
  /** The newest first. */
  backups: z.array(z.object({ at: z.string(), manifest: z.string().regex(/^[0-9a-f]{64}$/) })),
});
export type RepositoryHead = z.output<typeof repositoryHead>;

/** Whether something is a key that signatures of manifests are checked by. */
export function isPublicKey(text: string): boolean {
  try {
    return createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' }).asymmetricKeyType === 'ed25519';
  } catch {
    return false;
  }
}

/** Letters and digits that are not mistaken for each other. */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const [CODE_SIGNS, GROUP] = [25, 5];

/** A code of 125 bits in groups that people can copy by hand. */
export function codeOf(random: Buffer): string {
  const signs = Array.from(random.subarray(0, CODE_SIGNS), (byte) => SIGNS[byte % SIGNS.length]).join('');
  return signs.match(new RegExp(`.{${GROUP}}`, 'g'))?.join('-') ?? signs;
}

/** A code as it was typed, without what tells nothing: case, spaces, dashes, and signs that look alike. */
export const plainCode = (typed: string): string =>
  typed
    .toUpperCase()
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
    .replaceAll(/[^0-9A-Z]/g, '');
