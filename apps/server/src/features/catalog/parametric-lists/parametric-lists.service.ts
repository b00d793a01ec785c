import { MOST_LIST_ENTRIES, type ParametricListDefinition } from '@gantry/contract';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { fail } from '../../../platform/fail.ts';
import { countEntries, deleteList, findNamed, listLists, saveList, updateList } from './parametric-lists.repository.ts';

/** Parametric lists of the space. */
export const listAllLists = (context: Context) => context.read((db) => listLists(db, context.spaceId));

async function check(context: Context, tx: Tx, { name, entries }: Partial<ParametricListDefinition>, own?: number): Promise<void> {
  const same = name === undefined ? null : await findNamed(tx, context.spaceId, name);
  if (same !== null && same !== own) fail('parametric_list.name_taken', { name });
  const seen = new Set<string>();
  for (const entry of entries ?? []) {
    if (seen.has(entry.name.toLowerCase())) fail('parametric_list.entry_twice', { entry: entry.name });
    seen.add(entry.name.toLowerCase());
  }
  if (entries && (await countEntries(tx, context.spaceId, own)) + entries.length >= MOST_LIST_ENTRIES)
    fail('parametric_list.entries_full', { most: MOST_LIST_ENTRIES });
}

/** Creates a list; no entry stands in it twice. */
export async function createList(context: Context, list: ParametricListDefinition): Promise<number> {
  return context.write(async (tx) => {
    await check(context, tx, list);
    return saveList(tx, context.spaceId, list);
  });
}

export async function changeList(context: Context, id: number, change: Partial<ParametricListDefinition>): Promise<void> {
  await context.write(async (tx) => {
    await check(context, tx, change, id);
    if (!(await updateList(tx, context.spaceId, id, change))) fail('parametric_list.not_found', { id });
  });
}

/** Deletes a list. */
export async function removeList(context: Context, id: number): Promise<void> {
  await context.write(async (tx) => {
    if (!(await deleteList(tx, context.spaceId, id))) fail('parametric_list.not_found', { id });
  });
}
