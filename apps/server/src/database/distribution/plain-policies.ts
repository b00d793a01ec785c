/** Policies without sub-selects, which several PostgreSQL servers do not take; one server asks a sub-select once a statement and is faster with it. */

/** A condition on a row of another table that a policy asks for: a function takes its place. */
export type Asked = { name: string; table: string; where: string };

const SETTING = String.raw`\( SELECT app_ids\('([\w.]+)'::text\) AS app_ids\)`;
const WITHIN = new RegExp(String.raw`\((\w+(?:\.\w+)?) = ANY \(${SETTING}::bigint\[\]\)\)`, 'g');
const HASHED = /\((\w+(?:\.\w+)?) IN \( SELECT unnest\(app_ids\('([\w.]+)'::text\)\) AS unnest\)\)/g;
const EVERYWHERE = new RegExp(String.raw`\(${SETTING} IS NULL\)`, 'g');
const ASKED = /\((\w+) IN \( SELECT (\w+)\.id\s+FROM (\w+)(?: \w+)?(?:\s+WHERE (app_within\([^()]*\)))?\)\)/g;
const SCALAR = /\( SELECT ((?:(?!\bSELECT\b|\bFROM\b).)*?) AS "?\w+"?\)/gs;

/** The same condition without sub-selects; throws where it has one of another form. What it asks of other tables is added to `asked`. */
export function withoutSubSelects(condition: string, asked: Map<string, Asked>): string {
  const plain = condition
    .replaceAll(WITHIN, (_all, id: string, setting: string) => `app_within('${setting}', ${id})`)
    .replaceAll(HASHED, (_all, id: string, setting: string) => `app_within('${setting}', ${id})`)
    .replaceAll(EVERYWHERE, (_all, setting: string) => `(NULLIF(current_setting('${setting}', true), '') IS NULL)`)
    .replaceAll(ASKED, (_all, id: string, alias: string, table: string, within?: string) => {
      const name = within ? `app_writes_${table}` : `app_sees_${table}`;
      const where = within ? ` and ${within.replaceAll(`${alias}.`, '')}` : '';
      if ((asked.get(name)?.where ?? where) !== where) throw new Error(`Two conditions on ${table} differ: ${where}`);
      asked.set(name, { name, table, where });
      return `${name}(space_id, ${id})`;
    })
    .replaceAll(SCALAR, (_all, value: string) => `(${value})`);
  if (/\bSELECT\b/i.test(plain)) throw new Error(`A policy asks what several servers do not answer: ${plain}`);
  return plain;
}

/** Whether an id is in a list of ids and ranges, 3-5,9: without a range the list is searched as text, which costs no more than a sub-select. */
export const APP_WITHIN = `create or replace function app_within(setting text, id bigint) returns boolean language sql stable as $$
  select case when strpos(current_setting(setting, true), '-') = 0
    then strpos(',' || current_setting(setting, true) || ',', ',' || id || ',') > 0
    else ('{[' || replace(replace(regexp_replace(current_setting(setting, true), '(^|,)(\\d+)(?=,|$)', '\\1\\2-\\2', 'g'), ',', '],['), '-', ',') || ']}')::int8multirange @> id
    end $$`;

/** A function that looks for a row as its caller sees it. The row is of the same space, hence on the same server. */
export const askingFunction = ({ name, table, where }: Asked): string =>
  `create or replace function ${name}(space bigint, row_id bigint) returns boolean language plpgsql stable
  set citus.allow_nested_distributed_execution = 'on' as $$
  begin return exists (select from ${table} where space_id = space and id = row_id${where}); end $$`;

const INSERTED = /\binsert into (\w+) \(([^)]*)\)\s+((?:with|select)\b[^;]*?)(\s+on conflict\b[^;]*)?;/gi;

/** The body of a trigger's function, inserting row by row: `insert … select` becomes a COPY through the first server, which row-level security refuses. */
export const insertingByRows = (body: string): string =>
  body.replaceAll(
    INSERTED,
    (_all, table: string, columns: string, query: string, conflict = '') => `declare given record; begin
    for given in select * from (${query}) given_rows (${columns}) loop
      insert into ${table} (${columns}) values (${columns
        .split(',')
        .map((column) => `given.${column.trim()}`)
        .join(', ')})${conflict};
    end loop;
  end;`,
  );
