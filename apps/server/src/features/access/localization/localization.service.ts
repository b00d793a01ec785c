import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '@gantry/domain';

const FOLDER = join(import.meta.dirname, '../../../../../../packages/locales');
const FOLDER_OF: Record<Language, string> = { 'en-US': 'en', ru: 'ru', fr: 'fr' };

/** Names of the languages, each in itself. */
export const LANGUAGE_NAMES: Record<Language, string> = { 'en-US': 'English', ru: 'Русский', fr: 'Français' };

const read = (language: Language): Record<string, string> =>
  Object.assign(
    {},
    ...readdirSync(join(FOLDER, FOLDER_OF[language]))
      .filter((file) => file.endsWith('.json'))
      .map((file) => JSON.parse(readFileSync(join(FOLDER, FOLDER_OF[language], file), 'utf8')) as Record<string, string>),
  );

const cache = new Map<Language, Record<string, string>>();

/** All texts of a language, key by key falling back to English. */
export function textsOf(language: Language): Record<string, string> {
  let texts = cache.get(language);
  if (!texts) cache.set(language, (texts = { ...read('en-US'), ...read(language) }));
  return texts;
}
