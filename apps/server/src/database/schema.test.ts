import { VERSION_TABLE_NAMES } from '@gantry/domain';
import pg from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../testing/test-databases.ts';
import { tableName } from './version-content.ts';

/** What the code knows of a column and the database does not: the form of its JSON, the words of its text. */
const KNOWN: Record<string, string> = {
  'ai_example.children': `{ name: string; stem: string; type: domain.ItemType; minutes: number; volume: number | null; unit: string }[]`,
  'ai_example.relations': `{ from: number; to: number; type: domain.RelationType; lagMinutes: number }[]`,
  'ai_proposal.applied': "Pick<contract.AiAccepted, 'rows' | 'relations'>",
  'ai_proposal.proposed': "Pick<contract.AiProposal, 'rows' | 'relations' | 'examples'> & { model?: string | null }",
  'access_token.rights': 'domain.SpaceRight[]',
  'app_user.status': `'active' | 'disabled'`,
  'attribute_access.level': 'domain.AttributeLevel',
  'audit.details': 'Record<string, domain.JsonValue>',
  'backup.findings': "contract.Backup['findings']",
  'backup_repository.recovery': '{ salt: string; key: string }',
  'backup.state': "contract.Backup['state']",
  'backup_job.cadence': 'domain.CadenceWord',
  'backup_job.keep': 'contract.BackupKeep',
  'bim_attribute.kind': "contract.ModelAttribute['kind']",
  'bim_element.volume_source': "contract.ModelElement['volume_source']",
  'bim_link.guid_field': "contract.ModelLink['guid_field']",
  'bim_link.model_ids': 'number[]',
  'bim_link.rules': 'contract.LinkRule[]',
  'bim_model_version.failure': 'contract.ModelFailure',
  'bim_model_version.findings': 'contract.ModelFinding[]',
  'bim_model_version.status': 'contract.ModelStatus',
  'bim_proposal.report': "Omit<contract.ModelLinkProposal, 'model' | 'number'>",
  'bim_relation_change.added': '{ item_id: number; model_id: number; guid: string; rule: number | null; share: number; parted: boolean }[]',
  'bim_relation_change.removed':
    '{ item_id: number; model_id: number; guid: string; rule: number | null; share: number; parted: boolean }[]',
  'bim_profile.conditions': "contract.ModelProfile['conditions']",
  'bim_profile.kind': 'contract.ProfileKind',
  'bim_profile_state.phase': 'contract.ProfilePhase',
  'bim_property_set.content': "contract.ModelPropertySet['values']",
  'primitive_model.items': "contract.PrimitiveModelContent['items']",
  'primitive_model.storeys': "contract.PrimitiveModelContent['storeys']",
  'catalog_act.after': 'domain.JsonValue',
  'catalog_act.before': 'domain.JsonValue',
  'catalog_act.change': 'domain.JsonValue',
  'catalog_act.edits': '{ version_id: number; revision: number; calculated: boolean }[]',
  'catalog_act.left_alone': "contract.CatalogAct['left']",
  'catalog_act.source': "contract.UnsavedChange['source']",
  'catalog_act.state': "contract.CatalogAct['state']",
  'catalog_proposal.source': 'contract.CatalogSource',
  'chat.kind': `'node' | 'direct'`,
  'chat_person.notify': 'contract.ChatNotify',
  'chat_setting.notify': 'contract.ChatNotify',
  'commitment.measure': 'domain.EntryMeasure',
  'coefficient.target': 'domain.CoefficientTarget',
  'day_entry.measure': 'domain.EntryMeasure',
  'day_entry.state': 'domain.EntryState',
  'directory.kind': 'contract.DirectoryKind',
  'directory_edit.kind': `'add' | 'update' | 'delete'`,
  'directory_relation.options': 'contract.DirectoryRelationOptions',
  'directory_upload_rule.rule': 'contract.DirectoryUploadRule',
  'eps_node.kind': 'domain.NodeKind',
  'import_setting.rule': 'contract.ImportRule',
  'late_fact.measure': 'domain.ResourceMeasure',
  'compliance_rule.body': 'contract.RuleBody',
  'cost_setting.options': 'contract.CostSettings',
  'estimate.findings': "contract.Job['findings']",
  'estimate.format': `domain.EstimateFormat | ''`,
  'estimate.profile': 'domain.EstimateProfile',
  'estimate.status': "contract.Estimate['status']",
  'estimate_source.mapping': 'contract.EstimateMapping',
  'estimate_proposal.summary': 'contract.EstimateProposalSummary',
  'estimate_edit.kind': `'rows' | 'head' | 'edition'`,
  'estimate_quantity_source.factors': 'Record<string, string>',
  'estimate_quantity_source.models': 'Record<string, number>',
  'estimate_row.kind': 'domain.EstimateRowKind',
  'estimate_row.stated': 'Record<string, string | null>',
  'indicator.rules': 'domain.IndicatorRule[]',
  'indicator_result.counts': '{ rules: number[]; none: number }',
  'invitation.delivery': `'waiting' | 'sent' | 'failed'`,
  'invitation.role': 'domain.SpaceRole',
  'job.error': "contract.Job['error']",
  'job.findings': "contract.Job['findings']",
  'job.input': 'Record<string, unknown>',
  'job.result': "contract.Job['result']",
  'job.status': `'waiting' | 'running' | 'done' | 'failed' | 'cancelled'`,
  'kanban_board.filter': 'domain.RowFilter',
  'kanban_board.source': `'free' | 'rows'`,
  'kanban_column.on_enter': 'contract.KanbanOnEnter',
  'node_attribute.default_value': 'domain.JsonValue',
  'node_attribute.list_values': 'string[]',
  'node_attribute.owners': 'domain.AttributeOwner[]',
  'node_attribute.type': 'domain.OwnAttributeType',
  'node_calendar.series': "contract.CalendarContent['series']",
  'node_calendar.week': "contract.CalendarContent['week']",
  'node_grant.role': 'domain.SpaceRole',
  'node_value.value': 'domain.JsonValue',
  'notice.data': '{ name: string; count: number; date: string | null }',
  'notice.kind': 'domain.NoticeKind',
  'notice_setting.desktop': 'Partial<Record<domain.NoticeKind, boolean>>',
  'notice_setting.mail': 'Partial<Record<domain.NoticeKind, domain.NoticeMailTime>>',
  'pipe.need_end': `'start' | 'finish'`,
  'pipeline_setting.content': 'contract.PipelineSettings',
  'preference.state': 'domain.JsonValue',
  'report_subscription.cadence': 'domain.CadenceWord',
  'report_subscription.format': 'contract.ReportFormat',
  'report_subscription.language': 'domain.Language',
  'report_params.params': 'contract.MailedParams',
  'report_delivery.print': 'contract.PrintComposition',
  'report_delivery.narrative': 'contract.MailedNarrative',
  'report_delivery.bring': `'attach' | 'link'`,
  'report_delivery.paused_by': `'refused' | 'left'`,
  'report_sending.reason': '{ code: string; parameters: Record<string, unknown> }',
  'report_sending.state': "contract.ReportSending['state']",
  'report_form.kind': `'xlsx' | 'docx'`,
  'report_form.warnings': 'contract.ReportFault[]',
  'replacement.rule': "Omit<domain.ReplacementRule, 'name'>",
  'node_distribution.measure': 'domain.ResourceMeasure',
  'node_distribution.value': 'domain.Distribution',
  'resource_setting.settings': 'Partial<domain.ResourceSettings>',
  'roadblock.category': 'domain.RoadblockCategory',
  'risk_result.result': 'contract.RiskResultRow',
  'risk_result.settings': 'contract.RiskSettings',
  'role.code': 'domain.SpaceRole',
  'search_change.kind': 'contract.SearchKind',
  'search_entry.kind': 'contract.SearchKind',
  'seat.kind': 'domain.SeatKind',
  'space.kind': `'regular' | 'free' | 'demo'`,
  'space_user.role': 'domain.SpaceRole',
  'space_user.status': `'active' | 'disabled'`,
  'pdc.offers': 'number[]',
  'pdc.payment': 'Partial<contract.PdcPayment>',
  'pdc.side': "contract.Pdc['side']",
  'pdc.state': "contract.Pdc['state']",
  'work_act.state': "contract.WorkAct['state']",
  'work_act.vat_mode': "contract.WorkAct['vat_mode']",
  'timesheet.status': 'domain.TimesheetStatus',
  'version.calculation': 'Record<string, unknown>',
  'version.calculation_status': 'domain.CalculationStatus',
  'version.kind': 'domain.VersionKind',
  'version.source': 'Record<string, unknown>',
  'version_edit.kind': `'add' | 'update' | 'delete'`,
};

