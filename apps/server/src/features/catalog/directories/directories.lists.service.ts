import type { DirectoryList, DirectoryListValue } from '@gantry/contract';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { type Draft, editDirectory, getHead, keyOf } from './directories.edit.service.ts';
import { readDefinition } from './directories.repository.ts';
import { listRecords } from './rows/directories.rows.repository.ts';
import { differenceOf } from './rows/directories.rows.rules.ts';

type ValueIn = { id?: number; text: string; parameter: number | null };

export async function listLists(context: Context, epsId: number, directoryId: number): Promise<DirectoryList[]> {
  await getHead(context, epsId, directoryId);
  return [...(await context.read((db) => readDefinition(db, keyOf(context, directoryId)))).lists];
}

/** Creates a list with its values. */
export async function createDirectoryList(
  context: Context,
  epsId: number,
  directoryId: number,
  { name, values }: { name: string; values: readonly Omit<ValueIn, 'id'>[] },
) {
  return answer(await editDirectory(context, epsId, directoryId, 'list_create', async (draft) => draftList(draft, name, values)));
}

/** Puts a new list into a draft. */
export function draftList(draft: Draft, name: string, values: readonly Omit<ValueIn, 'id'>[]): DirectoryList {
  const { definition } = draft;
  refuseListName(definition.lists, name);
  const id = draft.newId();
  draft.added('list', { id, name, position: definition.lists.length + 1 });
  const list: DirectoryList = { id, name, values: [] };
  draft.definition = { ...definition, lists: [...definition.lists, list] };
  list.values = settle(draft, list, values);
  return list;
}

const answer = ({ revision, diff, result }: { revision: number; diff: Draft['diff']; result: DirectoryList }) => ({
  revision,
  diff,
  list: result,
});

function refuseListName(lists: readonly DirectoryList[], name: string, own?: number): void {
  if (lists.some((list) => list.id !== own && list.name.toLowerCase() === name.toLowerCase())) fail('directory_list.name_taken', { name });
}

const listOf = ({ definition }: Draft, id: number): DirectoryList =>
  definition.lists.find((list) => list.id === id) ?? fail('directory_list.not_found', { id });

/** Makes the values of a list what they are to be, in their order; answers them. */
function settle(draft: Draft, list: DirectoryList, wanted: readonly ValueIn[]): DirectoryListValue[] {
  const seen = new Set<string>();
  for (const { text } of wanted) {
    if (seen.has(text.toLowerCase())) fail('directory_list.value_taken', { value: text });
    seen.add(text.toLowerCase());
  }
  const known = new Map(list.values.map((value) => [value.id, value]));
  const kept = new Set(wanted.flatMap(({ id }) => id ?? []));
  const result = wanted.map(({ id, text, parameter }, index): DirectoryListValue => {
    const before = id === undefined ? undefined : known.get(id);
    if (id !== undefined && !before) fail('directory_list.value_not_found', { id });
    const next = { id: id ?? draft.newId(), text, parameter, position: index + 1 };
    if (!before) draft.added('list_value', { ...next, list_id: list.id });
    else {
      const difference = differenceOf(before, next);
      if (difference) draft.updated('list_value', { id: next.id, ...difference });
    }
    return next;
  });
  for (const value of list.values) if (!kept.has(value.id)) draft.removed('list_value', { ...value, list_id: list.id });
  return result;
}

/** Adds, changes or deletes a value of a list. Cells with a deleted value become invalid. */
export async function setListValue(
  context: Context,
  epsId: number,
  directoryId: number,
  listId: number,
  { id, text, parameter, remove }: { id?: number; text?: string; parameter: number | null; remove: boolean },
) {
  return answer(
    await editDirectory(context, epsId, directoryId, 'list_value', async (draft) => {
      const list = listOf(draft, listId);
      if (id !== undefined && !list.values.some((value) => value.id === id)) fail('directory_list.value_not_found', { id });
      if (id === undefined && (remove || text === undefined)) fail('directory_list.value_not_found', { id: 0 });
      const wanted: ValueIn[] = remove
        ? list.values.filter((value) => value.id !== id)
        : id === undefined
          ? [...list.values, { text: text as string, parameter }]
          : list.values.map((value) => (value.id === id ? { id, text: text ?? value.text, parameter } : value));
      return { ...list, values: settle(draft, list, wanted) };
    }),
  );
}

/** Sets all values of a list, and its name. */
export async function setListValues(
  context: Context,
  epsId: number,
  directoryId: number,
  listId: number,
  { name, values }: { name?: string; values: readonly ValueIn[] },
) {
  return answer(
    await editDirectory(context, epsId, directoryId, 'list_values', async (draft) => {
      const list = listOf(draft, listId);
      if (name !== undefined && name !== list.name) {
        refuseListName(draft.definition.lists, name, listId);
        draft.updated('list', { id: listId, before: { name: list.name }, after: { name } });
      }
      return { ...list, name: name ?? list.name, values: settle(draft, list, values) };
    }),
  );
}

/** Deletes a list that no column is chosen from. */
export async function removeDirectoryList(context: Context, epsId: number, directoryId: number, listId: number) {
  const { revision, diff } = await editDirectory(context, epsId, directoryId, 'list_delete', async (draft) => {
    const list = listOf(draft, listId);
    const users = draft.definition.columns.filter(({ list_id }) => list_id === listId).map(({ name }) => name);
    if (users.length) fail('directory_list.in_use', { name: list.name, users });
    for (const value of list.values) draft.removed('list_value', { ...value, list_id: listId });
    const [record] = await listRecords(draft.tx, draft.key, 'list', [listId]);
    draft.removed('list', record);
  });
  return { revision, diff };
}
