import type { JsonValue, Replaced, VersionRow, WbsRow } from '@gantry/domain';
import type { Context } from '../../../../platform/context.ts';
import { fail } from '../../../../platform/fail.ts';
import type { Draft } from '../../edits/edits.service.ts';
import { catalogFor } from '../../version-directories/version-directories.resources.service.ts';
import { refuseMismatch, settle } from '../../version-directories/version-directories.service.ts';
import { changeItems } from '../../wbs/wbs.service.ts';
import { namesOfPeople } from '../replacements.repository.ts';
import { EMPTY, type Outcome, type Replacer } from './replacements.replacer.rules.ts';

const FIELDS = { executor: ['executorId', 'executor_id'], curator: ['curatorId', 'curator_id'] } as const;

type Ends = { from: number | null; to: number | null };

/** Replaces the executor or the curator; a row that refuses the new person is reported with its reason. */
export const replacePerson =
  (kind: keyof typeof FIELDS) =>
  async (context: Context, draft: Draft, { from, to }: Ends, rows: readonly WbsRow[]): Promise<Outcome> => {
    const names = await namesOfPeople(
      draft.tx,
      context.spaceId,
      [from, to].flatMap((id) => id ?? []),
    );
    if (to !== null && !names.has(to)) fail('replacement.unknown_person', { id: to });
    const [field, wire] = FIELDS[kind];
    const items = rows.filter((row) => row[field] === from).map(({ id }) => ({ id, [wire]: to }));
    const refused = items.length ? await changeItems(context, draft, items, true) : [];
    const nameOf = (id: number | null): string => (id === null ? '' : (names.get(id) ?? `${id}`));
    return outcomeOf(items, refused, nameOf(from), nameOf(to));
  };

/** Another value takes the place of one; null = none. */
export const replaceValue: Replacer<'attribute'> = async (context, draft, { attribute: name, from, to }, rows) => {
  const attribute = (await draft.all('attribute')).find((one) => one.name === name && !draft.mask?.hidden.has(one.id));
  if (!attribute) fail('replacement.not_in_version', { name });
  const values = new Map((await draft.rowsBy('attributeValue', 'attributeId', [attribute.id])).map((row) => [row.itemId, row.value]));
  const wanted = JSON.stringify(from);
  const items = rows
    .filter(({ id }) => JSON.stringify(values.get(id) ?? null) === wanted)
    .map(({ id }) => ({ id, attributes: { [attribute.id]: to } }));
  const refused = items.length ? await changeItems(context, draft, items, true) : [];
  return outcomeOf(items, refused, textOf(from), textOf(to));
};

export const textOf = (value: JsonValue): string => (value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value));

function outcomeOf(items: readonly { id: number }[], refused: Outcome['refused'], before: string, after: string): Outcome {
  const kept = new Set(refused.map(({ id }) => id));
  return { ...EMPTY, refused, lines: items.filter(({ id }) => !kept.has(id)).map(({ id }) => ({ itemId: id, before, after })) };
}

type OfDirectory = Extract<Replaced, { kind: 'directory_row' }>;

/** Values of a version that a rule replaces by another row of their directory. */
export async function valuesReplaced(draft: Draft, { directory_id, from }: OfDirectory): Promise<VersionRow<'directoryValue'>[]> {
  const values = await draft.rowsBy('directoryValue', 'directoryId', [directory_id]);
  return values.filter(({ rowId, broughtById }) => rowId === from && broughtById === null);
}

/** Works take another row of a directory, with all that follows from it. */
export const replaceDirectoryRow: Replacer<'directory_row'> = async (_, draft, what, rows) => {
  const { directory_id, to } = what;
  const wanted = new Set(rows.map(({ id }) => id));
  const values = (await valuesReplaced(draft, what)).filter(({ itemId }) => itemId !== null && wanted.has(itemId));
  if (!values.length) return EMPTY;
  const patch = { rowId: to };
  const changed = values.map((value): VersionRow<'directoryValue'> => ({ ...value, ...patch }));
  const next = (await catalogFor(draft.tx, draft.key, changed)).row(directory_id, to);
  if (!next) fail('version_directory.row_not_found', { id: to });
  for (const { id } of values) draft.update('directoryValue', id, patch);
  await refuseMismatch(draft, changed);
  const ids = [...new Set(values.flatMap(({ itemId }) => itemId ?? []))];
  await settle(draft, ids);
  const title = ({ code, name }: { code: string; name: string }): string => `${code} ${name}`.trim();
  return {
    ...EMPTY,
    lines: values.flatMap((value) => (value.itemId === null ? [] : [{ itemId: value.itemId, before: title(value), after: title(next) }])),
  };
};
