import type { SearchKind } from '@gantry/contract';
import type { Context, Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { describeError } from '../../../platform/log.ts';
import {
  type Change,
  forgetAlike,
  forgetChanges,
  listNextObjects,
  listSources,
  listSourcesOfVersion,
  listSpacesToIndex,
  moveChange,
  noteAll,
  OF_VERSIONS,
  type OfVersions,
  removeEntries,
  saveEntries,
  saveLexemes,
  type Source,
  takeChanges,
} from './search.index.repository.ts';
import { stemsOf } from './search.stems.service.ts';
import { vectorOfLexeme } from './search.alike.rules.ts';
import { tokensOf, vectorOf, wordsToStem } from './search.words.rules.ts';

/** Triggers of the sources notify on it, in the transaction of the change. */
const CHANNEL = 'gantry_search';
const CHANGES = 500;
const SOURCES = 1000;
/** What changes at once is indexed at once. Where changes go on and on, a round takes those of half a second: it costs what one of them does. */
const GATHER_MS = { first: 100, next: 500 };
/** A notification may be lost with its connection. */
const LOOK_EVERY_MS = 15_000;

type Needs = Pick<Services, 'database' | 'push' | 'log'>;

const isOfVersions = (kind: SearchKind): kind is OfVersions => (OF_VERSIONS as readonly SearchKind[]).includes(kind);
const isWhole = ({ kind, object, part }: Change): boolean => object === null || (isOfVersions(kind) && part === null);

async function keep(tx: Tx, spaceId: number, kind: SearchKind, sources: readonly Source[]): Promise<void> {
  const cuts = sources.map(({ text }) => tokensOf(text));
  const { stems } = await stemsOf(tx, cuts);
  await saveEntries(
    tx,
    spaceId,
    kind,
    sources.map((source, at) => ({ ...source, vector: vectorOf(cuts[at], stems, source) })),
  );
  const lexemes = new Set(cuts.flatMap(wordsToStem).flatMap(stems));
  await saveLexemes(tx, spaceId, [...lexemes], vectorOfLexeme);
}

/** Indexes single objects: what is there is kept, what is gone is removed. */
async function indexSingles(tx: Tx, spaceId: number, changes: readonly Change[]): Promise<void> {
  for (const [kind, ofKind] of Map.groupBy(changes, (change) => change.kind)) {
    if (isOfVersions(kind) || kind === 'value') {
      for (const [object, ofObject] of Map.groupBy(ofKind, (change) => change.object ?? 0)) {
        const parts = new Set(ofObject.map(({ part }) => part ?? 0));
        const sources =
          kind !== 'value'
            ? await listSourcesOfVersion(tx, spaceId, kind, object, { ids: [...parts] })
            : (await listSources(tx, spaceId, kind, [object])).filter(({ part }) => parts.has(part));
        const there = new Set(sources.map(({ part }) => part));
        const gone = [...parts].filter((part) => !there.has(part));
        if (gone.length) await removeEntries(tx, spaceId, kind, [object], gone);
        await keep(tx, spaceId, kind, sources);
      }
      continue;
    }
    const objects = new Set(ofKind.map(({ object }) => object ?? 0));
    const sources = await listSources(tx, spaceId, kind, [...objects]);
    const there = new Set(sources.map(({ object }) => object));
    const gone = [...objects].filter((object) => !there.has(object));
    if (gone.length) await removeEntries(tx, spaceId, kind, gone);
    await keep(tx, spaceId, kind, sources);
  }
}

/** Indexes the next part of a whole kind, or of a version's works or values. */
async function indexNext(tx: Tx, spaceId: number, change: Change): Promise<void> {
  const { id, kind, object, seen } = change;
  if (seen === 0) {
    await forgetAlike(tx, spaceId, change);
    await removeEntries(tx, spaceId, kind, object === null ? undefined : [object]);
  }
  if (object === null || !isOfVersions(kind)) {
    const objects = await listNextObjects(tx, spaceId, kind, seen, SOURCES);
    await keep(tx, spaceId, kind, await listSources(tx, spaceId, kind, objects));
    return goOn(objects);
  }
  const sources = await listSourcesOfVersion(tx, spaceId, kind, object, { after: seen, limit: SOURCES });
  await keep(tx, spaceId, kind, sources);
  return goOn(sources.map(({ part }) => part));

  async function goOn(done: readonly number[]): Promise<void> {
    const last = done.at(-1);
    if (last !== undefined && done.length >= SOURCES) await moveChange(tx, spaceId, id, last);
    else await forgetChanges(tx, spaceId, [id]);
  }
}

async function indexSpace({ database }: Needs, spaceId: number): Promise<number> {
  return database.write({ spaceId, userId: null }, async (tx) => {
    const changes = await takeChanges(tx, spaceId, CHANGES);
    const singles = changes.filter((change) => !isWhole(change));
    if (!singles.length) {
      if (changes[0]) await indexNext(tx, spaceId, changes[0]);
      return changes.length;
    }
    await indexSingles(tx, spaceId, singles);
    await forgetChanges(
      tx,
      spaceId,
      singles.map(({ id }) => id),
    );
    return singles.length;
  });
}

/** Indexes what has changed until nothing is left, or the signal aborts. */
export async function indexChanges(services: Needs, signal?: AbortSignal): Promise<void> {
  const system = { spaceId: null, userId: null, system: true };
  for (let done = 1; done > 0 && !signal?.aborted;) {
    done = 0;
    for (const spaceId of await services.database.read(system, listSpacesToIndex)) {
      if (signal?.aborted) return;
      done += await indexSpace(services, spaceId);
    }
  }
}

/** Indexes whatever changes from now on; the returned function ends that. */
export function startSearchIndex(services: Needs): () => Promise<void> {
  const stop = new AbortController();
  let again = false;
  let working: Promise<void> | null = null;
  let ended = Number.NEGATIVE_INFINITY;
  const wake = (): void => {
    again = true;
    if (working || stop.signal.aborted) return;
    working = work().finally(() => (working = null));
  };
  const work = async (): Promise<void> => {
    while (again && !stop.signal.aborted) {
      const goesOn = performance.now() - ended < GATHER_MS.next;
      await new Promise((resolve) => setTimeout(resolve, goesOn ? GATHER_MS.next : GATHER_MS.first));
      again = false;
      await indexChanges(services, stop.signal).catch((error: unknown) => services.log.warn('search.index', describeError(error)));
      ended = performance.now();
    }
  };
  services.push.on(CHANNEL, wake);
  const timer = setInterval(wake, LOOK_EVERY_MS);
  timer.unref();
  wake();
  return async () => {
    stop.abort();
    clearInterval(timer);
    await working;
  };
}

/** Rebuilds the index of the space. Until the job ends, a search misses what it has not indexed yet. */
export async function rebuild(context: Context): Promise<void> {
  await context.write((tx) => noteAll(tx, context.spaceId));
}
