import type { CatalogSource, UnsavedChange } from '@gantry/contract';
import { type JsonValue, sameValue } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { changeAttribute, getAttribute, listTakeable } from '../../catalog/attributes/attributes.service.ts';
import { changeCalendar, followedFields, listCalendarsOf, readCalendar } from '../../catalog/calendars/calendars.service.ts';
import { changeFormula } from '../../catalog/calculated-attribute-settings/calculated-attribute-settings.service.ts';
import {
  distributionsAt,
  givenDistributions,
  keepDistributions,
  ownDistributions,
} from '../../catalog/distributions/distributions.service.ts';
import { changeCoefficient, readCoefficient } from '../../catalog/coefficients/coefficients.service.ts';
import { takeOver } from '../attribute-values/attribute-values.service.ts';
import { type Draft, FOLLOWING_EDIT } from '../edits/edits.service.ts';
import { followCalendar } from '../version-calendars/version-calendars.service.ts';
import { settle } from '../version-directories/version-directories.service.ts';
import { getVersion } from '../version-heads/version-heads.service.ts';

/** Makes the edit that brings a version up to some sources as they are now. */
type Follow = (context: Context, versionId: number, sourceIds: readonly number[]) => Promise<(draft: Draft) => Promise<void>>;

/** What relations lead to is counted along chains: whichever link has changed, all values are looked at. */
const byDirectories: Follow = async () => (draft) => settle(draft, null);

/** How versions follow each kind of source. */
export const FOLLOW: Record<CatalogSource, Follow> = {
  directory: byDirectories,
  relation: byDirectories,
  coefficient: byDirectories,
  async calendar(context, versionId, sourceIds) {
    const { schedule_id } = await getVersion(context, versionId);
    const sources = (await listCalendarsOf(context, schedule_id)).filter(({ id }) => sourceIds.includes(id));
    return async (draft) => {
      for (const source of sources) await followCalendar(draft, source.id, followedFields(source));
    };
  },
  async attribute(context, versionId, sourceIds) {
    const { schedule_id } = await getVersion(context, versionId);
    const sources = (await listTakeable(context, schedule_id)).filter(({ sourceId }) => sourceIds.includes(sourceId));
    return (draft) => takeOver(draft, sources);
  },
  async distribution(context, versionId) {
    const { schedule_id } = await getVersion(context, versionId);
    const given = givenDistributions(await context.read((db) => distributionsAt(db, context.spaceId, schedule_id)));
    return async (draft) => {
      const [settings] = await draft.all('settings');
      if (!settings) draft.insert('settings', { id: draft.newId(), options: {}, distributions: given });
      else if (!sameValue(settings.distributions, given)) draft.update('settings', settings.id, { distributions: given });
    };
  },
};

/** The edit by which a version of a schedule that was moved takes what holds at the new place. */
export const MOVED_EDIT = 'distribution.move';

/** How the history calls the edit that follows a source. */
export const editOf = (source: CatalogSource): string => EDITS[source] ?? 'catalog.follow';
const EDITS: Partial<Record<CatalogSource, string>> = {
  calendar: 'calendar.follow',
  attribute: FOLLOWING_EDIT,
  distribution: 'distribution.follow',
};

type Savable<S extends UnsavedChange['source']> = {
  /** The present catalog value in the form that `save` takes. */
  read(context: Context, id: number): Promise<Extract<UnsavedChange, { source: S }>['change']>;
  save(context: Context, id: number, change: Extract<UnsavedChange, { source: S }>['change']): Promise<unknown>;
};

/** Sources whose change can be looked at before it is saved. */
const SAVABLE: { [S in UnsavedChange['source']]: Savable<S> } = {
  calendar: { read: readCalendar, save: (context, id, change) => changeCalendar(context, id, change) },
  attribute: {
    async read(context, id) {
      const { name, key, type, owners, values, unit, required, unique, inherits, default_value, formula } = await getAttribute(context, id);
      return { name, key, type, owners, values, unit, required, unique, inherits, default_value, formula };
    },
    async save(context, id, { formula, ...change }) {
      await changeAttribute(context, id, change, null);
      if (formula !== undefined && formula !== (await getAttribute(context, id)).formula) await changeFormula(context, id, formula);
    },
  },
  coefficient: { read: readCoefficient, save: changeCoefficient },
  distribution: { read: ownDistributions, save: keepDistributions },
};

/** Reads the catalog's present value of a changed source. */
export const readSource = (context: Context, { source, source_id }: Pick<UnsavedChange, 'source' | 'source_id'>): Promise<JsonValue> =>
  SAVABLE[source].read(context, source_id);

/** Saves a change of the catalog alone: no version follows it. */
export async function saveSource(context: Context, { source, source_id, change }: UnsavedChange): Promise<void> {
  await SAVABLE[source].save(context, source_id, change as never);
}

/** A context that reads and writes in an open transaction. */
export const within = (context: Context, tx: Tx): Context => ({ ...context, read: (work) => work(tx), write: (work) => work(tx) });

/** Does work as it would go if a change of the catalog were saved, in a transaction that is rolled back. */
export async function rehearse<R>(context: Context, change: UnsavedChange, work: (inner: Context) => Promise<R>): Promise<R> {
  const over = new Error('rehearsed');
  let result: { value: R } | null = null;
  try {
    await context.write(async (tx) => {
      const inner = within(context, tx);
      await saveSource(inner, change);
      result = { value: await work(inner) };
      throw over;
    });
  } catch (error) {
    if (error !== over) throw error;
  }
  return (result as unknown as { value: R }).value;
}
