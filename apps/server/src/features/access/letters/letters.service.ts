import { z } from 'zod';
import type { Language } from '@gantry/domain';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { fail } from '../../../platform/fail.ts';
import { type JobKind, TryLater } from '../../../platform/jobs/jobs.ts';
import { describeError } from '../../../platform/log.ts';
import { type Letter, LetterRefused } from '../../../platform/mail/mail.ts';
import { textsOf } from '../localization/localization.service.ts';
import { asHtml, filled, pauseBefore } from './letters.rules.ts';

/** Ids of the person and the subject of a letter. Secrets are created when the letter is written, so that the queue holds none. */
type LetterAbout = { userId: number; spaceId: number | null; input: Record<string, unknown> };

/** How sending a letter ended; without a reason, the mail server stayed away. */
export type Delivery = { sent: true } | { sent: false; reason: string | null };

/** A kind of letter, as the feature that writes it says. */
export type LetterKind = {
  kind: string;
  /** Writes the letter again for each attempt; null when it is no longer wanted. */
  write(about: LetterAbout): Promise<Letter | null>;
  /** Called once, when the letter was delivered or given up. */
  ended?(about: LetterAbout, delivery: Delivery): Promise<void>;
};

export { filled } from './letters.rules.ts';

const LETTER = 'letter';

/** Queues a letter with the transaction that is its reason. */
export function queueLetter(services: Pick<Services, 'jobs'>, tx: Tx, letter: LetterAbout & { kind: string }): Promise<number> {
  const { kind, userId, spaceId, input } = letter;
  return services.jobs.enqueue(tx, { spaceId, userId, kind: LETTER, title: '', input: { ...input, letter: kind } });
}

const letterInput = z.looseObject({ letter: z.string() });

/** The job that sends letters: tried again while the mail server is away, given up where it refuses or stays away too long. */
export function letterJob({ mail, log }: Pick<Services, 'mail' | 'log'>, kinds: readonly LetterKind[]): JobKind<typeof letterInput> {
  return {
    kind: LETTER,
    input: letterInput,
    afterRestart: 'again',
    lane: 'mail',
    needs: null,
    async run({ userId, spaceId, input, tries }) {
      const kind = kinds.find((one) => one.kind === input.letter);
      if (!kind) fail('job.unknown_input', { kind: LETTER, field: 'letter', reason: input.letter });
      const about = { userId, spaceId: spaceId || null, input };
      const letter = await kind.write(about);
      if (!letter) return { sent: false };
      try {
        await mail.send(letter);
      } catch (error) {
        const pause = error instanceof LetterRefused ? null : pauseBefore(tries);
        log.error('mail.failed', { letter: kind.kind, again_in_seconds: pause, tries: tries + 1, ...describeError(error) });
        if (pause !== null) throw new TryLater(pause);
        await kind.ended?.(about, { sent: false, reason: error instanceof LetterRefused ? error.reason : null });
        // The job records only that it failed; the log and the feature have the reason.
        throw error;
      }
      await kind.ended?.(about, { sent: true });
      return { sent: true };
    },
  };
}

/** Words of a letter in a person's language: its texts are `mail.<name>_subject` and `mail.<name>_text`. */
export function composeLetter(
  to: string,
  language: string | null,
  name:
    | 'reset'
    | 'restored'
    | 'invitation'
    | 'notices'
    | 'notices_bare'
    | 'notices_test'
    | 'report'
    | 'report_link'
    | 'report_outside'
    | 'backup_broken',
  values: Record<string, string>,
): Letter {
  const texts = textsOf((language ?? 'en-US') as Language);
  // A blank that has nothing leaves no gap.
  const text = filled(texts[`mail.${name}_text`], values).replace(/\n{3,}/g, '\n\n');
  return {
    to,
    subject: filled(texts[`mail.${name}_subject`], values),
    text,
    html: asHtml(text, values['link'] ?? null, values['unsubscribe']),
  };
}
