import { entryOf } from '@gantry/domain';
import type { DirectoryAttributeDefinition, DirectoryRowChange } from '@gantry/contract';
import type { Context } from '../../../platform/context.ts';
import { createCalendar } from '../../catalog/calendars/calendars.service.ts';
import { createDirectory, editRows, getDirectory } from '../../catalog/directories/directories.service.ts';
import { changeRelationRows, createRelation } from '../../catalog/directory-relations/directory-relations.service.ts';
import { createMeasure, listAllMeasures } from '../../catalog/measures/measures.service.ts';
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
const OUTPUT = column('Output per day', 'productivity', 'number');
const PRICE = column('Price', 'price', 'money');
const KIND = column('Kind', 'resource', 'string');

/** Puts units, work types, norms, crews with prices and a calendar with holidays at a node. */
export async function fillNorms(context: Context, nodeId: number): Promise<void> {
  const measures = await ensureUnits(context);
  const { types, norms, resources, typeNorms, normResources } = sampleNorms();
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
  const typeList = await fill('Work types', 'work_types', [], types);
  const normList = await fill('Norms', 'norms', [OUTPUT], norms);
  const resourceList = await fill('Crews, machines and materials', 'resources', [PRICE, KIND], resources);
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
  await relate('Norms of work types', typeList, normList, typeNorms, false);
  await relate('Crews of norms', normList, resourceList, normResources, true);
  await createCalendar(context, nodeId, holidayCalendar(context.now().getUTCFullYear()));
}

async function ensureUnits(context: Context): Promise<Map<string, number>> {
  const known = new Map((await listAllMeasures(context)).map(({ sign, id }) => [sign, id]));
  for (const [name, sign] of SAMPLE_UNITS) if (!known.has(sign)) known.set(sign, await createMeasure(context, { name, sign }));
  return known;
}

function holidayCalendar(year: number) {
  const shifts = [
    { start: 480, finish: 720 },
    { start: 780, finish: 1020 },
  ];
  const series = SAMPLE_HOLIDAYS.map(([name, day]) => ({
    name,
    from: `${year}-${day}`,
    to: `${year}-${day}`,
    repeat: 'yearly' as const,
    every: 1,
    until: null,
    shifts: [],
  }));
  return { name: 'Germany, five days', week: [shifts, shifts, shifts, shifts, shifts, [], []], series };
}
