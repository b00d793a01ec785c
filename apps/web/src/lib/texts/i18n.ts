import type { Language } from '@gantry/domain';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { setApiLanguage } from '../calls/api-client.ts';
import { formatCount, parseNumberForm, setNumberForm } from '../numbers.ts';
import { readNumberForm } from '../storage/client-storage.ts';

type Texts = Record<string, string>;

/** Each language is a chunk of its own; English is always there because what is missing falls back to it, key by key. */
const LOADERS: Record<Language, () => Promise<{ texts: Texts }>> = {
  'en-US': () => import('./texts-en.ts'),
  ru: () => import('./texts-ru.ts'),
  fr: () => import('./texts-fr.ts'),
};

async function load(language: Language): Promise<void> {
  if (i18next.hasResourceBundle(language, 'translation')) return;
  const { texts } = await LOADERS[language]();
  i18next.addResourceBundle(language, 'translation', texts);
}

/** Counts are grouped as every other number; what else a text names comes as it is to be written. */
const writeCount = (value: unknown, _format?: string, _language?: string, options?: { interpolationkey?: string }): unknown =>
  options?.interpolationkey === 'count' && typeof value === 'number' && Number.isInteger(value) ? formatCount(value) : value;

/** Starts translation in a language. */
export async function startI18n(language: Language): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en-US',
    resources: {},
    partialBundledLanguages: true,
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false, alwaysFormat: true },
    react: { useSuspense: false },
  });
  Object.assign(i18next.services.interpolator, { format: writeCount });
  await load('en-US');
  await switchLanguage(language);
}

/** Switches every text of the page. */
export async function switchLanguage(language: Language): Promise<void> {
  await load(language);
  await i18next.changeLanguage(language);
  setApiLanguage(language);
  if (typeof localStorage !== 'undefined') setNumberForm(parseNumberForm(readNumberForm()), language);
  if (typeof document !== 'undefined') document.documentElement.lang = language;
}

export const currentLanguage = (): Language => (i18next.language ?? 'en-US') as Language;

/** A text outside of components. */
export const translate = (key: string, values?: Record<string, unknown>): string => i18next.t(key, values ?? {});

/** Whether a text exists, in the language or in English. */
export const hasText = (key: string): boolean => i18next.exists(key);
