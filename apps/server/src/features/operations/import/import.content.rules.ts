import { ROW_TEXT_LENGTH } from '@gantry/contract';
import {
  PRICE_TYPES,
  type AnyRow,
  type AssignmentExtra,
  blankRecord,
  byTable,
  type CalculationOptions,
  fieldsOf,
  formatMinute,
  type ItemExtra,
  minuteOf,
  type PlanAssignment,
  type PlanItem,
  VERSION_TABLE_NAMES,
  type VersionRow,
  type VersionTable,
  type WbsRow,
} from '@gantry/domain';
import { rateOn } from '@gantry/engine';
import type { ImportedProject } from '@gantry/interchange';

/** Rows of version content that a project of a file becomes. */
export type Content = { [T in VersionTable]: VersionRow<T>[] };

/** A version without rows. */
const emptyContent = (): Content => byTable((): never[] => []);

/** Rows of a table of a content, whichever it is. */
export const rowsOf = (content: Content, table: VersionTable): readonly AnyRow[] => content[table];

/** The rows of one project. Ids are those of the file model; they are unique in each table. */
export function contentOf(project: ImportedProject): Content {
  const { plan } = project;
  const attributeIds = new Set(project.attributes.filter(({ owner }) => owner === 'task' || owner === 'sum').map(({ id }) => id));
  const itemIds = new Set(plan.items.map(({ id }) => id));
  const calendarIds = new Set(plan.calendars.map(({ id }) => id));
  // Files name calendars that they do not hold.
  const calendarIn = (id: number | null): number | null => (id !== null && calendarIds.has(id) ? id : null);
  return {
    ...emptyContent(),
    calendar: plan.calendars.map((calendar) => ({ ...pick('calendar', calendar), baseId: calendarIn(calendar.baseId) })),
    wbs: wbsRows(project),
    relation: plan.relations.map((relation) => pick('relation', { ...relation, driving: false })),
    resource: plan.resources.map((resource, at) => ({
      ...pick('resource', { ...resource, rates: null, userId: null, managerId: null }),
      ...ratesOf(project.resourceDetails[at], plan.options.dataDate),
      calendarId: calendarIn(resource.calendarId),
    })),
    assignment: plan.assignments
      .filter(({ itemId }) => itemIds.has(itemId))
      .map((assignment) => pick('assignment', { ...assignment, extra: extraOfAssignment(assignment) })),
    attribute: project.attributes
      .filter(({ id }) => attributeIds.has(id))
      .map(({ id, name, type, origin }) => ({ id, name, type, source: 'user_value', origin, sourceId: null, options: null })),
    attributeValue: attributeValues(project, attributeIds, itemIds),
    importedDates: importedDates(project),
    settings: [{ id: 1, options: JSON.parse(JSON.stringify(plan.options)) as CalculationOptions, distributions: null }],
  };
}

/** Rates over time; the price and the limit of the row are those in force at the data date. One price that always holds is the row's. */
function ratesOf(details: ImportedProject['resourceDetails'][number] | undefined, dataDate: number): Partial<VersionRow<'resource'>> {
  const rates = (details?.rates ?? []).map(({ from, prices, maxUnitsPerHour }) => ({
    from: dateOrNull(from),
    limit: maxUnitsPerHour,
    prices: prices.slice(0, PRICE_TYPES),
  }));
  if (rates.length < 2 && !rates[0]?.prices.slice(1).some((price) => price !== null)) return {};
  const now = rateOn(rates, dataDate);
  return { rates, pricePerUnit: now?.prices[0] ?? null, ...(now?.limit == null ? {} : { limit: now.limit }) };
}

/** Dates of other centuries are slips of the pen or marks for "never": columns of dates could not hold them. */
const EARLIEST = minuteOf(1900, 1, 1);
const LATEST = minuteOf(3000, 1, 1);

export const dateOrNull = (minute: number | null | undefined): string | null =>
  minute === null || minute === undefined || !(minute >= EARLIEST && minute < LATEST) ? null : formatMinute(minute);

/** A text as a row can hold it; half a character at the cut is none. */
const cut = (text: string): string => (text.length > ROW_TEXT_LENGTH ? text.slice(0, ROW_TEXT_LENGTH) : text).toWellFormed();

/** Items whose name or code is cut. */
export function listCutItems({ plan }: ImportedProject): PlanItem[] {
  return plan.items.filter(({ name, code }) => name.length > ROW_TEXT_LENGTH || code.length > ROW_TEXT_LENGTH);
}

/** How many dates of the items are left out because no column could hold them. */
export function countUnstorableDates({ plan }: ImportedProject): number {
  const dates = fieldsOf('wbs').flatMap(({ name, kind }) => (kind === 'minute' ? [name as keyof PlanItem] : []));
  const isUnstorable = (minute: unknown) => typeof minute === 'number' && dateOrNull(minute) === null;
  return plan.items.reduce((sum, item) => sum + dates.filter((name) => isUnstorable(item[name])).length, 0);
}

