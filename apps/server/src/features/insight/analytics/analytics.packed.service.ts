import { findOpenJob } from '../../../platform/jobs/jobs.list.ts';
import { z } from 'zod';
import type { Context, Services } from '../../../platform/context.ts';
import type { JobKind } from '../../../platform/jobs/jobs.ts';
import { openThread, READING_MEMORY } from '../../../platform/jobs/workers.ts';
import {
  dropThinBundles,
  listApart,
  listPacked,
  listPackedSizes,
  listWhole,
  type Packed,
  type PackedSize,
  readBundle,
  saveBundle,
} from './analytics.packed.repository.ts';
import type { FactsInput, FactsOutcome, PackedFacts } from './analytics.thread.ts';
import type { PackedQuestion } from './facts/analytics.answers.rules.ts';

/** Edits go before figures. */
export const analyticsThread = openThread<FactsInput, FactsOutcome>(
  new URL('./analytics.thread.ts', import.meta.url),
  READING_MEMORY,
  null,
  'idle',
);

const BUNDLES = 'analytics_bundles';
/** Bytes of packed rows in a part, of which two stand in the memory at a time; a part has at least one version. */
const BYTES_AT_ONCE = 4 * 2 ** 20;
/** Bytes that versions of a bundle take by themselves, and those of a version that is small enough for one. */
const [BYTES_TOGETHER, SMALL] = [2 ** 20, 2 ** 17];
/** From so many small versions by themselves on, bundles are made: each takes about a tenth of a millisecond longer than in a bundle. */
const MANY = 200;
/** A bundle is read where the question is about this share of it at least. */
const WORTH_READING = 1 / 4;

/** Versions that are read together. */
type Part = { bundle: number | null; versions: number[] };
/** An answer of one version, or of several that stand together, under what is known of the first. */
type Answered = { of: PackedSize; answer: PackedFacts };

/**
 * Answers a question from what facts keep of some versions row by row, part after part. `together`: of versions that stand together one
 * answer is enough.
 */
export async function answerPacked(
  context: Context,
  versionIds: readonly number[],
  question: PackedQuestion,
  { tier, together }: { tier: 'week' | 'month' | null; together: boolean },
): Promise<Answered[]> {
  const { spaceId } = context;
  const sizes = await context.read((db) => listPackedSizes(db, spaceId, versionIds));
  const sizeOf = new Map(sizes.map((size) => [size.version_id, size]));
  const parts = partsOf(sizes);
  const read = async (part: Part | undefined): Promise<(Packed & { versions: number[][] })[]> => {
    if (!part) return [];
    const { bundle: id, versions } = part;
    const bundle = id === null ? undefined : await context.read((db) => readBundle(db, spaceId, id, tier));
    if (bundle) return [{ ...bundle, versions: together ? [versions] : versions.map((one) => [one]) }];
    const alone = await context.read((db) => listPacked(db, spaceId, versions, tier));
    return alone.map(({ version_id, rows, lines }) => ({ rows, lines, versions: [[version_id]] }));
  };
  const found: Answered[] = [];
  let packed = await read(parts[0]);
  for (let at = 0; at < parts.length; at += 1) {
    // The database reads the next part while the thread answers from this one.
    const [next, { answers }] = await Promise.all([read(parts[at + 1]), analyticsThread.run({ packed, question })]);
    for (const [index, [first]] of packed.flatMap(({ versions }) => versions).entries()) {
      const of = sizeOf.get(first);
      if (of) found.push({ of, answer: answers[index] });
    }
    packed = next;
  }
  const apart = sizes.filter(({ bundle_id, bytes }) => bundle_id === null && bytes <= SMALL);
  if (apart.length >= MANY) await startBundling(context);
  return found;
}

function partsOf(sizes: readonly PackedSize[]): Part[] {
  const parts: Part[] = [];
  const alone: PackedSize[] = [];
  for (const [bundle, of] of Map.groupBy(sizes, ({ bundle_id }) => bundle_id)) {
    const bytes = of.reduce((sum, one) => sum + one.bytes, 0);
    if (bundle !== null && bytes >= (of[0].bundle_bytes ?? 0) * WORTH_READING)
      parts.push({ bundle, versions: of.map(({ version_id }) => version_id) });
    else alone.push(...of);
  }
  return [...parts, ...inParts(alone, BYTES_AT_ONCE).map((versions) => ({ bundle: null, versions }))];
}

/** Versions one after another in parts of some bytes. */
export function inParts(sizes: readonly Pick<PackedSize, 'version_id' | 'bytes'>[], most: number): number[][] {
  const parts: number[][] = [];
  let room = 0;
  for (const { version_id, bytes } of sizes) {
    if (!parts.length || bytes > room) {
      parts.push([]);
      room = most;
    }
    parts[parts.length - 1].push(version_id);
    room -= bytes;
  }
  return parts;
}

async function startBundling(context: Context): Promise<void> {
  const { spaceId, userId, jobs } = context;
  await context.write(async (tx) => {
    if (await findOpenJob(tx, { spaceId, userId }, BUNDLES)) return;
    await jobs.enqueue(tx, { spaceId, userId, kind: BUNDLES, title: '', input: { spaceId } });
  });
}

const stored = z.object({ spaceId: z.number() });

/** The job that puts packed rows of small versions of a space together. */
export function bundlesJob({ database }: Pick<Services, 'database'>): JobKind<typeof stored> {
  return {
    kind: BUNDLES,
    input: stored,
    afterRestart: 'again',
    lane: 'long',
    // It changes nothing that anybody sees.
    needs: null,
    async run(job) {
      const { spaceId } = job.input;
      const scope = { spaceId, userId: null };
      await database.write(scope, (tx) => dropThinBundles(tx, spaceId));
      const parts = inParts(await database.read(scope, (db) => listApart(db, spaceId, SMALL)), BYTES_TOGETHER).filter(
        ({ length }) => length > 1,
      );
      for (const [index, part] of parts.entries()) {
        await job.progress(index / parts.length, 'analytics.counting');
        const packs = await database.read(scope, (db) => listWhole(db, spaceId, part));
        const { rows } = await analyticsThread.run({
          join: packs.map(({ version_id: id, rows: own, week, month }) => ({ id, rows: own, week, month })),
        });
        if (rows) await database.write(scope, (tx) => saveBundle(tx, spaceId, packs, rows));
      }
      return { bundles: parts.length };
    },
  };
}
