import type { AttributeType } from '@gantry/domain';
import type { AttributeDefinition, AttributeOwner, AttributeValue, ListValue } from '../../../project-file.ts';
import type { XerNetwork } from './items.ts';
import type { XerResources } from './resources.ts';
import { indexBy } from '../table-view.ts';
import type { TableView, Tables } from '../table-view.ts';
import { wordTable } from '../../../text/word-table.ts';

/** Attributes of the file and their values by project; values of resources stand under ''. */
export type XerAttributes = {
  definitions: { definition: AttributeDefinition; projectKey: string }[];
  values: Map<string, AttributeValue[]>;
};

type Place = { projectKey: string; ownerId: number } | undefined;
type Locate = (table: string, key: string) => Place;

/** Tables and fields of one family of codes. */
export type CodeTables = {
  types: string;
  typeKey: string;
  typeName: string;
  values: string;
  valueKey: string;
  valueParent: string;
  valueCode: string;
  valueName: string;
  uses: string;
  ownerTable: string;
  ownerKey: string;
  owner: AttributeOwner;
  origin: AttributeDefinition['origin'];
};

/** Activity codes, resource codes and project codes: one shape in three sets of tables. */
export const CODES: CodeTables[] = [
  {
    types: 'ACTVTYPE',
    typeKey: 'actv_code_type_id',
    typeName: 'actv_code_type',
    values: 'ACTVCODE',
    valueKey: 'actv_code_id',
    valueParent: 'parent_actv_code_id',
    valueCode: 'short_name',
    valueName: 'actv_code_name',
    uses: 'TASKACTV',
    ownerTable: 'TASK',
    ownerKey: 'task_id',
    owner: 'task',
    origin: 'code',
  },
  {
    types: 'RCATTYPE',
    typeKey: 'rsrc_catg_type_id',
    typeName: 'rsrc_catg_type',
    values: 'RCATVAL',
    valueKey: 'rsrc_catg_id',
    valueParent: 'parent_rsrc_catg_id',
    valueCode: 'rsrc_catg_short_name',
    valueName: 'rsrc_catg_name',
    uses: 'RSRCRCAT',
    ownerTable: 'RSRC',
    ownerKey: 'rsrc_id',
    owner: 'resource',
    origin: 'category',
  },
  {
    types: 'PCATTYPE',
    typeKey: 'proj_catg_type_id',
    typeName: 'proj_catg_type',
    values: 'PCATVAL',
    valueKey: 'proj_catg_id',
    valueParent: 'parent_proj_catg_id',
    valueCode: 'proj_catg_short_name',
    valueName: 'proj_catg_name',
    uses: 'PROJPCAT',
    ownerTable: 'PROJECT',
    ownerKey: 'proj_id',
    owner: 'project',
    origin: 'category',
  },
];

const UDF_OWNERS = wordTable<AttributeOwner>({
  TASK: 'task',
  PROJWBS: 'sum',
  PROJECT: 'project',
  RSRC: 'resource',
  TASKRSRC: 'assignment',
});
const UDF_TYPES = wordTable<AttributeType>({
  FT_TEXT: 'string',
  FT_STATICTYPE: 'string',
  FT_INT: 'number',
  FT_FLOAT: 'number',
  FT_FLOAT_2_DECIMALS: 'number',
  FT_MONEY: 'money',
  FT_START_DATE: 'date',
  FT_END_DATE: 'date',
});

/** Maps activity codes, resource and project codes and user fields. `projectIds` gives the id under which values of a project stand. */
export function mapAttributes(tables: Tables, network: XerNetwork, resources: XerResources, projectKeys: readonly string[]): XerAttributes {
  const result: XerAttributes = { definitions: [], values: new Map() };
  const assignments = new Map<string, { projectKey: string; ownerId: number }>();
  for (const [projectKey, { assignments: list, details }] of resources.byProject) {
    list.forEach((assignment, i) => assignments.set(details[i].sourceId, { projectKey, ownerId: assignment.id }));
  }
  const locate: Locate = (table, key) => {
    const place = table === 'TASK' ? network.tasks.get(key) : table === 'PROJWBS' ? network.wbs.get(key) : undefined;
    if (place) return { projectKey: place.projectKey, ownerId: place.item.id };
    if (table === 'TASKRSRC') return assignments.get(key);
    if (table === 'PROJECT') return projectKeys.includes(key) ? { projectKey: key, ownerId: projectKeys.indexOf(key) + 1 } : undefined;
    const resource = table === 'RSRC' ? resources.byKey.get(`R${key}`) : undefined;
    return resource && { projectKey: '', ownerId: resource.resource.id };
  };
  for (const codes of CODES) mapCodes(tables, codes, locate, result);
  mapUserFields(tables, locate, result);
  return result;
}

