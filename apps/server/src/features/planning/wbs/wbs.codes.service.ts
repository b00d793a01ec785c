import type { AnyRow } from '@gantry/domain';
import type { Draft } from '../edits/edits.service.ts';
import { canBeFollowed, type CodeGiver, codeGiver, giverOf, prefixLike } from './wbs.codes.rules.ts';
import { listCodes, listNewestCodes, listSeries, listTakenCodes } from './wbs.repository.ts';

/** Of more rows than this the codes of the whole version are read once. */
const FEW = 200;
/** So many of the newest rows say which series tasks of a version usually belong to. */
const LOOKED_AT = 1000;

/** Gives codes beside those that a version has, for rows that are copied. */
export async function codesBeside(draft: Draft, rows: readonly AnyRow[]): Promise<CodeGiver> {
  const codes = rows.map((row) => String(row['code'])).filter(Boolean);
  return codes.length <= FEW && codes.every(canBeFollowed) ? giverFor(draft, codes) : codeGiver(await listCodes(draft.tx, draft.key));
}

async function giverFor({ tx, key }: Draft, codes: readonly string[]): Promise<CodeGiver> {
  const taken = await listTakenCodes(tx, key, codes);
  return giverOf(taken.length ? await listSeries(tx, key, [...new Set(taken.map(prefixLike))]) : [], taken);
}

/** The next free code: of the series of the task before, else of the usual one. */
export async function nextCode(draft: Draft, afterId: number | null): Promise<string> {
  const before = afterId === null ? null : await draft.find('wbs', afterId);
  const isLike = before !== null && before.type !== 'sum' && /\d$/.test(before.code) && canBeFollowed(before.code);
  const like = isLike ? before.code : codeGiver(await listNewestCodes(draft.tx, draft.key, LOOKED_AT)).next();
  const series = await listSeries(draft.tx, draft.key, [prefixLike(like)]);
  return series.length ? giverOf(series, []).next(like) : like;
}
