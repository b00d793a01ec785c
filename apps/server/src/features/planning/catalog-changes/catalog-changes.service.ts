import type { CatalogProposal, CatalogSource } from '@gantry/contract';
import { CALCULATION_STATUS, type Diff, isEmpty, parseMinute, PLAN_TABLES, type TableDiff, type VersionTable } from '@gantry/domain';
import { sumOfMoney } from '@gantry/engine';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import type { JobKind, JobRun } from '../../../platform/jobs.ts';
import { listAttributesOf } from '../../catalog/attributes/attributes.service.ts';
import { type Draft, edit, previewEdit, readVersion } from '../edits/edits.service.ts';
import { readExternal } from '../links/links.limits.service.ts';
import { calculateNow, engineThread } from '../timetable/timetable.service.ts';
import { dataDateOf } from '../timetable/timetable.state.service.ts';
import {
  deleteProposal,
  forgetProposal,
  findSourceName,
  listFollowers,
  listProposals,
  type ProposalRecord,
  readContent,
  saveProposal,
} from './catalog-changes.repository.ts';
import { chosenPart, type Dates, datesOf, describeChanges, latest, ownersOf, type PlanRows, withDiff } from './catalog-changes.rules.ts';
import { FOLLOW } from './catalog-changes.sources.service.ts';

const PREVIEW = 'catalog_change_preview';
const ACCEPT = 'catalog_change_accept';

type Asked = { source: CatalogSource; sourceId: number; versionIds: number[] | null };

/** Finds out as a job what a change of the catalog would do to the versions that follow it. */
export async function startPreview(
  context: Context,
  { source, source_id, version_ids }: { source: CatalogSource; source_id: number; version_ids?: number[] | undefined },
): Promise<number> {
  const title = await context.read((db) => findSourceName(db, context.spaceId, source, source_id));
  if (title === null) fail('catalog_change.source_not_found', { id: source_id });
  const input: Asked = { source, sourceId: source_id, versionIds: version_ids ?? null };
  return context.write((tx) => context.jobs.enqueue(tx, { spaceId: context.spaceId, userId: context.userId, kind: PREVIEW, title, input }));
}

type ContextOf = (userId: number, spaceId: number) => Promise<Context>;

/** The job that makes proposals: one for each version that would change. */
export function catalogPreviewJob(contextOf: ContextOf): JobKind {
  return {
    kind: PREVIEW,
    afterRestart: 'again',
    lane: 'long',
    async run(job) {
      const context = await contextOf(job.userId, job.spaceId as number);
      if (!context.can('plan.edit')) fail('auth.forbidden');
      const asked = job.input as unknown as Asked;
      const wanted = asked.versionIds && new Set(asked.versionIds);
      const followers = await context.read((db) => listFollowers(db, context.spaceId, asked.source, asked.sourceId));
      const versions = followers.filter(({ id }) => !wanted || wanted.has(id));
      const proposals: number[] = [];
      for (const [index, version] of versions.entries()) {
        await job.progress(index / versions.length, 'catalog_changes.looking');
        const id = await propose(context, version.id, asked, job.signal);
        if (id !== null) proposals.push(id);
      }
      return { source: asked.source, source_id: asked.sourceId, versions: versions.length, proposals };
    },
  };
}

