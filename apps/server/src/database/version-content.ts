import { toSnake } from '@gantry/contract';
import type { VersionTable } from '@gantry/domain';

const TABLE_NAMES: Partial<Record<VersionTable, string>> = { wbs: 'wbs_item' };

/** The table of the database that holds a table of version content. */
export const tableName = (table: VersionTable): string => TABLE_NAMES[table] ?? toSnake(table);
