import { LANGUAGES, type Language } from '@gantry/domain';

/** Names of the languages, each in its own. */
export const LANGUAGE_NAMES: Record<Language, string> = { 'en-US': 'English', ru: 'Русский', fr: 'Français' };

/**
 * Which language a page starts in: the one used last, then the browser's against the list of the installation, then the first of
 * that list, then English. Without a list: Russian where the browser is Russian, else English.
 */
export function chooseLanguage(stored: string | null, browser: readonly string[], allowed: readonly string[] | null): Language {
  const list = allowed ? LANGUAGES.filter((language) => allowed.includes(language)) : null;
  const last = LANGUAGES.find((language) => language === stored);
  if (last && (!list || list.includes(last))) return last;
  if (!list) return /^ru(-ru)?$/i.test(browser[0] ?? '') ? 'ru' : 'en-US';
  for (const wanted of browser) {
    const exact = list.find((language) => language.toLowerCase() === wanted.toLowerCase());
    const related = exact ?? list.find((language) => primary(language) === primary(wanted));
    if (related) return related;
  }
  return LANGUAGES.find((language) => language === allowed?.[0]) ?? 'en-US';
}

function primary(language: string): string {
  return language.toLowerCase().split('-')[0];
}