/** Keeps what a version would become; null where it stays as it is. */
async function propose(context: Context, versionId: number, { source, sourceId }: Asked, signal: AbortSignal): Promise<number | null> {
  const work = await FOLLOW[source](context, versionId, sourceId);
  const { diff, head } = await previewEdit(context, versionId, work);
  const about = { version_id: versionId, source, source_id: sourceId };
  if (isEmpty(diff)) {
    await context.write((tx) => forgetProposal(tx, context.spaceId, about));
    return null;
  }
  const input = await readVersion(context, versionId, async (reader) => {
    const rows = {} as PlanRows;
    for (const table of PLAN_TABLES) rows[table] = await reader.values(table);
    const touched = (table: 'assignment' | 'directoryValue') => (diff[table]?.updated ?? []).map(({ id }) => id);
    return {
      rows,
      external: await readExternal(context, reader),
      wbs: await reader.rows('wbs'),
      assignments: await reader.rows('assignment'),
      resources: await reader.rows('resource'),
      calendars: await reader.rows('calendar'),
      attributes: await reader.rows('attribute'),
      values: await reader.rows('directoryValue', touched('directoryValue')),
      revision: reader.head.revision,
    };
  });
  // Somebody edited the version meanwhile: what is kept must be about one state of it.
  if (input.revision !== head.revision) return propose(context, versionId, { source, sourceId, versionIds: null }, signal);
  const assignmentOf = new Map(input.assignments.map((row) => [row.id, row]));
  const valueOf = new Map(input.values.map((row) => [row.id, row]));
  const owners = ownersOf(diff, (table, id) => (table === 'assignment' ? assignmentOf.get(id)?.itemId : valueOf.get(id)?.itemId) ?? null);
  const [before, after] = await forecast(context, head.data_date, input, diff, signal);
  const names = new Map<string, string>();
  for (const [table, list] of [
    ['resource', [...input.resources, ...(diff.resource?.added ?? [])]],
    ['calendar', input.calendars],
    ['attribute', input.attributes],
    ['directoryValue', input.values],
    ['wbs', input.wbs],
  ] as const)
    for (const row of list as readonly { id: number; name: string }[]) names.set(`${table} ${row.id}`, row.name);
  const nameOf = (table: VersionTable, id: number): string =>
    table === 'assignment' ? nameOf('resource', assignmentOf.get(id)?.resourceId ?? 0) : (names.get(`${table} ${id}`) ?? '');
  const changes = describeChanges(diff, owners, { wbs: input.wbs, assignments: input.assignments, nameOf, before, after });
  const moved = before && after ? [...before].filter(([id, { finish }]) => after.get(id)?.finish !== finish).length : null;
  const summary = {
    works: changes.filter(({ item_id, fields }) => item_id !== 0 && fields.length > 0).length,
    finish_before: latest(before),
    finish_after: latest(after),
    moved,
    cost_before: sumOfMoney(changes.map(({ cost_before }) => cost_before)),
    cost_after: sumOfMoney(changes.map(({ cost_after }) => cost_after)),
  };
  return context.write((tx) =>
    saveProposal(tx, context.spaceId, { ...about, revision: head.revision, summary, content: { diff, owners, changes } }),
  );
}

type PlanInput = { rows: PlanRows; external: Awaited<ReturnType<typeof readExternal>>; wbs: Parameters<typeof datesOf>[0] };

/** Dates by a calculation of the version as it is, and as it would be. */
async function forecast(
  context: Context,
  dataDate: string | null,
  { rows, external, wbs }: PlanInput,
  diff: Diff,
  signal: AbortSignal,
): Promise<[Dates | null, Dates | null]> {
  if (!wbs.length) return [null, null];
  const at = dataDate === null ? dataDateOf(null, context) : (parseMinute(dataDate) as number);
  const run = (of: PlanRows) => engineThread.run({ rows: of, dataDate: at, external }, { signal });
  const [before, after] = [await run(rows), await run(withDiff(rows, diff))];
  return [datesOf(wbs, before.items), datesOf(wbs, after.items)];
}

const out = ({ summary, revision, version_revision, created_at, ...row }: ProposalRecord): CatalogProposal => ({
  ...row,
  ...summary,
  stale: revision !== version_revision,
  created_at: created_at.toISOString(),
});

/** Proposals that wait for an answer. */
export const listWaiting = (context: Context, versionId?: number): Promise<CatalogProposal[]> =>
  context.read(async (db) => (await listProposals(db, context.spaceId, { versionId })).map(out));

async function getProposal(context: Context, id: number): Promise<CatalogProposal> {
  const [row] = await context.read((db) => listProposals(db, context.spaceId, { id }));
  if (!row) fail('catalog_change.not_found', { id });
  return out(row);
}

