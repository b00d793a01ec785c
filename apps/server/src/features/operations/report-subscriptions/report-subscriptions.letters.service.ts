import { LARGEST_ATTACHMENT, MAILED_WORDS, PRINT_BY_MAIL, REPORT_FORMATS, wholeComposition } from '@gantry/contract';
import { LANGUAGES } from '@gantry/domain';
import { z } from 'zod';
import type { ContextOfJob, Services } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import type { JobKind } from '../../../platform/jobs/jobs.ts';
import { prepareFile, type Prepared, readPreparedFile } from '../../access/downloads/downloads.service.ts';
import { composeLetter, type LetterKind, queueLetter } from '../../access/letters/letters.service.ts';
import { nameOfSpace } from '../../access/spaces/spaces.service.ts';
import { secretsOf } from '../../access/users/users.profile.service.ts';
import { withPrint } from '../../insight/print/print.service.ts';
import { makeAsked } from '../../insight/report-forms/report-forms.service.ts';
import { findActual } from '../../planning/version-heads/version-heads.service.ts';
import { getNode } from '../../structure/eps/eps.service.ts';
import { lastContent, MAIL_REFUSED, pauseRefused, type SendingReason, updateSending } from './report-subscriptions.sendings.repository.ts';

export const SUBSCRIBED_REPORT = 'subscribed_report';
const LETTER = 'report.letter';

const stored = z.object({
  form: z.union([z.number(), z.enum(MAILED_WORDS)]),
  print: wholeComposition.optional(),
  nodeId: z.number(),
  format: z.enum(REPORT_FORMATS).nullable(),
  language: z.enum(LANGUAGES),
  /** The sending that keeps the outcome; jobs that were queued before sendings existed have none. */
  sendingId: z.number().optional(),
  onlyIfChanged: z.boolean().optional(),
});
export type SubscribedReport = z.output<typeof stored>;

/** The job that makes a report as its recipient sees the plan, and queues the letter that brings it. */
export function subscribedReportJob(
  services: Pick<Services, 'jobs' | 'database' | 'now'>,
  contextOf: ContextOfJob,
): JobKind<typeof stored> {
  return {
    kind: SUBSCRIBED_REPORT,
    input: stored,
    afterRestart: 'again',
    lane: 'long',
    needs: ({ nodeId }) => [{ right: 'plan.read', at: { kind: 'node', id: nodeId } }],
    async run(job) {
      const context = await contextOf(job);
      const { form, print, nodeId, format, language, sendingId, onlyIfChanged } = job.input;
      const deliver = async (file: Prepared & { content: string }): Promise<void> => {
        if (sendingId && onlyIfChanged && (await context.read((db) => lastContent(db, context.spaceId, sendingId))) === file.content) {
          await context.write((tx) => updateSending(tx, context.spaceId, sendingId, { state: 'unchanged', ended_at: services.now() }));
          return;
        }
        const about = {
          report: file.name,
          place: (await getNode(context, nodeId)).name,
          space: await nameOfSpace(context),
          language,
          nodeId,
        };
        const to = { userId: context.userId, spaceId: context.spaceId };
        await prepareFile(context, file, async (tx, { key, name, size }) => {
          await queueLetter(services, tx, { kind: LETTER, ...to, input: { ...about, key, size, ...(sendingId && { sendingId }) } });
          if (sendingId) await updateSending(tx, context.spaceId, sendingId, { state: 'mailing', name, size, content: file.content });
          await job.complete(tx, { download_key: key, name, size });
        });
      };
      const progress = (share: number) => void job.progress(share, 'report_form.writing');
      if (form === PRINT_BY_MAIL) {
        const { id } = (await findActual(context, nodeId)) ?? fail('report_subscription.no_version');
        const composition = print ?? fail('report_subscription.no_print');
        await withPrint(context, { versionId: id, composition, language }, { signal: job.signal, progress }, deliver);
        return {};
      }
      const ask = { form, at: { nodeId, versionIds: [] }, wbs_ids: [], lead_days: USUAL_LEAD_DAYS, language, ...(format && { format }) };
      await deliver(await makeAsked(context, ask, job, progress));
      return {};
    },
    async ended({ spaceId, input: { sendingId }, status, error }) {
      if (status === 'done') return;
      const reason = { code: error?.code ?? 'report_subscription.cancelled', parameters: error?.parameters ?? {} };
      await noteEnd(services, { spaceId, sendingId }, reason);
    },
  };
}

/** Writes whether a report arrived, or why it did not. */
async function noteEnd(
  { database, now }: Pick<Services, 'database' | 'now'>,
  { spaceId, sendingId }: { spaceId: number | null; sendingId: number | undefined },
  reason: SendingReason | null,
): Promise<void> {
  if (spaceId === null || sendingId === undefined) return;
  await database.write({ spaceId, userId: null, system: true }, async (tx) => {
    await updateSending(tx, spaceId, sendingId, { state: reason ? 'failed' : 'sent', ended_at: now(), ...(reason && { reason }) });
    if (reason?.code === MAIL_REFUSED) await pauseRefused(tx, spaceId, sendingId);
  });
}

const USUAL_LEAD_DAYS = 30;

const letterInput = z.looseObject({
  report: z.string(),
  place: z.string(),
  space: z.string(),
  language: z.string(),
  nodeId: z.number(),
  key: z.string(),
  size: z.number(),
  sendingId: z.number().optional(),
});

/** The letter that brings a report: the file itself, or of a large one the address of the place. */
export function reportLetter(services: Pick<Services, 'database' | 'files' | 'now'>, publicUrl: string): LetterKind {
  return {
    kind: LETTER,
    async write({ userId, spaceId, input }) {
      const { report, place, space, language, nodeId, key, size, sendingId } = letterInput.parse(input);
      const person = await secretsOf({ read: (work) => services.database.read({ spaceId: null, userId }, work) }, { id: userId });
      if (person?.status !== 'active' || spaceId === null) {
        await noteEnd(services, { spaceId, sendingId }, { code: 'report_subscription.recipient_gone', parameters: {} });
        return null;
      }
      const link = `${publicUrl}/${spaceId}/reports/${nodeId}`;
      const letter = composeLetter(person.email, language, 'report', {
        name: person.first_name || person.login,
        report,
        place,
        space,
        link,
      });
      const file = size > LARGEST_ATTACHMENT ? null : await readPreparedFile(services, { spaceId, userId, key });
      return file ? { ...letter, attachment: file } : letter;
    },
    async ended({ spaceId, input }, delivery) {
      const { sendingId } = letterInput.parse(input);
      const refused = delivery.sent || delivery.reason === null ? null : { code: MAIL_REFUSED, parameters: { reason: delivery.reason } };
      const away = { code: 'report_subscription.mail_away', parameters: {} };
      await noteEnd(services, { spaceId, sendingId }, delivery.sent ? null : (refused ?? away));
    },
  };
}
