import { api } from '@gantry/contract';
import type { Language } from '@gantry/domain';
import { call } from '../../lib/calls/api-client.ts';
import { chooseLanguage } from '../../lib/languages.ts';
import { readLanguage } from '../../lib/storage/client-storage.ts';
import { readFieldLanguage, saveFieldLanguage } from '../../lib/storage/field-person.ts';
import { switchLanguage } from '../../lib/texts/i18n.ts';

/** Speaks as every other page does: by choice, as the person's account says, else by the list of the installation; without a connection as last. */
export async function speakAsElsewhere(ofPerson: Language | null): Promise<void> {
  try {
    const { allowed_langs: allowed } = await call(api.system.state, {}, { quiet: true });
    const language = (!readLanguage() && ofPerson) || chooseLanguage(readLanguage(), navigator.languages, allowed);
    saveFieldLanguage(language);
    await switchLanguage(language);
  } catch {
    await speakAsLast();
  }
}

/** Speaks the language that it spoke last. */
export async function speakAsLast(): Promise<void> {
  const last = readLanguage() ?? readFieldLanguage();
  if (last) await switchLanguage(chooseLanguage(last, navigator.languages, null));
}