/** Changes without what they say of an attribute that the caller may not see at the schedule. */
async function inSight<C extends { fields: { table: string }[] }>(context: Context, proposal: CatalogProposal, changes: C[]): Promise<C[]> {
  if (proposal.source !== 'attribute') return changes;
  const isSeen = (await listAttributesOf(context, proposal.schedule_id)).some(({ id }) => id === proposal.source_id);
  return isSeen
    ? changes
    : changes.map((change) => ({ ...change, fields: change.fields.filter(({ table }) => !table.startsWith('attribute')) }));
}

/** A page of the works of a proposal. */
export async function listChanges(context: Context, id: number, { offset, limit }: { offset: number; limit: number }) {
  const proposal = await getProposal(context, id);
  const content = await context.read((db) => readContent(db, context.spaceId, id));
  const changes = await inSight(context, proposal, content?.changes ?? []);
  return { proposal, total: changes.length, changes: changes.slice(offset, offset + limit) };
}

/** Forgets a proposal. */
export async function discard(context: Context, id: number): Promise<void> {
  await context.write(async (tx) => {
    if (!(await deleteProposal(tx, context.spaceId, id))) fail('catalog_change.not_found', { id });
  });
}

/** Writes a proposal, or its changes of some works, into its version as a job. */
export async function startAccept(context: Context, id: number, itemIds?: number[]): Promise<number> {
  const proposal = await getProposal(context, id);
  if (proposal.locked) fail('version.locked', { name: proposal.version_name });
  if (proposal.stale) fail('catalog_change.version_changed', { name: proposal.version_name });
  if (itemIds?.length === 0) fail('catalog_change.nothing_chosen');
  const input = { proposalId: id, versionId: proposal.version_id, itemIds: itemIds ?? null };
  return context.write((tx) =>
    context.jobs.enqueue(tx, { spaceId: context.spaceId, userId: context.userId, kind: ACCEPT, title: proposal.version_name, input }),
  );
}

/** The job that writes a proposal as one edit, and calculates the version anew where it was calculated. */
export function catalogAcceptJob(contextOf: ContextOf): JobKind {
  return {
    kind: ACCEPT,
    afterRestart: 'again',
    lane: 'quick',
    async run(job) {
      const context = await contextOf(job.userId, job.spaceId as number);
      if (!context.can('plan.edit')) fail('auth.forbidden');
      const { proposalId, versionId, itemIds } = job.input as { proposalId: number; versionId: number; itemIds: number[] | null };
      await job.progress(0.1, 'catalog_changes.writing');
      return accept(context, { proposalId, versionId, chosen: itemIds && new Set(itemIds) }, job);
    },
  };
}

type Chosen = { proposalId: number; versionId: number; chosen: ReadonlySet<number> | null };

async function accept(context: Context, { proposalId, versionId, chosen }: Chosen, job: Pick<JobRun, 'signal'>) {
  let wasCalculated = false;
  const done = await edit(context, versionId, 'catalog.follow', async (draft) => {
    const [proposal] = await listProposals(draft.tx, context.spaceId, { id: proposalId });
    const content = proposal && (await readContent(draft.tx, context.spaceId, proposalId));
    if (!content) fail('catalog_change.not_found', { id: proposalId });
    if (proposal.revision !== draft.head.revision) fail('catalog_change.version_changed', { name: proposal.version_name });
    const part = chosenPart(content, chosen);
    if (isEmpty(part)) fail('catalog_change.nothing_chosen');
    wasCalculated = draft.head.calculation_status === CALCULATION_STATUS.calculated;
    await carryOver(draft, part);
    await deleteProposal(draft.tx, context.spaceId, proposalId);
  });
  const calculated =
    wasCalculated && context.can('plan.calculate') ? await calculateNow(context, versionId, { auto: true }, job.signal) : null;
  return { version_id: versionId, revision: calculated?.revision ?? done.revision, edit_revision: done.revision };
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
