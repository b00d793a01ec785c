import { z } from 'zod';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { composeLetter, type LetterKind, queueLetter } from '../../access/letters/letters.service.ts';
import { describedSpace } from '../../access/spaces/spaces.replacement.service.ts';
import { secretsOf } from '../../access/users/users.profile.service.ts';

const LETTER = 'backup.letter';

/** Queues a letter to the person whose backup is broken: nobody watches the list of scheduled backups. */
export async function reportBroken(
  services: Pick<Services, 'jobs'>,
  tx: Tx,
  to: { spaceId: number; userId: number },
  at: Date,
): Promise<void> {
  await queueLetter(services, tx, { kind: LETTER, ...to, input: { at: at.toISOString() } });
}

const letterInput = z.looseObject({ at: z.string() });

/** The letter about a broken backup. */
export function backupLetter(services: Pick<Services, 'database'>, publicUrl: string): LetterKind {
  return {
    kind: LETTER,
    async write({ userId, spaceId, input }) {
      const { at } = letterInput.parse(input);
      const person = await secretsOf({ read: (work) => services.database.read({ spaceId: null, userId }, work) }, { id: userId });
      if (person?.status !== 'active' || spaceId === null) return null;
      const { name: space } = await services.database.read({ spaceId, userId: null, system: true }, (db) => describedSpace(db, spaceId));
      const name = person.first_name || person.login;
      const link = `${publicUrl}/${spaceId}/admin`;
      return composeLetter(person.email, person.language, 'backup_broken', { name, space, link, date: at.slice(0, 10) });
    },
  };
}
