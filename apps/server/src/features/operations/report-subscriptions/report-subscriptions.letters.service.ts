import { BUILT_IN_FORMS, LARGEST_ATTACHMENT, REPORT_FORMATS } from '@gantry/contract';
import { LANGUAGES } from '@gantry/domain';
import { z } from 'zod';
import type { ContextOfJob, Services } from '../../../platform/context.ts';
import type { JobKind } from '../../../platform/jobs/jobs.ts';
import { prepareFile, readPreparedFile } from '../../access/downloads/downloads.service.ts';
import { composeLetter, type LetterKind, queueLetter } from '../../access/letters/letters.service.ts';
import { nameOfSpace } from '../../access/spaces/spaces.service.ts';
import { secretsOf } from '../../access/users/users.profile.service.ts';
import { makeAsked } from '../../insight/report-forms/report-forms.service.ts';
import { getNode } from '../../structure/eps/eps.service.ts';

export const SUBSCRIBED_REPORT = 'subscribed_report';
const LETTER = 'report.letter';

const stored = z.object({
  form: z.union([z.number(), z.enum(BUILT_IN_FORMS)]),
  nodeId: z.number(),
  format: z.enum(REPORT_FORMATS).nullable(),
  language: z.enum(LANGUAGES),
});
export type SubscribedReport = z.output<typeof stored>;

/** The job that makes a report as its recipient sees the plan, and queues the letter that brings it. */
export function subscribedReportJob(services: Pick<Services, 'jobs'>, contextOf: ContextOfJob): JobKind<typeof stored> {
  return {
    kind: SUBSCRIBED_REPORT,
    input: stored,
    afterRestart: 'again',
    lane: 'long',
    needs: ({ nodeId }) => [{ right: 'plan.read', at: { kind: 'node', id: nodeId } }],
    async run(job) {
      const context = await contextOf(job);
      const { form, nodeId, format, language } = job.input;
      const ask = { form, at: { nodeId, versionIds: [] }, wbs_ids: [], lead_days: USUAL_LEAD_DAYS, language, ...(format && { format }) };
      const file = await makeAsked(context, ask, job, (share) => void job.progress(share, 'report_form.writing'));
      const about = {
        report: file.name,
        place: (await getNode(context, nodeId)).name,
        space: await nameOfSpace(context),
        language,
        nodeId,
      };
      const to = { userId: context.userId, spaceId: context.spaceId };
      await prepareFile(context, file, async (tx, { key, name, size }) => {
        await queueLetter(services, tx, { kind: LETTER, ...to, input: { ...about, key, size } });
        await job.complete(tx, { download_key: key, name, size });
      });
      return {};
    },
  };
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
});

/** The letter that brings a report: the file itself, or of a large one the address of the place. */
export function reportLetter(services: Pick<Services, 'database' | 'files'>, publicUrl: string): LetterKind {
  return {
    kind: LETTER,
    async write({ userId, spaceId, input }) {
      const { report, place, space, language, nodeId, key, size } = letterInput.parse(input);
      const person = await secretsOf({ read: (work) => services.database.read({ spaceId: null, userId }, work) }, { id: userId });
      if (person?.status !== 'active' || spaceId === null) return null;
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
  };
}
