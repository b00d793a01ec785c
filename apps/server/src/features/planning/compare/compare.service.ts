import type { PageOfRows, ValueQuestion } from '@gantry/contract';
import { type Language, minuteAt } from '@gantry/domain';
import type { FastifyReply } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { sendWithRows } from '../../../platform/http/json-rows.ts';
import { openThread, READING_MEMORY, type Thread } from '../../../platform/jobs/workers.ts';
import { type Connection, type Database, perDatabase } from '../../../platform/postgres/database.ts';
import { textsOf } from '../../access/localization/localization.service.ts';
import { getNode } from '../../structure/eps/eps.service.ts';
import { readVersion } from '../edits/edits.service.ts';
import { lineageOfVersion } from '../versions/versions.copy.service.ts';
import { getVersion } from '../version-heads/version-heads.service.ts';
import {
  type CompareAnswers,
  type CompareAsked,
  type CompareQuestions,
  type DifferencesWanted,
  MOST_FILE_LINES,
} from './compare.answers.rules.ts';
import type { CompareInput } from './compare.thread.ts';

type CompareThread = Thread<CompareInput, CompareAnswers[keyof CompareAnswers]>;

const compareOfDatabase = perDatabase((): { thread: CompareThread | null } => ({ thread: null }));

/** Opens the thread that compares versions; it reads them by a connection of its own. */
export function openCompare(services: { database: Database }, connection: Connection): CompareThread {
  const thread: CompareThread = openThread(new URL('./compare.thread.ts', import.meta.url), READING_MEMORY, connection);
  compareOfDatabase(services).thread = thread;
  return thread;
}

/** The most works of all versions of a comparison: the thread reads them with all that is theirs. */
const MOST_COMPARED = 250_000;

type Filter = DifferencesWanted & { version_ids: number[] };
export type ComparedVersion = { id: number; name: string; revision: number };

/** Sends a filtered page of the differences between versions. */
export async function sendDifferences(
  context: Context,
  scheduleId: number,
  { version_ids, ...wanted }: Filter & { offset: number; limit: number },
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { versions, ask } = await openComparison(context, scheduleId, version_ids);
  const { json, ...page } = await ask('differences', wanted);
  return sendWithRows(reply, { versions, ...page }, 'differences', json);
}

/** Rows of some versions as one tree, with their dates in each. */
export async function compareRows(context: Context, scheduleId: number, { version_ids, ...wanted }: Filter & { all: boolean }) {
  const { versions, ask } = await openComparison(context, scheduleId, version_ids);
  return { versions, ...(await ask('rows', wanted)) };
}

/** Sends a page of the same: what a chart draws. */
export async function sendComparedRows(
  context: Context,
  scheduleId: number,
  { version_ids, ...wanted }: Filter & { all: boolean } & PageOfRows,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { versions, ask } = await openComparison(context, scheduleId, version_ids);
  const { json, ...page } = await ask('rowsAsJson', wanted);
  return sendWithRows(reply, { versions, ...page }, 'rows', json);
}

/** The comparison as a file for a spreadsheet. */
export async function exportComparison(
  context: Context,
  scheduleId: number,
  { version_ids, language, ...wanted }: Filter & { format: 'csv' | 'xlsx'; language: Language },
) {
  const { versions, ask } = await openComparison(context, scheduleId, version_ids);
  const file = await ask('differencesFile', { ...wanted, names: versions, texts: textsOf(language) });
  return file ?? fail('compare.too_many_lines', { most: MOST_FILE_LINES });
}

/** A comparison of versions as the caller sees them: all that differs, or one measure by periods. */
export async function openComparison(
  context: Context,
  scheduleId: number,
  ids: number[],
  measured: { values: ValueQuestion; withSame: boolean } | null = null,
): Promise<{
  versions: ComparedVersion[];
  ask<Q extends keyof CompareQuestions>(question: Q, wanted: CompareQuestions[Q]): Promise<CompareAnswers[Q]>;
}> {
  await getNode(context, scheduleId, 'schedule');
  if (new Set(ids).size < 2) fail('compare.too_few');
  const { spaceId, userId, token } = context;
  const versions: ComparedVersion[] = [];
  const sides: CompareInput['sides'] = [];
  const names: string[] = [];
  let works = 0;
  for (const versionId of new Set(ids)) {
    const { id, name, revision, item_count: count } = await getVersion(context, versionId);
    works += count;
    if (works > MOST_COMPARED) fail('compare.too_large', { most: MOST_COMPARED });
    versions.push({ id, name, revision });
    await readVersion(context, id, async ({ db, key, head, mask }) => {
      const dataDate = minuteAt(head.data_date ?? context.now().toISOString().slice(0, 16));
      sides.push({ versionId: id, lineage: await lineageOfVersion(db, key), dataDate });
      // A kept comparison is another one for readers with other hidden attributes.
      const hidden = [...(mask?.hidden ?? [])].sort((a, b) => a - b).join(',');
      names.push(`${id}@${head.revision} ${head.chain.toString('hex')} ${hidden} ${mask?.money === false}`);
    });
  }
  const name = `${spaceId}: ${names.join(' ')} ${JSON.stringify(measured)}`;
  const who = { userId, token: token && { rights: token.rights } };
  const { thread } = compareOfDatabase(context);
  return {
    versions,
    async ask<Q extends keyof CompareQuestions>(question: Q, wanted: CompareQuestions[Q]): Promise<CompareAnswers[Q]> {
      if (!thread) throw new Error('this server compares no versions');
      const asked = { question, wanted } as CompareAsked;
      return (await thread.run({ name, spaceId, who, sides, measured, asked })) as CompareAnswers[Q];
    },
  };
}
