import {
  LARGEST_ATTACHMENT,
  MAILED_WORDS,
  mailedNarrative,
  NARRATIVE_BY_MAIL,
  PRINT_BY_MAIL,
  REPORT_FORMATS,
  wholeComposition,
  USUAL_LEAD_DAYS,
} from '@gantry/contract';
import { LANGUAGES } from '@gantry/domain';
import { z } from 'zod';
import type { Context, ContextOfJob, Services } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import type { JobKind, JobRun } from '../../../platform/jobs/jobs.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { prepareFile, type Prepared, readPreparedFile } from '../../access/downloads/downloads.service.ts';
import { composeLetter, type LetterKind, queueLetter } from '../../access/letters/letters.service.ts';
import { activeMemberOf, rightsAt, withoutRight } from '../../access/roles/roles.access.service.ts';
import { nameOfPerson, nameOfSpace } from '../../access/spaces/spaces.service.ts';
import { secretsOf } from '../../access/users/users.profile.service.ts';
import { withPrint } from '../../insight/print/print.service.ts';
import { makeAsked, writeNarrative } from '../../insight/report-forms/report-forms.service.ts';
import { findActual } from '../../planning/version-heads/version-heads.service.ts';
import { getNode } from '../../structure/eps/eps.service.ts';
import { leaveToken, nameOfRecipient } from './report-subscriptions.leaving.service.ts';
import { findLetter, lastContent, MAIL_REFUSED, pauseRefused, type SendingReason } from './report-subscriptions.sendings.repository.ts';
import { noteState } from './report-subscriptions.states.service.ts';

export const SUBSCRIBED_REPORT = 'subscribed_report';
const LETTER = 'report.letter';

const stored = z.object({
  form: z.union([z.number(), z.enum(MAILED_WORDS)]),
  print: wholeComposition.optional(),
  narrative: mailedNarrative.optional(),
  /** What a letter calls the report; those that were queued before are called as their file. */
  title: z.string().optional(),
  nodeId: z.number(),
  /** The month that a form is of, where it was asked for, else that of the day; and from an order to the site. */
  of: z.object({ year: z.number(), month: z.number(), lead_days: z.number().optional() }).optional(),
  format: z.enum(REPORT_FORMATS).nullable(),
  language: z.enum(LANGUAGES),
  /** The sendings that keep the outcome: one of a member, or those of addresses, whose report is the same. */
  sendings: z.array(z.object({ id: z.number(), address: z.string().nullable() })).default([]),
  bring: z.enum(['attach', 'link']).default('attach'),
  /** Whether the report has what things cost, as far as its reader sees them. */
  money: z.boolean().default(true),
  /** Who has it sent by itself, and must still be allowed to. */
  ownerId: z.number().optional(),
  onlyIfChanged: z.boolean().optional(),
});
export type SubscribedReport = z.output<typeof stored>;

/** The job that makes a report as its recipient sees the plan, and queues the letters that bring it. */
export function subscribedReportJob(
  services: Pick<Services, 'jobs' | 'database' | 'push' | 'now'>,
  contextOf: ContextOfJob,
): JobKind<typeof stored> {
  return {
    kind: SUBSCRIBED_REPORT,
    input: stored,
    afterRestart: 'again',
    lane: 'long',
    needs: ({ nodeId }) => [{ right: 'plan.read', at: { kind: 'node', id: nodeId } }],
    async run(job) {
      const own = await contextOf(job);
      const context = job.input.money ? own : withoutRight(own, 'cost.read');
      await requireSender(context, job.input);
      await make(context, job, (file) => deliver(services, context, job, file));
      return {};
    },
    async ended({ spaceId, input: { sendings }, status, error }) {
      if (status === 'done') return;
      const reason = { code: error?.code ?? 'report_subscription.cancelled', parameters: error?.parameters ?? {} };
      for (const { id } of sendings) await noteEnd(services, { spaceId, sendingId: id }, reason);
    },
  };
}

/** A report goes by itself while who set it up may have it sent, and to addresses while the space allows it. */
async function requireSender(context: Context, { ownerId, nodeId, sendings }: SubscribedReport): Promise<void> {
  const { spaceId } = context;
  const refused = await context.read(async (db) => {
    const toAddress = sendings.find(({ address }) => address !== null);
    if (toAddress && !(await findLetter(db, spaceId, toAddress.id))?.outside_reports) return 'report_subscription.outside_not_allowed';
    if (ownerId === undefined) return null;
    const owner = await activeMemberOf(db, spaceId, ownerId);
    const rights = owner && (await rightsAt(db, spaceId, owner.access, { kind: 'node', param: 'id' }, () => nodeId));
    return rights?.has('plan.edit') ? null : 'report_subscription.owner_may_not';
  });
  if (refused) fail(refused);
}

type Made = Prepared & { content: string; words?: string };

/** Makes what was asked for as the reader of the context sees it. */
async function make(context: Context, job: JobRun<SubscribedReport>, take: (file: Made) => Promise<void>): Promise<void> {
  const { form, print, narrative, nodeId, of, format, language } = job.input;
  const progress = (share: number) => void job.progress(share, 'report_form.writing');
  if (form !== PRINT_BY_MAIL && form !== NARRATIVE_BY_MAIL) {
    const ask = {
      form,
      at: { nodeId, versionIds: [] },
      wbs_ids: [],
      lead_days: USUAL_LEAD_DAYS,
      ...of,
      language,
      ...(format && { format }),
    };
    return take(await makeAsked(context, ask, job, progress));
  }
  const { id: versionId } = (await findActual(context, nodeId)) ?? fail('report_subscription.no_version');
  if (form === PRINT_BY_MAIL) {
    const composition = print ?? fail('report_subscription.no_print');
    return withPrint(context, { versionId, composition, language }, { signal: job.signal, progress }, take);
  }
  return take(await writeNarrative(context, { versionId, language, format: format ?? 'pdf', ...(narrative ?? { days: USUAL_DAYS }) }, job));
}

