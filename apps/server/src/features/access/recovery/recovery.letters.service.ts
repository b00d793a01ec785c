import type { Services } from '../../../platform/context.ts';
import { hashOf, newToken } from '../auth/auth.service.ts';
import { composeLetter, type LetterKind } from '../letters/letters.service.ts';
import { secretsOf } from '../users/users.profile.service.ts';
import { saveReset } from './recovery.repository.ts';
import { LINK_MINUTES } from './recovery.rules.ts';

/** The names that letters of this feature are queued under. */
export const RESET_LETTER = 'recovery.reset';
export const RESTORED_LETTER = 'recovery.restored';

type Needs = Pick<Services, 'database'>;

const personOf = async ({ database }: Needs, userId: number) => {
  const found = await secretsOf({ read: (work) => database.read({ spaceId: null, userId }, work) }, { id: userId });
  return found?.status === 'active' ? found : null;
};

/** The letter with a link that sets a new password. Its time begins when it is written, so one that leaves late still works. */
export function resetLetter(services: Needs, publicUrl: string): LetterKind {
  return {
    kind: RESET_LETTER,
    async write({ userId }) {
      const person = await personOf(services, userId);
      if (!person) return null;
      const token = newToken();
      await services.database.write({ spaceId: null, userId }, (tx) =>
        saveReset(tx, {
          token_hash: hashOf(token),
          user_id: userId,
          credentials_revision: person.credentials_revision,
          minutes: LINK_MINUTES,
        }),
      );
      // Behind the number sign the token stays in the browser: no server, proxy or page that is linked to sees it.
      const link = `${publicUrl}/auth/reset-password#token=${token}`;
      return composeLetter(person.email, person.language, 'reset', {
        name: person.first_name,
        login: person.login,
        link,
        minutes: String(LINK_MINUTES),
      });
    },
  };
}

/** Notifies a person that their security question opened the account. */
export function restoredLetter(services: Needs): LetterKind {
  return {
    kind: RESTORED_LETTER,
    async write({ userId }) {
      const person = await personOf(services, userId);
      return person && composeLetter(person.email, person.language, 'restored', { name: person.first_name });
    },
  };
}
