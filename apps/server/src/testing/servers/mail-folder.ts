import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';

/** A letter as it lies in the folder of an installation without a mail server. */
export type KeptLetter = { file: string; head: string; text: string };

/** Letters of a data folder, oldest first. */
export function keptLetters(dataDir: string): KeptLetter[] {
  const folder = join(dataDir, 'mail');
  const read = (file: string): KeptLetter => {
    const [head, body] = readFileSync(join(folder, file), 'utf8').split('\r\n\r\n');
    return { file, head, text: Buffer.from(body, 'base64').toString('utf8') };
  };
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.eml') && !name.startsWith('.'))
      .sort()
      .map(read);
  } catch {
    return [];
  }
}

/** Does something and waits for the letter that it brings to an address. */
export async function letterAfter(dataDir: string, to: string, act: () => Promise<unknown>): Promise<KeptLetter> {
  const before = new Set(keptLetters(dataDir).map(({ file }) => file));
  await act();
  const fresh = () => keptLetters(dataDir).find(({ file, head }) => !before.has(file) && head.includes(`To: <${to}>`));
  await expect.poll(fresh, { timeout: 15_000 }).toBeTruthy();
  return fresh() as KeptLetter;
}

/** The token that a letter's link carries. */
export const tokenIn = ({ text }: KeptLetter): string => /#token=([\w-]{43})/.exec(text)?.[1] ?? '';
