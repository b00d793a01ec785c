import { z } from 'zod';
import { CATALOG_SOURCES, type CatalogChange, type CatalogProposal, type CatalogSource, type JobFinding } from '@gantry/contract';
import {
  CALCULATION_STATUS,
  type Diff,
  fieldsWithoutMoney,
  isEmpty,
  isVersionTable,
  type TableDiff,
  type VersionTable,
} from '@gantry/domain';
import type { Context, ContextOfJob } from '../../../platform/context.ts';
import { fail, namedIn, Refused } from '../../../platform/fail.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import type { JobKind, JobRun } from '../../../platform/jobs/jobs.ts';
import { attributeRightsIn } from '../../catalog/attribute-rights/attribute-rights.service.ts';
import { listPlainAttributesOf } from '../../catalog/attributes/attributes.service.ts';
import { type Draft, edit } from '../edits/edits.service.ts';
import { calculateNow } from '../timetable/timetable.service.ts';
import { propose } from './catalog-changes.proposals.service.ts';
import {
  deleteProposal,
  findSourceName,
  listFollowers,
  listProposals,
  type ProposalRecord,
  readChange,
  readWorks,
} from './catalog-changes.repository.ts';
import { chosenPart } from './catalog-changes.rules.ts';

const PREVIEW = 'catalog_change_preview';
const ACCEPT = 'catalog_change_accept';

const previewInput = z.object({ source: z.enum(CATALOG_SOURCES), sourceId: z.number(), versionIds: z.array(z.number()).nullable() });
type Input = z.output<typeof previewInput>;

/** Finds out as a job what a change of the catalog would do to the versions that follow it. */
export async function startPreview(
  context: Context,
  { source, source_id, version_ids }: { source: CatalogSource; source_id: number; version_ids?: number[] | undefined },
): Promise<number> {
  const title = await context.read((db) => findSourceName(db, context.spaceId, source, source_id));
  if (title === null) fail('catalog_change.source_not_found', { id: source_id });
  const input: Input = { source, sourceId: source_id, versionIds: version_ids ?? null };
  return context.write((tx) => context.jobs.enqueue(tx, { spaceId: context.spaceId, userId: context.userId, kind: PREVIEW, title, input }));
}

/** The job that makes proposals: one for each version that would change. */
export function catalogPreviewJob(contextOf: ContextOfJob): JobKind<typeof previewInput> {
  return {
    kind: PREVIEW,
    input: previewInput,
    afterRestart: 'again',
    lane: 'long',
    needs: () => [{ right: 'plan.edit' }],
    async run(job) {
      const context = await contextOf(job);
      if (!context.can('plan.edit')) fail('auth.forbidden');
      const { source, sourceId, versionIds } = job.input;
      const wanted = versionIds && new Set(versionIds);
      const followers = await context.read((db) => listFollowers(db, context.spaceId, source, [sourceId]));
      const versions = followers.filter(({ id }) => !wanted || wanted.has(id));
      const proposals: number[] = [];
      for (const [index, version] of versions.entries()) {
        await job.progress(index / versions.length, 'catalog_changes.looking');
        try {
          const id = await propose(context, version.id, { source, sourceId, act: null }, job.signal);
          if (id !== null) proposals.push(id);
        } catch (error) {
          // The refusal of one version does not hide the proposals for others.
          if (!(error instanceof Refused)) throw error;
          job.findings([findingOf(version, error)]);
        }
      }
      return { source, source_id: sourceId, versions: versions.length, proposals };
    },
  };
}

/** What is said of a version that a job leaves as it is. */
export const findingOf = (
  { name, schedule_name }: { name: string; schedule_name: string },
  { code, parameters }: Pick<Refused, 'code' | 'parameters'>,
): JobFinding => ({
  severity: 'warning',
  code,
  message: code,
  line: null,
  parameters: { ...namedIn(parameters), of: `${schedule_name} / ${name}` },
});

/** A proposal as people read it. */
const proposalOf = ({ summary, revision, version_revision, created_at, ...row }: ProposalRecord): CatalogProposal => ({
  ...row,
  works: summary.works,
  finish_before: summary.finish_before,
  finish_after: summary.finish_after,
  moved: summary.moved,
  cost_before: summary.cost_before,
  cost_after: summary.cost_after,
  stale: revision !== version_revision,
  created_at: created_at.toISOString(),
});

const WITHOUT_COSTS = { cost_before: null, cost_after: null };

/** Proposals as the caller reads them: without what things cost where they do not see that. */
export async function proposalsOf(context: Context, db: Db, rows: readonly ProposalRecord[]): Promise<CatalogProposal[]> {
  const rights = await attributeRightsIn(db, context);
  const money = ({ schedule_id }: ProposalRecord) => rights?.(schedule_id)?.money ?? true;
  return rows.map((row) => ({ ...proposalOf(row), ...(money(row) ? {} : WITHOUT_COSTS) }));
}

/** Proposals that wait for an answer. */
export const listWaiting = (context: Context, versionId?: number): Promise<CatalogProposal[]> =>
  context.read(async (db) => proposalsOf(context, db, await listProposals(db, context.spaceId, { versionId })));

async function getRecord(context: Context, db: Db, id: number, reader?: number): Promise<ProposalRecord> {
  const [record] = await listProposals(db, context.spaceId, { id, reader });
  return record ?? fail('catalog_change.not_found', { id });
}