/** Queues the letters of those for whom a report says something else than the last one. */
async function deliver(
  services: Pick<Services, 'jobs' | 'now'>,
  context: Context,
  job: JobRun<SubscribedReport>,
  file: Made,
): Promise<void> {
  const { spaceId } = context;
  const { title, nodeId, language, sendings, bring, onlyIfChanged } = job.input;
  const same = new Set<number>();
  if (onlyIfChanged)
    for (const { id } of sendings) if ((await context.read((db) => lastContent(db, spaceId, id))) === file.content) same.add(id);
  const noteSame = async (tx: Tx): Promise<void> => {
    for (const id of same) await noteState(context, tx, spaceId, id, { state: 'unchanged', ended_at: services.now() });
  };
  const changed = sendings.filter(({ id }) => !same.has(id));
  if (!changed.length) return context.write(noteSame);
  const about = {
    report: title ?? file.name.replace(/\.\w+$/, ''),
    place: (await getNode(context, nodeId)).name,
    space: await nameOfSpace(context),
    language,
    nodeId,
    bring,
    words: file.words ?? '',
  };
  await prepareFile(context, file, async (tx, { key, name, size }) => {
    await noteSame(tx);
    for (const { id } of changed) {
      const input = { ...about, key, size, sendingId: id };
      await queueLetter(services, tx, { kind: LETTER, userId: context.userId, spaceId, input });
      await noteState(context, tx, spaceId, id, { state: 'mailing', name, size, content: file.content });
    }
    await job.complete(tx, { download_key: key, name, size });
  });
}

/** Writes whether a report arrived, or why it did not. */
async function noteEnd(
  services: Pick<Services, 'database' | 'push' | 'now'>,
  { spaceId, sendingId }: { spaceId: number | null; sendingId: number | undefined },
  reason: SendingReason | null,
): Promise<void> {
  if (spaceId === null || sendingId === undefined) return;
  await services.database.write({ spaceId, userId: null, system: true }, async (tx) => {
    await noteState(services, tx, spaceId, sendingId, {
      state: reason ? 'failed' : 'sent',
      ended_at: services.now(),
      ...(reason && { reason }),
    });
    if (reason?.code === MAIL_REFUSED) await pauseRefused(tx, spaceId, sendingId);
  });
}

const USUAL_DAYS = 30;

const letterInput = z.looseObject({
  report: z.string(),
  place: z.string(),
  space: z.string(),
  language: z.string(),
  nodeId: z.number(),
  key: z.string(),
  size: z.number(),
  bring: z.enum(['attach', 'link']).default('attach'),
  words: z.string().default(''),
  sendingId: z.number(),
});

/** The letter that brings a report: the file itself, or to who has an account the address of the place. */
export function reportLetter(
  services: Pick<Services, 'database' | 'push' | 'files' | 'now'>,
  publicUrl: string,
  largest = LARGEST_ATTACHMENT,
): LetterKind {
  return {
    kind: LETTER,
    async write({ userId, spaceId, input }) {
      const { report, place, space, language, nodeId, key, size, bring, words, sendingId } = letterInput.parse(input);
      const person = await secretsOf({ read: (work) => services.database.read({ spaceId: null, userId }, work) }, { id: userId });
      const found = spaceId === null ? null : await services.database.read({ spaceId, userId }, (db) => findLetter(db, spaceId, sendingId));
      const refuse = async (word: string): Promise<null> => {
        await noteEnd(services, { spaceId, sendingId }, { code: `report_subscription.${word}`, parameters: {} });
        return null;
      };
      if (person?.status !== 'active' || spaceId === null || !found) return refuse('recipient_gone');
      const { address, left_by, leave_key, subscription_id, outside_reports } = found;
      const recipient = nameOfRecipient(userId, address);
      if (left_by.includes(recipient)) return refuse('has_left');
      if (address !== null && !outside_reports) return refuse('outside_not_allowed');
      if (address !== null && size > largest) return refuse('too_large');
      const attachment = bring === 'link' || size > largest ? null : await readPreparedFile(services, { spaceId, userId, key });
      if (address !== null && !attachment) return refuse('file_gone');
      const token = leaveToken(spaceId, subscription_id, leave_key, recipient);
      const letter = composeLetter(
        address ?? person.email,
        language,
        address !== null ? 'report_outside' : attachment ? 'report' : 'report_link',
        {
          name: person.first_name || person.login,
          sender: nameOfPerson(person),
          report,
          place,
          space,
          words: attachment ? words : '',
          link: `${publicUrl}/${spaceId}/reports/${nodeId}`,
          // Behind the number sign the token stays in the browser.
          unsubscribe: `${publicUrl}/auth/unsubscribe#token=${token}`,
        },
      );
      const unsubscribe = `${publicUrl}/api/v1/reports/subscriptions/leave?token=${token}`;
      return { ...letter, unsubscribe, ...(attachment && { attachment }) };
    },
    async ended({ spaceId, input }, delivery) {
      const { sendingId } = letterInput.parse(input);
      const refused = delivery.sent || delivery.reason === null ? null : { code: MAIL_REFUSED, parameters: { reason: delivery.reason } };
      const away = { code: 'report_subscription.mail_away', parameters: {} };
      await noteEnd(services, { spaceId, sendingId }, delivery.sent ? null : (refused ?? away));
    },
  };
}
