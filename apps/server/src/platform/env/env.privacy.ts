import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { z } from 'zod';
import { errorMessage } from '../errors.ts';

/** Variables that name the privacy policy: its text, or a file; beside `policy.txt` a `policy.ru.txt` is the same in Russian. */
export const privacyVariables = {
  GANTRY_PRIVACY_POLICY: z.string().optional(),
  GANTRY_PRIVACY_POLICY_FILE: z.string().min(1).optional(),
};

const variables = z.object(privacyVariables);

/** The privacy policy that everybody accepts before they work here. */
export type PrivacyPolicy = {
  /** Another wording is another version, and asked about again. */
  version: string;
  text: string;
  /** The same in other languages, by the first part of their code. */
  translations: Record<string, string>;
};

const LANGUAGES = ['en', 'ru', 'fr'];

/** The privacy policy; null where the installation has none. */
export function readPrivacy(env: z.output<typeof variables>): PrivacyPolicy | null {
  const file = env.GANTRY_PRIVACY_POLICY_FILE;
  const text = (file === undefined ? env.GANTRY_PRIVACY_POLICY : readText(file))?.trim();
  if (!text) return null;
  const ending = file === undefined ? '' : extname(file);
  const beside = (language: string) => `${file?.slice(0, file.length - ending.length)}.${language}${ending}`;
  const translations = Object.fromEntries(
    file === undefined
      ? []
      : LANGUAGES.filter((language) => existsSync(beside(language))).map((language) => [language, readText(beside(language)).trim()]),
  );
  const version = createHash('sha256')
    .update(JSON.stringify([text, translations]))
    .digest('hex')
    .slice(0, 16);
  return { version, text, translations };
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`The environment variable GANTRY_PRIVACY_POLICY_FILE is not usable: ${errorMessage(error)}`, { cause: error });
  }
}