/** As the driver reads a value, with the parsers of `platform/database.ts`. */
const READ: Record<string, string> = {
  bigint: 'number',
  'bigint[]': 'BigintArray',
  'double precision[]': 'number[]',
  boolean: 'boolean',
  bytea: 'Buffer',
  date: 'CalendarDate',
  'double precision': 'number',
  integer: 'number',
  'integer[]': 'number[]',
  text: 'string',
  'text[]': 'string[]',
  'timestamp with time zone': 'Instant',
  'timestamp without time zone': 'string',
  tsvector: 'string',
  uuid: 'string',
};

const HEAD = `/** The tables of the migrated database, written by \`npm run schema\`; \`VERSION_TABLES\` of the domain describes those of version content. */

import type * as contract from '@gantry/contract';
import type * as domain from '@gantry/domain';
import type { ColumnType, GeneratedAlways, InsertType, Selectable, SelectType, UpdateType } from 'kysely';

type Json<T> = ColumnType<T, string, string>;
type Instant = ColumnType<Date, Date | string, Date | string>;
/** The driver reads a date as midnight of the server's own zone: select it inside JSON or as text. */
type CalendarDate = ColumnType<Date, string, string>;
/** The driver parses no array of bigint: select it inside JSON or turn its members into numbers. */
type BigintArray = ColumnType<string[], number[], number[]>;
type Generated<T> = ColumnType<SelectType<T>, InsertType<T> | undefined, UpdateType<T>>;

/** A row as it is read. */
export type Row<Table extends keyof Schema> = Selectable<Schema[Table]>;

`;

