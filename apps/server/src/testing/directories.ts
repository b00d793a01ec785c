import type { DirectoryColumnRole, DirectoryKind } from '@gantry/contract';
import type { Person, World } from './world.ts';

/** A row of a directory in a test: its unit by its sign, its values by what their columns mean. */
export type RowGiven = { code: string; name?: string; unit?: string } & Partial<Record<DirectoryColumnRole, number | string>>;

/** Puts a directory with a column for each role that its rows name at a node, past the calls; rows get the ids 1, 2 … in their order. */
export async function makeDirectory(
  world: World,
  person: Person,
  nodeId: number,
  { name, kind = 'general', rows }: { name: string; kind?: DirectoryKind; rows: readonly RowGiven[] },
): Promise<number> {
  const roles = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((key) => !['code', 'name', 'unit'].includes(key));
  const measures = new Map<string, number>();
  for (const sign of new Set(rows.flatMap(({ unit }) => unit ?? []))) {
    const [measure] = await world.sql<{ id: number }>(
      'insert into measure (space_id, name, sign) values ($1, $2, $2) on conflict (space_id, sign) do update set name = excluded.name returning id',
      [person.spaceId, sign],
    );
    measures.set(sign, measure.id);
  }
  const [{ id }] = await world.sql<{ id: number }>(
    'insert into directory (space_id, node_id, name, kind, last_id, row_count) values ($1, $2, $3, $4, $5, $6) returning id',
    [person.spaceId, nodeId, name, kind, rows.length + roles.length, rows.length],
  );
  for (const [index, role] of roles.entries())
    await world.sql(
      `insert into directory_attribute (space_id, directory_id, id, position, name, type, role) values ($1, $2, $3::int, $3::int, $4::text, $5, $4::text)`,
      [person.spaceId, id, rows.length + index + 1, role, role === 'resource' ? 'string' : 'number'],
    );
  const records = rows.map((row, index) => ({
    id: index + 1,
    code: row.code,
    name: row.name ?? row.code,
    measure_id: row.unit === undefined ? null : measures.get(row.unit),
    cells: Object.fromEntries(
      roles.flatMap((role, at) =>
        row[role as DirectoryColumnRole] === undefined ? [] : [[rows.length + at + 1, row[role as DirectoryColumnRole]]],
      ),
    ),
  }));
  await world.sql(
    `insert into directory_row (space_id, directory_id, id, position, code, name, measure_id, cells)
     select $1, $2, r.id, r.id, r.code, r.name, r.measure_id, r.cells
     from jsonb_to_recordset($3::jsonb) as r (id int, code text, name text, measure_id bigint, cells jsonb)`,
    [person.spaceId, id, JSON.stringify(records)],
  );
  return id;
}
