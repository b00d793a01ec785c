import type { api, Output } from '@gantry/contract';
import type { Context } from '../../../platform/context.ts';
import { getHead, keyOf } from './directories.edit.service.ts';
import { searchRows } from './directories.search.repository.ts';

/** Further words are ignored. */
const MOST_WORDS = 8;

/** Returns a page of the rows of a directory that match the typed text. */
export async function findRows(
  context: Context,
  epsId: number,
  directoryId: number,
  { search, offset, limit }: { search: string; offset: number; limit: number },
): Promise<Output<typeof api.directories.findRows>> {
  const { revision, row_count } = await getHead(context, epsId, directoryId);
  // A path may be typed as it is shown, with its parting signs.
  const words = [...new Set(search.split(/[\s/›]+/).filter(Boolean))].slice(0, MOST_WORDS);
  const found = await context.read((db) => searchRows(db, keyOf(context, directoryId), { words, text: search, offset, limit }));
  return { revision, total: found.total ?? row_count, rows: found.rows };
}