type Column = { table: string; name: string; type: string; optional: boolean; generated: 'always' | 'default' | null };

async function columnsOf(connection: pg.ClientConfig): Promise<Column[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const { rows } = await client.query<Column>(
      `
      select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type, not a.attnotnull as optional,
             case when a.attidentity = 'a' or a.attgenerated <> '' then 'always' when a.attidentity = 'd' or a.atthasdef then 'default' end as generated
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all($1)
      order by c.relname collate "C", a.attnum`,
      [['migration', ...VERSION_TABLE_NAMES.map(tableName)]],
    );
    return rows;
  } finally {
    await client.end();
  }
}

function typeOf({ table, name, type, optional, generated }: Column): string {
  const known = KNOWN[`${table}.${name}`];
  const read = type === 'jsonb' ? `Json<${known ?? 'unknown'}>` : (known ?? READ[type]);
  if (!read) throw new Error(`${table}.${name} is ${type}: say in READ how the driver reads it`);
  const whole = optional ? `${read} | null` : read;
  if (!generated) return whole;
  return `${generated === 'always' ? 'GeneratedAlways' : 'Generated'}<${whole}>`;
}

test('the types of tables are those of the migrated database: npm run schema writes them', async () => {
  const { administration, drop } = await createTestDatabase();
  try {
    const columns = await columnsOf(administration);
    expect(Object.keys(KNOWN).filter((known) => !columns.some(({ table, name }) => known === `${table}.${name}`))).toEqual([]);
    const tables = Object.entries(Object.groupBy(columns, ({ table }) => table)).map(
      ([table, ofTable = []]) => `  ${table}: {\n${ofTable.map((column) => `    ${column.name}: ${typeOf(column)};\n`).join('')}  };\n`,
    );
    await expect(`${HEAD}export type Schema = {\n${tables.join('')}};\n`).toMatchFileSnapshot('schema.generated.ts');
  } finally {
    await drop();
  }
});

/** Keys by which rows refer to something that people remove, and that no index of the table begins with. */
const UNINDEXED = `
  select c.conrelid::regclass || ' (' || (select string_agg(a.attname, ', ' order by k.place) from unnest(c.conkey) with ordinality k(number, place)
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.number) || ')' as key
  from pg_constraint c
  where c.contype = 'f' and c.confrelid::regclass::text = any($1) and not exists (
    select from pg_index i
    where i.indrelid = c.conrelid and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey
      and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = '(' || (select a.attname from pg_attribute a
        where a.attrelid = c.conrelid and a.attnum = c.conkey[cardinality(c.conkey)]) || ' IS NOT NULL)'))
  order by 1`;

test('what refers to a node, a card, a resource or an attribute is found by an index when that is removed', async () => {
  const { administration, drop } = await createTestDatabase();
  const client = new pg.Client(administration);
  await client.connect();
  try {
    const { rows } = await client.query<{ key: string }>(UNINDEXED, [['eps_node', 'kanban_item', 'resource', 'attribute']]);
    expect(rows.map(({ key }) => key)).toEqual([]);
  } finally {
    await client.end();
    await drop();
  }
});
