import type { AnyRow } from '@gantry/domain';
import type { Draft } from '../edits/edits.service.ts';
import {
  canBeFollowed,
  type CodeGiver,
  codeGiver,
  followSeries,
  giverOf,
  type KnownSeries,
  prefixLike,
  type Series,
} from './wbs.codes.rules.ts';
import { listCodes, listNewestCodes, listSeries, listTakenCodes } from './wbs.repository.ts';

/** Of more rows than this the codes of the whole version are read once. */
const FEW = 200;
/** So many of the newest rows say which series tasks of a version usually belong to. */
const LOOKED_AT = 1000;
/** What edits remember of a version, and most series of it. */
const SERIES = 'series of codes';
const MOST_SERIES = 50;

/** Gives codes beside those that a version has, for rows that are copied. */
export async function codesBeside(draft: Draft, rows: readonly AnyRow[]): Promise<CodeGiver> {
  const codes = rows.map((row) => String(row['code'])).filter(Boolean);
  return codes.length <= FEW && codes.every(canBeFollowed) ? giverFor(draft, codes) : codeGiver(await listCodes(draft.tx, draft.key));
}

async function giverFor(draft: Draft, codes: readonly string[]): Promise<CodeGiver> {
  const taken = await listTakenCodes(draft.tx, draft.key, codes);
  return giverOf(await seriesOf(draft, [...new Set(taken.map(prefixLike))]), taken);
}

/** The series with some beginnings that the version has. They are remembered from edit to edit, as looking for their ends passes over all codes. */
async function seriesOf({ tx, key, remembered }: Draft, prefixes: readonly string[]): Promise<Series[]> {
  const known = new Map<string, Series | null>(remembered?.find<KnownSeries>(SERIES));
  const missing = prefixes.filter((prefix) => !known.has(prefix));
  for (const prefix of missing) known.set(prefix, null);
  if (missing.length) for (const one of await listSeries(tx, key, missing)) known.set(one.prefix, one);
  remembered?.keep<KnownSeries>(SERIES, new Map([...known].slice(-MOST_SERIES)), followSeries);
  // Whoever gives codes counts in copies.
  return prefixes.flatMap((prefix) => structuredClone(known.get(prefix)) ?? []);
}

/** The next free code: of the series of the task before, else of the usual one. */
export async function nextCode(draft: Draft, afterId: number | null): Promise<string> {
  const before = afterId === null ? null : await draft.find('wbs', afterId);
  const isLike = before !== null && before.type !== 'sum' && /\d$/.test(before.code) && canBeFollowed(before.code);
  const like = isLike ? before.code : codeGiver(await listNewestCodes(draft.tx, draft.key, LOOKED_AT)).next();
  const series = await seriesOf(draft, [prefixLike(like)]);
  return series.length ? giverOf(series, []).next(like) : like;
}
