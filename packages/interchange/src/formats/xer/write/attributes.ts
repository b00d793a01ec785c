import type { AttributeType } from '@gantry/domain';
import type { Findings } from '../../../findings.ts';
import type { AttributeDefinition, ImportedProject } from '../../../project-file.ts';
import { CODES } from '../map/attributes.ts';
import type { ProjectKeys, PutRow } from '../model-rows.ts';
import { escapeCell } from '../table-view.ts';
import { dateCell, numberCell } from './cells.ts';
import type { Cells } from './cells.ts';
import type { KeyBook } from './keys.ts';

const UDF_TABLES: Partial<Record<AttributeDefinition['owner'], string>> = {
  task: 'TASK',
  sum: 'PROJWBS',
  project: 'PROJECT',
  resource: 'RSRC',
  assignment: 'TASKRSRC',
};
const UDF_TYPES: Record<AttributeType, string> = {
  number: 'FT_FLOAT_2_DECIMALS',
  percentage: 'FT_FLOAT_2_DECIMALS',
  string: 'FT_TEXT',
  flag: 'FT_TEXT',
  list: 'FT_TEXT',
  date: 'FT_START_DATE',
  money: 'FT_MONEY',
};

/** Rows of attributes: lists of activities, resources and projects as codes, everything else as user fields. */
export function attributeRows(project: ImportedProject, own: ProjectKeys, keys: KeyBook, put: PutRow, findings: Findings): void {
  const byId = new Map<number, { definition: AttributeDefinition; key: string; values: Map<number, string> | null }>();
  for (const definition of project.attributes) {
    const codes = definition.type === 'list' ? CODES.find(({ owner }) => owner === definition.owner) : undefined;
    const table = codes?.types ?? 'UDFTYPE';
    const identity = keys.isKnown(table, definition.sourceId) ? definition.sourceId : `${definition.owner} ${definition.name}`;
    const key = keys.keyFor(table, definition.sourceId, identity);
    if (codes) {
      const isOwn = codes.types === 'ACTVTYPE' && definition.scope === 'project';
      put(table, key, {
        [codes.typeKey]: key,
        [codes.typeName]: escapeCell(definition.name),
        ...(codes.types === 'ACTVTYPE'
          ? { actv_code_type_scope: isOwn ? 'AS_Project' : definition.scope === 'eps' ? 'AS_EPS' : 'AS_Global' }
          : {}),
        ...(isOwn ? { proj_id: own.project } : {}),
      });
      byId.set(definition.id, { definition, key, values: valueRows(definition, key, codes, keys, put) });
      continue;
    }
    const owner = UDF_TABLES[definition.owner];
    if (!owner) {
      findings.add({ severity: 'warning', code: 'export.attribute_lost', value: definition.name });
      continue;
    }
    put(table, key, {
      udf_type_id: key,
      table_name: owner,
      udf_type_name: `user_field_${key}`,
      udf_type_label: escapeCell(definition.name),
      logical_data_type: UDF_TYPES[definition.type],
    });
    byId.set(definition.id, { definition, key, values: null });
  }
  for (const { attributeId, ownerId, value } of project.values) {
    const known = byId.get(attributeId);
    const ownerKey = known && ownerKeyOf(known.definition, ownerId, own);
    if (!known || ownerKey === undefined) continue;
    const { definition, key, values } = known;
    const codes = values ? CODES.find(({ owner }) => owner === definition.owner)! : null;
    if (codes) {
      const valueKey = values!.get(Number(value));
      if (valueKey === undefined) continue;
      const row: Cells = { [codes.ownerKey]: ownerKey, [codes.typeKey]: key, [codes.valueKey]: valueKey };
      put(codes.uses, `${ownerKey} ${key}`, codes.uses === 'TASKACTV' ? { ...row, proj_id: own.project } : row);
    } else {
      const text = definition.type === 'list' ? (definition.values.find(({ id }) => id === value)?.name ?? '') : String(value);
      put('UDFVALUE', `${key} ${ownerKey}`, {
        udf_type_id: key,
        fk_id: ownerKey,
        proj_id: own.project,
        ...valueCells(definition.type, value, text),
      });
    }
  }
}

function valueCells(type: AttributeType, value: string | number | boolean, text: string): Cells {
  if (type === 'date') return { udf_date: dateCell(Number(value)) };
  if (type === 'number' || type === 'money' || type === 'percentage') return { udf_number: numberCell(Number(value)) };
  return { udf_text: type === 'flag' ? (value ? 'Y' : 'N') : escapeCell(text) };
}

function valueRows(
  definition: AttributeDefinition,
  typeKey: string,
  codes: (typeof CODES)[number],
  keys: KeyBook,
  put: PutRow,
): Map<number, string> {
  const byId = new Map<number, string>();
  const parents = new Map<number, string>();
  definition.values.forEach((value, i) => {
    const key = keys.keyFor(codes.values, value.sourceId, `${typeKey} ${value.sourceId ?? ''} ${value.id}`);
    byId.set(value.id, key);
    parents.set(value.id, value.parentId === null ? '' : (byId.get(value.parentId) ?? ''));
    put(codes.values, key, {
      [codes.valueKey]: key,
      [codes.typeKey]: typeKey,
      [codes.valueParent]: parents.get(value.id)!,
      [codes.valueCode]: escapeCell(value.code || value.name),
      [codes.valueName]: escapeCell(value.name),
      seq_num: String((i + 1) * 100),
      ...(value.color ? { color: value.color.slice(1).toUpperCase() } : {}),
    });
  });
  return byId;
}

function ownerKeyOf(definition: AttributeDefinition, ownerId: number, own: ProjectKeys): string | undefined {
  switch (definition.owner) {
    case 'task':
      return own.tasks.get(ownerId);
    case 'sum':
      return own.wbs.get(ownerId);
    case 'project':
      return own.project;
    case 'resource': {
      const resource = own.resources.get(ownerId);
      return resource?.table === 'RSRC' ? resource.key : undefined;
    }
    case 'assignment':
      return own.assignments.get(ownerId);
    default:
      return undefined;
  }
}
