import {
  fieldsOf,
  optionsOfSettings,
  parseMinute,
  type PlanAssignment,
  type PlanItem,
  type VersionRow,
  type VersionTable,
} from '@gantry/domain';
import {
  type AttributeDefinition,
  type AttributeValue,
  blankProject,
  type ImportedProject,
  NOTHING_STORED,
  PLAIN_DETAILS,
} from '@gantry/interchange';

/** Rows of a version, as storage gives them. */
export type VersionContent = { [T in VersionTable]: VersionRow<T>[] };

const minute = (text: unknown) => (typeof text === 'string' ? parseMinute(text) : null);

/** The rows with the given ids and all above them, and what belongs to them. */
export function selectRows(content: VersionContent, ids: readonly number[]): VersionContent {
  const byId = new Map(content.wbs.map((row) => [row.id, row]));
  const wanted = new Set<number>();
  for (const id of ids) {
    for (let row = byId.get(id); row && !wanted.has(row.id); row = row.parentId === null ? undefined : byId.get(row.parentId))
      wanted.add(row.id);
  }
  const assignment = content.assignment.filter(({ itemId }) => wanted.has(itemId));
  const resources = new Set(assignment.map(({ resourceId }) => resourceId));
  return {
    ...content,
    wbs: content.wbs.filter(({ id }) => wanted.has(id)),
    relation: content.relation.filter(({ predecessorId, successorId }) => wanted.has(predecessorId) && wanted.has(successorId)),
    assignment,
    resource: content.resource.filter(({ id }) => resources.has(id)),
    attributeValue: content.attributeValue.filter(({ itemId }) => wanted.has(itemId)),
    importedDates: content.importedDates.filter(({ id }) => wanted.has(id)),
  };
}

/** Converts the rows of a version to a project of the interchange model, in tree order with parents first. */
export function projectOf(content: VersionContent, { name, dataDate }: { name: string; dataDate: number }): ImportedProject {
  const rows = inTreeOrder(content.wbs);
  const known = new Set(rows.map(({ id }) => id));
  const { attributes, values } = attributesOf(content, new Map(rows.map((row) => [row.id, row])));
  const blank = blankProject(name, name, dataDate);
  return {
    ...blank,
    plan: {
      ...blank.plan,
      options: optionsOfSettings(content.settings, dataDate),
      calendars: content.calendar,
      items: rows.map((row) =>
        merged('wbs', { ...row, parentId: row.parentId !== null && known.has(row.parentId) ? row.parentId : null }),
      ) as PlanItem[],
      relations: content.relation.map(({ driving: _driving, ...relation }) => relation),
      resources: content.resource.map(({ rates: _rates, userId: _userId, managerId: _managerId, ...resource }) => resource),
      assignments: content.assignment.map((row) => merged('assignment', row)) as PlanAssignment[],
    },
    attributes,
    values,
    calendarSourceIds: content.calendar.map(() => null),
    details: rows.map(() => ({ ...PLAIN_DETAILS })),
    stored: {
      items: rows.map((row) => ({
        ...NOTHING_STORED,
        earlyStart: minute(row.earlyStart),
        earlyFinish: minute(row.earlyFinish),
        lateStart: minute(row.lateStart),
        lateFinish: minute(row.lateFinish),
        totalFloatMinutes: row.totalFloatMinutes,
        freeFloatMinutes: row.freeFloatMinutes,
        longestPath: row.longestPath,
        critical: row.critical,
        plannedStart: minute(row.start),
        plannedFinish: minute(row.finish),
      })),
      relations: content.relation.map(({ driving }) => ({ impliedEarlyStart: null, impliedLateFinish: null, floatPath: null, driving })),
    },
    assignmentDetails: content.assignment.map(() => ({ ...NO_DETAILS })),
    resourceDetails: content.resource.map(({ rates }) => ({
      sourceId: '',
      parentSourceId: null,
      isRole: false,
      guid: null,
      rates: (rates ?? []).map(({ from, limit, prices }) => ({ from: minute(from), prices, maxUnitsPerHour: limit })),
    })),
  };
}

const NO_DETAILS = {
  sourceId: '',
  plannedStart: null,
  plannedFinish: null,
  actualStart: null,
  actualFinish: null,
  remainingStart: null,
  remainingFinish: null,
  pricePerUnit: null,
  plannedUnitsPerHour: null,
  remainingUnitsPerHour: null,
  curveName: null,
};

/** A row with its dates in minutes and its further inputs over it. */
function merged(table: 'wbs' | 'assignment', { extra, ...row }: VersionRow<'wbs'> | VersionRow<'assignment'>): object {
  const dates = fieldsOf(table).flatMap(({ name, kind }) =>
    kind === 'minute' ? [[name, minute((row as Record<string, unknown>)[name])]] : [],
  );
  return { ...row, ...Object.fromEntries(dates), ...extra };
}

function inTreeOrder(rows: readonly VersionRow<'wbs'>[]): VersionRow<'wbs'>[] {
  const known = new Set(rows.map(({ id }) => id));
  const children = new Map<number | null, VersionRow<'wbs'>[]>();
  for (const row of rows) {
    const parent = row.parentId !== null && known.has(row.parentId) ? row.parentId : null;
    const family = children.get(parent);
    if (family) family.push(row);
    else children.set(parent, [row]);
  }
  const byPlace = (a: VersionRow<'wbs'>, b: VersionRow<'wbs'>) => a.position - b.position || a.id - b.id;
  const ordered: VersionRow<'wbs'>[] = [];
  const waiting = [...(children.get(null) ?? [])].sort(byPlace).reverse();
  for (let row = waiting.pop(); row; row = waiting.pop()) {
    ordered.push(row);
    waiting.push(...(children.get(row.id) ?? []).sort(byPlace).reverse());
  }
  return ordered;
}

/** Converts attributes: those of summaries apart from those of activities, list values once. */
function attributesOf(content: VersionContent, items: ReadonlyMap<number, VersionRow<'wbs'>>) {
  const attributes: AttributeDefinition[] = [];
  const values: AttributeValue[] = [];
  const valuesOf = new Map<number, VersionRow<'attributeValue'>[]>();
  for (const value of content.attributeValue) {
    const list = valuesOf.get(value.attributeId);
    if (list) list.push(value);
    else valuesOf.set(value.attributeId, [value]);
  }
  for (const { id, name, type, origin } of content.attribute) {
    for (const owner of ['task', 'sum'] as const) {
      const own = (valuesOf.get(id) ?? []).filter(
        ({ itemId, value }) => value !== null && (items.get(itemId)?.type === 'sum') === (owner === 'sum'),
      );
      if (!own.length && (owner === 'sum' || valuesOf.has(id))) continue;
      const attributeId = attributes.length + 1;
      const listed = new Map<string, number>();
      for (const { itemId, value } of own) {
        const text = typeof value === 'string' ? value : JSON.stringify(value);
        if (type === 'list' && !listed.has(text)) listed.set(text, listed.size + 1);
        const kept =
          type === 'list' ? (listed.get(text) as number) : type === 'date' ? minute(value) : (value as string | number | boolean);
        if (kept !== null) values.push({ attributeId, ownerId: itemId, value: kept });
      }
      attributes.push({
        id: attributeId,
        sourceId: '',
        name,
        type,
        owner,
        origin: origin === 'code' || origin === 'category' ? origin : 'user_field',
        scope: 'project',
        values: [...listed].map(([text, valueId]) => ({
          id: valueId,
          sourceId: null,
          parentId: null,
          code: text,
          name: text,
          color: null,
        })),
      });
    }
  }
  return { attributes, values };
}
