import type pg from 'pg';
import { APP_WITHIN, type Asked, askingFunction, insertingByRows, withoutSubSelects } from './plain-policies.ts';

/** Where the tables of a database are to be: those of spaces spread, those that they refer to on every server, all others on the first one. */
export type Distribution = { distributed: string[]; references: string[]; statements: string[] };

/** Tables that name a space and stay on the first server, because calls look in them before they know where they lead. */
export const OF_FIRST_SERVER: readonly string[] = ['access_token', 'audit', 'job', 'license'];

type Client = Pick<pg.Client, 'query'>;
type Table = { name: string; owner: string; ofSpace: boolean; done: boolean };
type Key = {
  table: string;
  refers: string;
  name: string;
  definition: string;
  column: string | null;
  refersColumn: string | null;
  setsNull: boolean;
};

/** The statements that distribute the tables of spaces by `space_id`, written from the database as it is; those that Citus has already are left out. */
export async function distributionOf(client: Client): Promise<Distribution> {
  const tables = await tablesOf(client);
  const keys = await foreignKeysOf(client);
  const distributed = tables.filter(({ ofSpace, done }) => ofSpace && !done).map(({ name }) => name);
  const ofSpaces = new Set(tables.filter(({ ofSpace }) => ofSpace).map(({ name }) => name));
  const done = new Set(tables.filter((table) => table.done).map(({ name }) => name));
  const references = referencesOf(keys, ofSpaces).filter((name) => !done.has(name));
  const moved = new Set([...distributed, ...references]);
  const theirKeys = keys.filter(({ table }) => moved.has(table));
  const isRewritten = ({ setsNull, refers }: Key) => setsNull && ofSpaces.has(refers);
  const owners = new Map(tables.map(({ name, owner }) => [name, owner]));
  const statements = [
    ...(await plainPolicies(client, moved)),
    ...(await plainTriggers(client, moved)),
    ...theirKeys.map(({ table, name }) => `alter table ${table} drop constraint ${name}`),
    ...(await plainNumbers(client, moved, owners)),
    ...references.map((name) => `select create_reference_table('${name}')`),
    ...distributed.map((name, at) => distributing(name, at ? distributed[0] : [...done].find((one) => ofSpaces.has(one)))),
    ...(theirKeys.some(isRewritten) ? [LETTING_GO] : []),
    ...theirKeys.flatMap((key) => (isRewritten(key) ? lettingGo(key) : [adding(key)])),
  ];
  return { distributed, references, statements };
}

/** All statements of the step in one transaction, with the settings that they and the servers need: a script for the first server. */
export async function distributionScript(client: Client): Promise<string[]> {
  const { statements } = await distributionOf(client);
  const { rows } = await client.query<{ name: string; owners: string[] }>(`
    select quote_ident(current_database()) as name,
      array(select quote_ident(rolname) from pg_roles r where not rolcanlogin and exists (
        select from pg_class where relowner = r.oid and relnamespace = 'public'::regnamespace)) as owners`);
  const [{ name, owners }] = rows;
  const settings = SETTINGS.map((setting) => `alter database ${name} set ${setting}`);
  return [
    ...settings,
    ...settings.map((setting) => `select run_command_on_workers($setting$${setting}$setting$)`),
    ...owners.map((owner) => `alter role ${owner} login`),
    'begin',
    `set local citus.multi_shard_modify_mode = 'sequential'`,
    ...SETTINGS.map((setting) => `set local ${setting}`),
    ...statements,
    'commit',
  ];
}

/** What a transaction sets reaches the servers that answer it; rows of a trigger are of the space of its row, hence on the same server. */
const SETTINGS = [`citus.propagate_set_commands = 'local'`, `citus.enable_unsafe_triggers = 'on'`];

const distributing = (name: string, beside: string | undefined): string =>
  `select create_distributed_table('${name}', 'space_id'${beside ? `, colocate_with => '${beside}'` : ''})`;

/** Spread by hash, or the same on every server; a table that Citus only knows of is still to be spread. */
const KNOWN_TO_CITUS = `exists (select from pg_dist_partition p
  where p.logicalrelid = c.oid::regclass and (p.partmethod = 'h' or p.partmethod = 'n' and p.repmodel = 't'))`;

/** A table that names a space in each row is of the space; where a row may name none, calls look in it before they know their space. */
async function tablesOf(client: Client): Promise<Table[]> {
  const { rows: known } = await client.query<{ known: boolean }>(`select to_regclass('pg_dist_partition') is not null as known`);
  const { rows } = await client.query<Table>(`
    select c.relname as name, quote_ident(pg_get_userbyid(c.relowner)) as owner,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'space_id' and a.attnotnull) as "ofSpace",
      ${known[0].known ? KNOWN_TO_CITUS : 'false'} as done
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not like 'pg\\_dist\\_%' order by c.relname collate "C"`);
  return rows;
}