/** Content of a file's project for which versions have no place. */
export function listLeftOut(
  project: ImportedProject,
): { what: 'notes' | 'steps' | 'expenses' | 'baselines' | 'attributes'; count: number }[] {
  const kept = new Set(project.attributes.filter(({ owner }) => owner === 'task' || owner === 'sum').map(({ id }) => id));
  return [
    { what: 'notes' as const, count: project.notes.length },
    { what: 'steps' as const, count: project.steps.length },
    { what: 'expenses' as const, count: project.expenses.length },
    { what: 'baselines' as const, count: project.baselines.length },
    { what: 'attributes' as const, count: project.values.filter(({ attributeId }) => !kept.has(attributeId)).length },
  ].filter(({ count }) => count > 0);
}

/** The fields that a table has, dates written out; what the source lacks is null. */
function pick<T extends VersionTable>(table: T, source: object): VersionRow<T> {
  const values = source as Record<string, unknown>;
  const row = blankRecord(table);
  for (const { name, kind } of fieldsOf(table)) {
    const value = values[name] ?? null;
    row[name] = kind === 'minute' ? dateOrNull(value as number | null) : kind === 'text' ? cut(value as string) : value;
  }
  return row as VersionRow<T>;
}

const WBS_FIELDS = new Set(fieldsOf('wbs').map(({ name }) => name));

/** Inputs of an assignment that the table has no column for. */
function extraOfAssignment({ carriesVolume, rateType, remainingBy }: PlanAssignment): AssignmentExtra | null {
  const extra = { ...(carriesVolume ? { carriesVolume } : {}), ...(rateType ? { rateType } : {}), ...(remainingBy ? { remainingBy } : {}) };
  return Object.keys(extra).length ? extra : null;
}

/** Inputs of an item that the table has no column for. */
function extraOf(item: PlanItem): ItemExtra | null {
  const extra = Object.fromEntries(
    Object.entries(item).filter(([name, value]) => !WBS_FIELDS.has(name) && value !== null && value !== undefined),
  );
  return Object.keys(extra).length ? (JSON.parse(JSON.stringify(extra)) as ItemExtra) : null;
}

function wbsRows({ plan, stored }: ImportedProject): WbsRow[] {
  const placeOf = new Map<number | null, number>();
  const known = new Set(plan.items.map(({ id }) => id));
  const calendars = new Set(plan.calendars.map(({ id }) => id));
  return plan.items.map((item, index) => {
    const parentId = item.parentId !== null && known.has(item.parentId) ? item.parentId : null;
    const position = (placeOf.get(parentId) ?? 0) + 1;
    placeOf.set(parentId, position);
    const early = stored.items[index];
    const row = pick('wbs', {
      ...item,
      volumeUnit: item.volumeUnit ?? '',
      dayPlanned: item.dayPlanned ?? true,
      parentId,
      position,
      extra: extraOf(item),
      critical: false,
      nearCritical: false,
      longestPath: false,
      late: false,
    });
    row.calendarId = row.calendarId !== null && calendars.has(row.calendarId) ? row.calendarId : null;
    row.start = dateOrNull(item.actualStart ?? early?.earlyStart ?? item.start);
    row.finish = dateOrNull(item.actualFinish ?? early?.earlyFinish ?? item.finish);
    return spanned(row);
  });
}

/** A finish that lies before its start (stale dates of the file) is drawn as a point. */
function spanned(row: WbsRow): WbsRow {
  return row.start !== null && row.finish !== null && row.finish < row.start ? { ...row, finish: row.start } : row;
}

function attributeValues(
  project: ImportedProject,
  attributeIds: ReadonlySet<number>,
  itemIds: ReadonlySet<number>,
): VersionRow<'attributeValue'>[] {
  const attributes = new Map(project.attributes.map((attribute) => [attribute.id, attribute]));
  const texts = new Map(
    project.attributes.flatMap(({ id, values }) =>
      values.map((value): [string, string] => [`${id}:${value.id}`, value.name ? `${value.code} ${value.name}`.trim() : value.code]),
    ),
  );
  let id = 0;
  return project.values
    .filter(({ attributeId, ownerId }) => attributeIds.has(attributeId) && itemIds.has(ownerId))
    .map(({ attributeId, ownerId, value }) => {
      const type = attributes.get(attributeId)?.type;
      const shown =
        type === 'list' ? (texts.get(`${attributeId}:${String(value)}`) ?? value) : type === 'date' ? formatMinute(value as number) : value;
      return { id: ++id, itemId: ownerId, attributeId, value: shown };
    });
}

function importedDates({ plan, stored }: ImportedProject): VersionRow<'importedDates'>[] {
  return plan.items.flatMap((item, index) => {
    const dates = stored.items[index];
    if (!dates || (dates.earlyStart === null && dates.lateStart === null)) return [];
    return [pick('importedDates', { id: item.id, ...dates })];
  });
}

/** The highest id in use. */
export function lastIdOf(content: Content): number {
  let last = 0;
  for (const table of VERSION_TABLE_NAMES) for (const { id } of content[table]) if (id > last) last = id;
  return last;
}