/** Changes without what they say of costs, or of an attribute that the caller may not see at the schedule. */
async function inSight(context: Context, proposal: CatalogProposal, all: CatalogChange[]): Promise<CatalogChange[]> {
  const reported = ({ table, field }: CatalogChange['fields'][number]) =>
    isVersionTable(table) && field in fieldsWithoutMoney(table, { [field]: 0 });
  const changes =
    proposal.cost_before === null ? all.map((change) => ({ ...change, ...WITHOUT_COSTS, fields: change.fields.filter(reported) })) : all;
  if (proposal.source !== 'attribute') return changes;
  const isSeen = (await listPlainAttributesOf(context, proposal.schedule_id)).some(({ id }) => id === proposal.source_id);
  return isSeen
    ? changes
    : changes.map((change) => ({ ...change, fields: change.fields.filter(({ table }) => !table.startsWith('attribute')) }));
}

/** A page of the works of a proposal. */
export async function listChanges(context: Context, id: number, page: { offset: number; limit: number }) {
  const { proposal, total, works } = await context.read(async (db) => {
    const record = await getRecord(context, db, id, context.userId);
    const [seen] = await proposalsOf(context, db, [record]);
    const found = await readWorks(db, context.spaceId, record, page);
    return { proposal: seen, total: found.total, works: found.changes };
  });
  return { proposal, total, changes: await inSight(context, proposal, works) };
}

/** Forgets a proposal. */
export async function discard(context: Context, id: number): Promise<void> {
  await context.write(async (tx) => {
    if (!(await deleteProposal(tx, context.spaceId, id))) fail('catalog_change.not_found', { id });
  });
}

/** Writes a proposal, or its changes of some works, into its version as a job. */
export async function startAccept(context: Context, id: number, itemIds?: number[]): Promise<number> {
  const proposal = await context.read((db) => getRecord(context, db, id));
  if (proposal.locked) fail('version.locked', { name: proposal.version_name });
  if (proposal.revision !== proposal.version_revision) fail('catalog_change.version_changed', { name: proposal.version_name });
  if (itemIds?.length === 0) fail('catalog_change.nothing_chosen');
  const input = { proposalId: id, versionId: proposal.version_id, itemIds: itemIds ?? null };
  return context.write((tx) =>
    context.jobs.enqueue(tx, { spaceId: context.spaceId, userId: context.userId, kind: ACCEPT, title: proposal.version_name, input }),
  );
}

const acceptInput = z.object({ proposalId: z.number(), versionId: z.number(), itemIds: z.array(z.number()).nullable() });

/** The job that writes a proposal as one edit, and calculates the version anew where it was calculated. */
export function catalogAcceptJob(contextOf: ContextOfJob): JobKind<typeof acceptInput> {
  return {
    kind: ACCEPT,
    input: acceptInput,
    afterRestart: 'again',
    lane: 'quick',
    needs: (input) => [{ right: 'plan.edit', at: { kind: 'version', id: input.versionId } }],
    async run(job) {
      const context = await contextOf(job);
      if (!context.can('plan.edit')) fail('auth.forbidden');
      const { proposalId, versionId, itemIds } = job.input;
      await job.progress(0.1, 'catalog_changes.writing');
      return accept(context, { proposalId, versionId, chosen: itemIds && new Set(itemIds) }, job);
    },
  };
}

type Chosen = { proposalId: number; versionId: number; chosen: ReadonlySet<number> | null };

async function accept(context: Context, { proposalId, versionId, chosen }: Chosen, job: Pick<JobRun, 'signal'>) {
  const done = await writeProposal(context, { proposalId, versionId, chosen, name: 'catalog.follow' });
  const calculated =
    done.calculated && context.can('plan.calculate') ? await calculateNow(context, versionId, { auto: true }, job.signal) : null;
  return { version_id: versionId, revision: calculated?.revision ?? done.revision, edit_revision: done.revision };
}

/** Writes a proposal as one edit; answers whether the version was calculated before it. */
export async function writeProposal(
  context: Context,
  { proposalId, versionId, chosen, name, actId }: Chosen & { name: string; actId?: number },
): Promise<{ revision: number; calculated: boolean }> {
  let calculated = false;
  const { revision } = await edit(context, versionId, name, async (draft) => {
    const [proposal] = await listProposals(draft.tx, context.spaceId, { id: proposalId, actId });
    if (!proposal) fail('catalog_change.not_found', { id: proposalId });
    if (proposal.revision !== draft.head.revision) fail('catalog_change.version_changed', { name: proposal.version_name });
    const part = chosenPart(await readChange(draft.tx, context.spaceId, proposal), chosen);
    if (isEmpty(part)) fail('catalog_change.nothing_chosen');
    calculated = draft.head.calculation_status === CALCULATION_STATUS.calculated;
    await carryOver(draft, part);
    if (actId === undefined) await deleteProposal(draft.tx, context.spaceId, proposalId);
  });
  return { revision, calculated };
}

/** Carries a kept change into a draft of the revision that it was made from; its new rows keep their ids. */
async function carryOver(draft: Draft, diff: Diff): Promise<void> {
  let highest = draft.head.last_id;
  for (const [table, { added, updated, removed }] of Object.entries(diff) as [VersionTable, TableDiff][]) {
    await draft.rows(
      table,
      [...updated, ...removed].map(({ id }) => id),
    );
    for (const row of added) {
      highest = Math.max(highest, row.id);
      draft.insert(table, row);
    }
    for (const { id, after } of updated) draft.update(table, id, after);
    for (const { id } of removed) draft.remove(table, id);
  }
  for (let id = draft.head.last_id; id < highest; id = draft.newId());
}