async function foreignKeysOf(client: Client): Promise<Key[]> {
  const { rows } = await client.query<Key>(`
    select k.conrelid::regclass::text as table, k.confrelid::regclass::text as refers, k.conname as name, pg_get_constraintdef(k.oid) as definition,
      (select attname from pg_attribute where attrelid = k.conrelid and attnum = k.confdelsetcols[1]) as column,
      (select attname from pg_attribute where attrelid = k.confrelid and attnum = k.confkey[array_position(k.conkey, k.confdelsetcols[1])]) as "refersColumn",
      k.confdeltype in ('n', 'd') as "setsNull"
    from pg_constraint k where k.contype = 'f' and k.connamespace = 'public'::regnamespace order by k.conrelid::regclass::text collate "C", k.conname`);
  return rows;
}

/** Tables without a space that tables of spaces refer to, and those that these refer to: each after the ones it refers to. */
function referencesOf(keys: readonly Key[], ofSpaces: ReadonlySet<string>): string[] {
  const ordered = new Set<string>();
  const add = (name: string): void => {
    for (const { table, refers } of keys) if (table === name && refers !== name && !ordered.has(refers)) add(refers);
    ordered.add(name);
  };
  for (const { table, refers } of keys) if (ofSpaces.has(table) && !ofSpaces.has(refers)) add(refers);
  return [...ordered];
}

async function plainPolicies(client: Client, moved: ReadonlySet<string>): Promise<string[]> {
  const { rows } = await client.query<{ table: string; name: string; using: string | null; check: string | null }>(`
    select tablename as table, policyname as name, qual as using, with_check as check from pg_policies
    where schemaname = 'public' and concat(qual, with_check) ~* '\\mselect\\M' order by tablename collate "C", policyname`);
  const asked = new Map<string, Asked>();
  const altered = rows
    .filter(({ table }) => moved.has(table))
    .map(({ table, name, using, check }) => {
      const parts = [using && `using (${withoutSubSelects(using, asked)})`, check && `with check (${withoutSubSelects(check, asked)})`];
      return `alter policy ${name} on ${table} ${parts.filter(Boolean).join(' ')}`;
    });
  return altered.length ? [APP_WITHIN, ...[...asked.values()].map(askingFunction), ...altered] : [];
}

async function plainTriggers(client: Client, moved: ReadonlySet<string>): Promise<string[]> {
  const { rows } = await client.query<{ name: string; body: string; table: string }>(
    `
    select distinct on (p.oid) p.proname as name, p.prosrc as body, t.tgrelid::regclass::text as table
    from pg_trigger t join pg_proc p on p.oid = t.tgfoid
    where not t.tgisinternal and t.tgrelid::regclass::text = any($1) order by p.oid`,
    [[...moved]],
  );
  return rows
    .map(({ name, body }) => ({ name, body, plain: insertingByRows(body) }))
    .filter(({ body, plain }) => body !== plain)
    .map(({ name, plain }) => `create or replace function ${name}() returns trigger language plpgsql as $function$${plain}$function$`);
}

/** Sequences in the place of identity columns, at the same number: a table that has one is neither moved a second time nor taken back. */
async function plainNumbers(client: Client, moved: ReadonlySet<string>, owners: ReadonlyMap<string, string>): Promise<string[]> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(
    `
    select c.relname as table, a.attname as column, s.relname as sequence
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    join pg_depend d on d.refobjid = c.oid and d.refobjsubid = a.attnum and d.deptype = 'i' join pg_class s on s.oid = d.objid and s.relkind = 'S'
    where a.attidentity <> '' and c.relname = any($1) order by 1, 2`,
    [[...moved]],
  );
  return rows.flatMap(({ table, column, sequence }) => [
    `create sequence ${sequence}_next`,
    `select setval('${sequence}_next', nextval('${sequence}'), false)`,
    `alter table ${table} alter column ${column} drop identity`,
    `alter sequence ${sequence}_next rename to ${sequence}`,
    `alter sequence ${sequence} owner to ${owners.get(table)}`,
    `alter sequence ${sequence} owned by ${table}.${column}`,
    `alter table ${table} alter column ${column} set default nextval('${sequence}')`,
  ]);
}

const adding = ({ table, name, definition }: Key): string => `alter table ${table} add constraint ${name} ${definition}`;

/**
 * The trigger function that replaces `on delete set null (column)`. It clears `app.nodes`, because the foreign key also updates rows that row-level
 * security hides from the person who deletes.
 */
const LETTING_GO = `create or replace function let_go() returns trigger language plpgsql set app.nodes = '' as $$
  begin
    execute format('update %I set %I = null where space_id = $1 and %2$I = $2', tg_argv[0], tg_argv[1])
      using old.space_id, (to_jsonb(old) ->> tg_argv[2])::bigint;
    return null;
  end $$`;

/** Keys that hold the space and set null are refused: the key is asked at the end, and a trigger lets go before that. */
function lettingGo({ table, refers, name, definition, column, refersColumn }: Key): string[] {
  if (!column) throw new Error(`${name} of ${table} sets more than one column null: name the column in the migration`);
  const kept = definition.replace(/ ON DELETE SET NULL \(\w+\)/, '').replace(/ (NOT )?DEFERRABLE.*$/, '');
  return [
    `alter table ${table} add constraint ${name} ${kept} deferrable initially deferred`,
    `create trigger ${name} after delete on ${refers} for each row execute function let_go('${table}', '${column}', '${refersColumn}')`,
  ];
}
