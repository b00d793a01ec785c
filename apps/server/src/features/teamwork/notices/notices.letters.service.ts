import { type Language, noticeWords } from '@gantry/domain';
import type { Services } from '../../../platform/context.ts';
import { startEvery } from '../../../platform/jobs/every.ts';
import { composeLetter, filled, type LetterKind, queueLetter } from '../../access/letters/letters.service.ts';
import { textsOf } from '../../access/localization/localization.service.ts';
import { secretsOf } from '../../access/users/users.profile.service.ts';
import { findLetterSpace, listWaiting, takeForLetter, unsubscribeKeyOf, type Waiting } from './notices.letters.repository.ts';
import { type LetterTimes, sortWaiting } from './notices.letters.rules.ts';
import { listNoticesOf, type Mine } from './notices.repository.ts';
import { readableNodes } from './notices.service.ts';

const LETTER = 'notices.letter';
export const TEST_LETTER = 'notices.test';
/** Lines of a letter; of what is beyond them it says how much. */
const MOST_LINES = 50;
const LOOK_EVERY_MS = 30_000;
const SYSTEM = { spaceId: null, userId: null, system: true };

type Needs = Pick<Services, 'database' | 'jobs' | 'mail' | 'log' | 'now'>;

const timesOf = ({ space_zone, time_zone, mail, hour, quiet_from, quiet_to }: Waiting): LetterTimes => ({
  zone: time_zone ?? space_zone,
  mail,
  hour,
  quiet: quiet_from === null || quiet_to === null ? null : { from: quiet_from, to: quiet_to },
});

/** Queues the letters that are due now, one a person and space. Answers how many. */
export async function queueDueLetters(services: Needs): Promise<number> {
  let queued = 0;
  for (const waiting of await services.database.read(SYSTEM, listWaiting)) {
    const key: Mine = { spaceId: waiting.space_id, userId: waiting.user_id };
    const kinds = waiting.kinds.map(({ kind, oldest }) => ({ kind, oldest: new Date(oldest) }));
    const deaf = waiting.mail_off || !waiting.active || !services.mail.delivers;
    const { due, never } = sortWaiting(kinds, timesOf(waiting), services.now());
    const settled = deaf ? kinds.map(({ kind }) => kind) : never;
    if (!settled.length && !due.length) continue;
    queued += await services.database.write(key, async (tx) => {
      // What is not to be mailed now is not mailed when somebody changes their mind later.
      if (settled.length) await takeForLetter(tx, key, settled);
      const ids = deaf || !due.length ? [] : await takeForLetter(tx, key, due);
      if (!ids.length) return 0;
      await queueLetter(services, tx, { kind: LETTER, ...key, input: { ids: ids.slice(0, MOST_LINES), more: ids.length - MOST_LINES } });
      return 1;
    });
  }
  return queued;
}

/** Looks for letters that are due at intervals; the returned function stops the timer. */
export const startNoticeLetters = (services: Needs): (() => void) =>
  startEvery(services.log, 'notices.letters', LOOK_EVERY_MS, () => queueDueLetters(services));

async function receiver({ database }: Pick<Services, 'database'>, { spaceId, userId }: Mine) {
  const person = await secretsOf({ read: (work) => database.read({ spaceId: null, userId }, work) }, { id: userId });
  const space = await database.read({ spaceId, userId }, (db) => findLetterSpace(db, spaceId));
  return person?.status === 'active' && space ? { person, space } : null;
}

/** The letter of what concerns a person: what they have not looked at and may still read, in their language. */
export function noticesLetter(services: Pick<Services, 'database'>, publicUrl: string): LetterKind {
  return {
    kind: LETTER,
    async write({ userId, spaceId, input }) {
      const key = { spaceId: spaceId ?? 0, userId };
      const found = await receiver(services, key);
      if (!found) return null;
      const { person, space } = found;
      const ids = input['ids'] as number[];
      const { rows, unsubscribeKey } = await services.database.write(key, async (tx) => {
        const waiting = (await listNoticesOf(tx, key, ids)).filter(({ checked }) => !checked);
        const readable = await readableNodes(tx, key, waiting);
        return { rows: waiting.filter(({ node_id }) => readable.has(node_id)), unsubscribeKey: await unsubscribeKeyOf(tx, key) };
      });
      if (!rows.length) return null;
      const texts = textsOf((person.language ?? 'en-US') as Language);
      const lines = rows.map(({ data: { name, ...data }, ...row }) => {
        const { key: text, work, rest } = noticeWords({ ...row, ...data, row_name: name || null });
        const actor = row.actor ?? texts['notices.somebody'];
        const words = filled(texts[text], { actor, work, rest: String(rest), date: dayOf(data.date) });
        return `– ${words}${name ? ` (${row.node_name})` : ''}`;
      });
      const more = Math.max(0, Number(input['more']));
      if (more) lines.push(filled(texts['notices.more_lines'], { count: String(more) }));
      const token = `${key.spaceId}.${userId}.${unsubscribeKey}`;
      const letter = composeLetter(person.email, person.language, space.bare_letters ? 'notices_bare' : 'notices', {
        name: person.first_name,
        space: space.name,
        lines: lines.join('\n'),
        count: String(rows.length + more),
        link: `${publicUrl}/${key.spaceId}`,
        // Behind the number sign the token stays in the browser.
        unsubscribe: `${publicUrl}/auth/unsubscribe#token=${token}`,
      });
      return { ...letter, unsubscribe: `${publicUrl}/api/v1/notices/unsubscribe?token=${token}` };
    },
  };
}

/** The letter that somebody has sent to themselves. */
export function testLetter(services: Pick<Services, 'database'>, publicUrl: string): LetterKind {
  return {
    kind: TEST_LETTER,
    async write({ userId, spaceId }) {
      const found = await receiver(services, { spaceId: spaceId ?? 0, userId });
      if (!found) return null;
      const { person, space } = found;
      const values = { name: person.first_name, space: space.name, link: `${publicUrl}/${spaceId}` };
      return composeLetter(person.email, person.language, 'notices_test', values);
    },
  };
}

/** A date as letters write it; of a moment, its day. */
const dayOf = (date: string | null): string => (date ?? '').slice(0, 10).split('-').reverse().join('.');
