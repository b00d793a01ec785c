import { type AnyRow, fieldsOf, optionsOfSettings, sameValue, type VersionTable } from '@gantry/domain';
import type { ImportedProject } from '@gantry/interchange';
import { attributesOver } from './export.overlay.attributes.rules.ts';
import { itemsOver } from './export.overlay.items.rules.ts';
import { type VersionContent } from './export.project.rules.ts';

/** The imported and the present content of a version. */
export type Overlay = {
  /** The project as its file has it. */
  project: ImportedProject;
  /** The rows that it became. */
  before: VersionContent;
  /** The rows of today, and the project that they alone make. */
  after: VersionContent;
  plain: ImportedProject;
};

/** The project of a file with what has changed in its version since: all that no row of the version holds stays as the file has it. */
export function projectOver({ project, before, after, plain }: Overlay): ImportedProject {
  const items = itemsOver(project, before.wbs, after.wbs, plain);
  const has = (itemId: number | null): boolean => itemId === null || items.known.has(itemId);
  const calendars = changedRows('calendar', project.plan.calendars, before, after, plain.plan.calendars);
  const resources = changedRows('resource', project.plan.resources, before, after, plain.plan.resources);
  const assignments = changedRows('assignment', project.plan.assignments, before, after, plain.plan.assignments);
  const relations = changedRows('relation', project.plan.relations, before, after, plain.plan.relations);
  return {
    ...project,
    plan: {
      ...project.plan,
      options: optionsOver({ project, before, after, plain }),
      items: items.items,
      calendars: calendars.map(({ value }) => value),
      resources: resources.map(({ value }) => value),
      relations: relations.map(({ value, changed }) => (changed?.has('lagMinutes') ? { ...value, lagShare: null } : value)),
      assignments: assignments.map(({ value }) => value),
      externalLimits: project.plan.externalLimits.filter(({ itemId }) => has(itemId)),
    },
    ...attributesOver(project, before, after, items.known),
    notes: project.notes.filter(({ itemId }) => has(itemId)),
    steps: project.steps.filter(({ itemId }) => has(itemId)),
    expenses: project.expenses.filter(({ itemId }) => has(itemId)),
    baselines: project.baselines.filter(({ itemId }) => has(itemId)),
    calendarSourceIds: calendars.map(({ at }) => (at === null ? null : project.calendarSourceIds[at])),
    details: items.details,
    stored: {
      items: items.stored,
      relations: relations.map(({ at, own, changed, value }) => {
        const stored = at === null ? plain.stored.relations[own] : project.stored.relations[at];
        const isStale = (changed?.size ?? 0) > 0 || items.moved.has(value.predecessorId) || items.moved.has(value.successorId);
        return isStale ? { ...stored, impliedEarlyStart: null, impliedLateFinish: null } : stored;
      }),
    },
    assignmentDetails: assignments.map(({ at, own, changed }) => {
      if (at === null) return plain.assignmentDetails[own];
      const details = project.assignmentDetails[at];
      return {
        ...details,
        ...(changed?.has('plannedUnits') ? { plannedUnitsPerHour: null } : {}),
        ...(changed?.has('remainingUnits') ? { remainingUnitsPerHour: null } : {}),
        ...(changed?.has('curve') ? { curveName: null } : {}),
      };
    }),
    resourceDetails: resources.map(({ at, own, value, changed }) => {
      if (at === null) return plain.resourceDetails[own];
      const details = project.resourceDetails[at];
      if (changed?.has('rates')) return { ...details, rates: plain.resourceDetails[own].rates };
      const { pricePerUnit, limit } = project.plan.resources[at];
      const rates = details.rates.map((rate) => ({
        ...rate,
        prices: rate.prices.map((price, level) => (level === 0 && price === pricePerUnit ? value.pricePerUnit : price)),
        maxUnitsPerHour: rate.maxUnitsPerHour === limit ? value.limit : rate.maxUnitsPerHour,
      }));
      return { ...details, rates };
    }),
  };
}

/** A row of the model, its index in the file and among present rows, and its changed fields. */
type Changed<T> = { value: T; at: number | null; own: number; changed: Set<string> | null };

/** Rows of a table in the order of the file, new ones last; unchanged fields keep the file's values. */
function changedRows<T extends { id: number }>(
  table: VersionTable,
  known: readonly T[],
  before: VersionContent,
  after: VersionContent,
  plain: readonly T[],
): Changed<T>[] {
  const [was, is]: (readonly AnyRow[])[] = [before[table], after[table]];
  const olds = new Map(was.map((row) => [row.id, row]));
  const news = new Map(is.map((row) => [row.id, row]));
  const places = new Map(plain.map(({ id }, own) => [id, own]));
  const fields = fieldsOf(table).flatMap(({ name }) => (name === 'id' || name === 'extra' ? [] : [name]));
  const rows = known.flatMap((value, at): Changed<T>[] => {
    const own = places.get(value.id);
    const old = olds.get(value.id);
    const row = news.get(value.id);
    // An entity without a row in the version cannot have been deleted by a person.
    if (!old) return [{ value, at, own: -1, changed: null }];
    if (!row || own === undefined) return [];
    const changed = new Set(
      fields.filter((field) => field !== 'driving' || table !== 'relation').filter((field) => !sameValue(old[field], row[field])),
    );
    const next = new Map<string, unknown>(Object.entries(plain[own]));
    const extra = sameValue(old['extra'], row['extra']) ? {} : (row['extra'] as object | null);
    return [
      {
        value: changed.size ? { ...value, ...Object.fromEntries([...changed].map((field) => [field, next.get(field)])), ...extra } : value,
        at,
        own,
        changed,
      },
    ];
  });
  const inFile = new Set(known.map(({ id }) => id));
  plain.forEach((value, own) => {
    if (!inFile.has(value.id)) rows.push({ value, at: null, own, changed: null });
  });
  return rows;
}

/** Options of the file except those changed since the import. */
function optionsOver({ project, before, after, plain }: Overlay): ImportedProject['plan']['options'] {
  const { options } = project.plan;
  const was: Record<string, unknown> = optionsOfSettings(before.settings, options.dataDate);
  const is: Record<string, unknown> = plain.plan.options;
  const changed = Object.keys({ ...was, ...is }).filter((key) => !sameValue(was[key] ?? null, is[key] ?? null));
  return after.settings.length ? { ...options, ...Object.fromEntries(changed.map((key) => [key, is[key]])) } : options;
}
