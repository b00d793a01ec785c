import { api } from '@gantry/contract';
import { LANGUAGES, type Language } from '@gantry/domain';
import { call } from '../../../lib/calls/api-client.ts';
import { saveLanguage } from '../../../lib/storage/client-storage.ts';
import { switchLanguage } from '../../../lib/texts/i18n.ts';
import { isSignedIn } from '../auth/auth.queries.ts';
import { useSystemState } from '../system/system.queries.ts';

/** Changes the language of the page and remembers it, on the server too where somebody has signed in. */
export async function chooseLanguageByHand(language: Language): Promise<void> {
  saveLanguage(language);
  await switchLanguage(language);
  if (isSignedIn()) await call(api.localization.choose, { params: { id: language } }, { quiet: true }).catch(() => {});
}

/** Languages that this installation offers. */
export function useLanguages(): Language[] {
  const allowed = useSystemState()?.allowed_langs;
  return LANGUAGES.filter((language) => !allowed || allowed.includes(language));
}
