import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

const FOLDER = join(import.meta.dirname, 'migrations');
/** Any constant will do: two servers that start at once migrate one after the other. */
const MIGRATION_LOCK = 7_264_881;

/** Applies the numbered SQL files that this database has not seen, each in its own transaction; refuses a database that is newer than this program. */
export async function migrate(connection: pg.ClientConfig): Promise<{ applied: string[] }> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query('create table if not exists migration (name text primary key, applied_at timestamptz not null default now())');
    const known = readdirSync(FOLDER)
      .filter((name) => name.endsWith('.sql'))
      .sort();
    const done = new Set((await client.query<{ name: string }>('select name from migration')).rows.map((row) => row.name));
    const newer = [...done].filter((name) => !known.includes(name));
    if (newer.length)
      throw new Error(
        `The database was migrated by a newer version of Gantry (${newer.join(', ')}). Start that version, or restore a backup.`,
      );
    const applied: string[] = [];
    for (const name of known.filter((file) => !done.has(file))) {
      await client.query('begin');
      try {
        await client.query(readFileSync(join(FOLDER, name), 'utf8'));
        await client.query('insert into migration (name) values ($1)', [name]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw error;
      }
      applied.push(name);
    }
    return { applied };
  } finally {
    await client.end();
  }
}

/**
 * Row-level security does not bind a superuser. When the connection belongs to one, the server works as the role
 * `gantry_app` instead; returns the options that make every pooled connection switch to it.
 */
export async function restrictedRole(connection: pg.ClientConfig): Promise<string | null> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const { rows } = await client.query<{ free: boolean }>(
      'select rolsuper or rolbypassrls as free from pg_roles where rolname = current_user',
    );
    if (!rows[0]?.free) return null;
    await client.query(`do $$ begin
      if not exists (select from pg_roles where rolname = 'gantry_app') then create role gantry_app nologin nosuperuser nobypassrls; end if;
    exception when duplicate_object or unique_violation then null; end $$`);
    await client.query('grant usage, create on schema public to gantry_app');
    // Forced row-level security binds an owner too; owning lets the server renew the statistics of its tables.
    await client.query(`do $$ declare item record; begin
      for item in select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public' loop
        execute 'alter table ' || item.name || ' owner to gantry_app';
      end loop;
      for item in select format('%I.%I', schemaname, sequencename) as name from pg_sequences where schemaname = 'public' loop
        begin execute 'alter sequence ' || item.name || ' owner to gantry_app'; exception when feature_not_supported then null; end;
      end loop;
    end $$`);
    return 'gantry_app';
  } finally {
    await client.end();
  }
}