function mapCodes(tables: Tables, codes: CodeTables, locate: Locate, result: XerAttributes): void {
  const types = tables.view(codes.types);
  const byType = new Map<string, AttributeDefinition>();
  for (const [key, row] of indexBy(types, codes.typeKey)) {
    const scope = types.text(row, 'actv_code_type_scope');
    const definition: AttributeDefinition = {
      id: result.definitions.length + 1,
      sourceId: key,
      name: types.text(row, codes.typeName),
      type: 'list',
      owner: codes.owner,
      origin: codes.origin,
      scope: scope === 'AS_Project' ? 'project' : scope === 'AS_EPS' ? 'eps' : 'global',
      values: [],
    };
    byType.set(key, definition);
    result.definitions.push({ definition, projectKey: definition.scope === 'project' ? types.text(row, 'proj_id') : '' });
  }
  const valueIds = listValues(tables.view(codes.values), codes, byType);
  const uses = tables.view(codes.uses);
  for (let row = 0; row < uses.rowCount; row++) {
    const definition = byType.get(uses.text(row, codes.typeKey));
    const valueId = valueIds.get(uses.text(row, codes.valueKey));
    const place = locate(codes.ownerTable, uses.text(row, codes.ownerKey));
    if (!definition) uses.report('warning', 'reference.dangling', row, codes.typeKey);
    else if (valueId === undefined) uses.report('warning', 'reference.dangling', row, codes.valueKey);
    else if (!place) uses.report('warning', 'reference.dangling', row, codes.ownerKey);
    else put(result, place.projectKey, { attributeId: definition.id, ownerId: place.ownerId, value: valueId });
  }
}

function listValues(view: TableView, codes: CodeTables, byType: Map<string, AttributeDefinition>): Map<string, number> {
  const rows = indexBy(view, codes.valueKey);
  const ids = new Map<string, number>();
  const children = new Map<string, string[]>();
  for (const [key, row] of rows) {
    const parent = view.text(row, codes.valueParent);
    const under = rows.has(parent) ? parent : '';
    const list = children.get(under);
    if (list) list.push(key);
    else children.set(under, [key]);
  }
  const bySequence = (a: string, b: string): number =>
    (view.number(rows.get(b)!, 'seq_num') ?? 0) - (view.number(rows.get(a)!, 'seq_num') ?? 0) || rows.get(b)! - rows.get(a)!;
  const stack = (children.get('') ?? []).sort(bySequence);
  for (let key = stack.pop(); key !== undefined; key = stack.pop()) {
    const row = rows.get(key)!;
    const definition = byType.get(view.text(row, codes.typeKey));
    if (!definition) view.report('warning', 'reference.dangling', row, codes.typeKey);
    const id = ids.size + 1;
    ids.set(key, id);
    const value: ListValue = {
      id,
      sourceId: key,
      parentId: ids.get(view.text(row, codes.valueParent)) ?? null,
      code: view.text(row, codes.valueCode),
      name: view.text(row, codes.valueName),
      color: colorOf(view.text(row, 'color')),
    };
    definition?.values.push(value);
    stack.push(...(children.get(key) ?? []).sort(bySequence));
  }
  for (const [key, row] of rows) if (!ids.has(key)) view.report('error', 'list.ring', row, codes.valueParent);
  return ids;
}

function colorOf(text: string): string | null {
  const match = /^(?:0x|#)?([0-9a-fA-F]{6})$/.exec(text);
  return match ? `#${match[1].toLowerCase()}` : null;
}

function mapUserFields(tables: Tables, locate: Locate, result: XerAttributes): void {
  const types = tables.view('UDFTYPE');
  const byKey = new Map<string, { definition: AttributeDefinition; table: string }>();
  for (const [key, row] of indexBy(types, 'udf_type_id')) {
    const table = types.text(row, 'table_name');
    const owner = UDF_OWNERS[table];
    if (!owner) {
      types.report('info', 'attribute.owner_not_supported', row, 'table_name');
      continue;
    }
    const typeWord = types.text(row, 'logical_data_type');
    const type = UDF_TYPES[typeWord];
    if (!type) types.report('warning', 'enumeration.unknown', row, 'logical_data_type', { used: 'FT_TEXT' });
    const definition: AttributeDefinition = {
      id: result.definitions.length + 1,
      sourceId: key,
      name: types.text(row, 'udf_type_label') || types.text(row, 'udf_type_name'),
      type: type ?? 'string',
      owner,
      origin: 'user_field',
      scope: 'global',
      values: [],
    };
    byKey.set(key, { definition, table });
    result.definitions.push({ definition, projectKey: '' });
  }
  const values = tables.view('UDFVALUE');
  for (let row = 0; row < values.rowCount; row++) {
    const typeKey = values.text(row, 'udf_type_id');
    const type = byKey.get(typeKey);
    if (!type) {
      if (types.rowCount === 0 || !isKnownType(types, typeKey)) values.report('warning', 'reference.dangling', row, 'udf_type_id');
      continue;
    }
    const place = locate(type.table, values.text(row, 'fk_id'));
    if (!place) {
      values.report('info', 'reference.dangling', row, 'fk_id');
      continue;
    }
    const value = userValue(values, row, type.definition.type);
    if (value !== null) put(result, place.projectKey, { attributeId: type.definition.id, ownerId: place.ownerId, value });
  }
}

function isKnownType(types: TableView, key: string): boolean {
  for (let row = 0; row < types.rowCount; row++) if (types.text(row, 'udf_type_id') === key) return true;
  return false;
}

function userValue(view: TableView, row: number, type: AttributeType): string | number | null {
  if (type === 'date') return view.date(row, 'udf_date');
  if (type === 'number' || type === 'money') return view.number(row, 'udf_number');
  return view.text(row, 'udf_text') || null;
}

function put(result: XerAttributes, projectKey: string, value: AttributeValue): void {
  const list = result.values.get(projectKey);
  if (list) list.push(value);
  else result.values.set(projectKey, [value]);
}
