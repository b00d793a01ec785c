import { entryOf, type Language } from '@gantry/domain';
import type { DirectoryAttributeDefinition, DirectoryRowChange } from '@gantry/contract';
import type { Context } from '../../../../platform/context.ts';
import { createCalendar } from '../../../catalog/calendars/calendars.service.ts';
import { createDirectory, editRows, getDirectory } from '../../../catalog/directories/directories.service.ts';
import { changeRelationRows, createRelation } from '../../../catalog/directory-relations/directory-relations.service.ts';
import { createMeasure, listAllMeasures } from '../../../catalog/measures/measures.service.ts';
import { saveThings } from '../demo-data.repository.ts';
import { normWordsIn } from '../texts/demo-data.norms.texts.rules.ts';
import { textsIn } from '../texts/demo-data.texts.rules.ts';
import { SAMPLE_HOLIDAYS, SAMPLE_UNITS, type SamplePair, sampleNorms, type SampleRow } from './demo-data.norms.rules.ts';

const column = (
  name: string,
  role: DirectoryAttributeDefinition['role'],
  type: 'number' | 'money' | 'string',
): DirectoryAttributeDefinition => ({
  name,
  type,
  unit: '',
  required: false,
  unique: false,
  default_value: null,
  list_id: null,
  role,
  linked: null,
  donor: null,
});

/** Puts units, work types, norms, crews with prices and a calendar with holidays at a node. */
export async function fillNorms(context: Context, nodeId: number, language: Language): Promise<{ id: number; rows: number[] }> {
  const measures = await ensureUnits(context);
  const { rate } = textsIn(language);
  const { titles, holidays } = normWordsIn(language);
  const { types, norms, resources, typeNorms, normResources } = sampleNorms(undefined, { language, rate });
  const fill = async (
    name: string,
    kind: 'work_types' | 'norms' | 'resources',
    columns: DirectoryAttributeDefinition[],
    rows: readonly SampleRow[],
  ) => {
    const id = await createDirectory(context, nodeId, { name, kind, columns });
    const directory = await getDirectory(context, nodeId, id);
    const cellOf = (role: DirectoryAttributeDefinition['role'], value: number | string | undefined) => {
      const found = directory.columns.find((one) => one.role === role);
      return found && value !== undefined ? { [found.id]: value } : {};
    };
    const changes = rows.map((row, index): DirectoryRowChange => ({
      do: 'add',
      id: -1 - index,
      parent_id: null,
      code: row.code,
      name: row.name,
      measure_id: measures.get(row.unit) ?? null,
      cells: { ...cellOf('productivity', row.output), ...cellOf('price', row.price), ...cellOf('resource', row.kind) },
    }));
    const { ids } = await editRows(context, nodeId, id, { base_revision: directory.revision, name: 'edit', changes });
    const idOf = new Map(ids.map((one) => [-1 - one.given, one.id]));
    return { id, itemId: (index: number): number => entryOf(idOf, index) };
  };
  const typeList = await fill(titles.types, 'work_types', [], types);
  const normList = await fill(titles.norms, 'norms', [column(titles.output, 'productivity', 'number')], norms);
  const columns = [column(titles.price, 'price', 'money'), column(titles.kind, 'resource', 'string')];
  const resourceList = await fill(titles.resources, 'resources', columns, resources);
  type Filled = Awaited<ReturnType<typeof fill>>;
  const relate = async (name: string, from: Filled, to: Filled, pairs: readonly SamplePair[], asResources: boolean) => {
    const options = { follow: true, as_resources: asResources, duration_rule: 'labour' as const, coefficient_ids: [] };
    const id = await createRelation(context, { name, from_id: from.id, to_id: to.id, options });
    const add = pairs.map(({ a, b, quantity, optional }) => ({
      row_a_id: from.itemId(a),
      row_b_id: to.itemId(b),
      quantity,
      coefficient_ids: [],
      options: { note: '', optional },
    }));
    await changeRelationRows(context, id, { add, update: [] });
  };
  await relate(titles.normsOfTypes, typeList, normList, typeNorms, false);
  await relate(titles.crewsOfNorms, normList, resourceList, normResources, true);
  await createCalendar(context, nodeId, holidayCalendar(context.now().getUTCFullYear(), titles.calendar, holidays ?? []));
  return { id: typeList.id, rows: types.map((_, index) => typeList.itemId(index)) };
}

async function ensureUnits(context: Context): Promise<Map<string, number>> {
  const known = new Map((await listAllMeasures(context)).map(({ sign, id }) => [sign, id]));
  for (const [name, sign] of SAMPLE_UNITS) {
    if (known.has(sign)) continue;
    const id = await createMeasure(context, { name, sign });
    await context.write((tx) => saveThings(tx, context.spaceId, [{ measure_id: id }]));
    known.set(sign, id);
  }
  return known;
}

function holidayCalendar(year: number, name: string, names: readonly string[]) {
  const shifts = [
    { start: 480, finish: 720 },
    { start: 780, finish: 1020 },
  ];
  const series = SAMPLE_HOLIDAYS.map(([known, day], at) => ({
    name: names[at] ?? known,
    from: `${year}-${day}`,
    to: `${year}-${day}`,
    repeat: 'yearly' as const,
    every: 1,
    until: null,
    shifts: [],
  }));
  return { name, week: [shifts, shifts, shifts, shifts, shifts, [], []], series };
}
