import fs from 'node:fs/promises';
import path from 'node:path';

/** What of a data folder is kept beside the database. */
export const BESIDE = ['files', 'keys'];

/** A change of a folder so soon before it was read may not show in its time: it is read again. */
const SETTLED_MS = 2000;

/** When each folder was changed last before it was read whole and nothing of it was missing. */
export type Seen = Record<string, number>;

/**
 * Copies files and keys of a data folder that are not there yet. Answers how many were copied, and what was seen: files of a folder that
 * has not changed since are not looked at.
 */
export async function copyBeside(dataDir: string, folder: string, seen: Seen = {}): Promise<{ copied: number; seen: Seen }> {
  let copied = 0;
  const now: Seen = {};
  for (const part of BESIDE) {
    const [from, to] = [path.join(dataDir, part), path.join(folder, part)];
    await fs.mkdir(to, { recursive: true, mode: 0o700 });
    const changed = [await changeOf(from), await changeOf(to)];
    const began = Date.now();
    // A key may be replaced under its name; there are few of them.
    if (part === 'files' && seen[from] === changed[0] && seen[to] === changed[1]) {
      Object.assign(now, { [from]: changed[0], [to]: changed[1] });
      continue;
    }
    const done = await copyMissing(part, from, to);
    copied += done.copied;
    if (!done.missing && Math.max(...changed) < began - SETTLED_MS) Object.assign(now, { [from]: changed[0], [to]: changed[1] });
  }
  return { copied, seen: now };
}

const changeOf = (folder: string): Promise<number> =>
  fs.stat(folder).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );

async function copyMissing(part: string, from: string, to: string): Promise<{ missing: number; copied: number }> {
  let [missing, copied] = [0, 0];
  const known = new Set<string>();
  for await (const { name } of await fs.opendir(to, { bufferSize: 1000 })) known.add(name);
  const names = await fs.opendir(from, { bufferSize: 1000 }).catch(() => []);
  for await (const { name } of names) {
    const target = path.join(to, name);
    // A file never changes under its name; a key may have been replaced.
    if (known.has(name) && (part === 'files' || (await isSame(path.join(from, name), target)))) continue;
    missing++;
    // A file that goes while it is copied is no loss; one half copied never bears its name.
    const done = await fs.copyFile(path.join(from, name), `${target}.unfinished`).then(
      () => true,
      () => false,
    );
    if (!done) continue;
    await fs.rename(`${target}.unfinished`, target);
    copied++;
  }
  return { missing, copied };
}

const isSame = async (one: string, other: string): Promise<boolean> => (await fs.readFile(one)).equals(await fs.readFile(other));
