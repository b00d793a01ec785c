import pg from 'pg';
import { distributionScript } from '../../database/distribution/distribution.ts';

/**
 * Functions of the names that Citus has, which spread nothing and refuse what Citus 12 and 13 refuse: sub-selects in policies, triggers
 * without the setting that allows them, unique keys without the column that spreads, identity columns (by tables that others refer to), and
 * foreign keys other than to the same space or to a table that is on every server.
 */
const LIKE_CITUS = `
  create table pg_dist_partition (logicalrelid regclass primary key, partmethod "char" not null, repmodel "char" not null);
  create function refuse(what text, about regclass) returns void language plpgsql as $$
    begin raise exception 'cannot distribute %: %', about, what; end $$;

  create function ask_like_citus(about regclass) returns void language plpgsql as $$
  declare one record;
  begin
    if exists (select from pg_dist_partition where logicalrelid = about) then perform refuse('it is distributed', about); end if;
    for one in select polname from pg_policy where polrelid = about and concat(polqual::text, polwithcheck::text) like '%{SUBLINK%' loop
      perform refuse('sub-selects are not supported in policies: ' || one.polname, about);
    end loop;
    for one in select tgname, prosrc from pg_trigger t join pg_proc p on p.oid = tgfoid where tgrelid = about and not tgisinternal loop
      if current_setting('citus.enable_unsafe_triggers', true) is distinct from 'on' then perform refuse('it has triggers', about); end if;
      if one.prosrc ~* 'insert into [^;]*?\\)\\s*(with|select)' then perform refuse('COPY with row-level security: ' || one.tgname, about); end if;
    end loop;
    if exists (select from pg_attribute where attrelid = about and attidentity <> '') then perform refuse('identity column', about); end if;
  end $$;

  create function create_reference_table(about regclass) returns void language plpgsql as $$
  begin
    perform ask_like_citus(about);
    insert into pg_dist_partition values (about, 'n', 't');
  end $$;

  create function create_distributed_table(about regclass, by text, colocate_with text default 'default') returns void language plpgsql as $$
  declare one record;
  begin
    perform ask_like_citus(about);
    if not exists (select from pg_attribute where attrelid = about and attname = by and attnotnull and atttypid = 'bigint'::regtype) then
      perform refuse('no ' || by, about);
    end if;
    if colocate_with = 'default' and exists (select from pg_dist_partition where partmethod = 'h') then perform refuse('beside no other', about); end if;
    for one in select indexrelid::regclass as name from pg_index where indrelid = about and (indisunique or indisexclusion) and not exists (
        select from pg_attribute where attrelid = about and attname = by and attnum = any(indkey)) loop
      perform refuse('a unique key without ' || by || ': ' || one.name, about);
    end loop;
    insert into pg_dist_partition values (about, 'h', 's');
  end $$;

  create function foreign_keys_like_citus() returns event_trigger language plpgsql as $$
  declare one record;
  begin
    for one in
      select k.conrelid::regclass as about, k.conname, t.partmethod as from_kind, r.partmethod as to_kind, confdeltype, confupdtype,
        exists (select from unnest(conkey, confkey) pair (a, b)
          join pg_attribute x on x.attrelid = conrelid and x.attnum = a and x.attname = 'space_id'
          join pg_attribute y on y.attrelid = confrelid and y.attnum = b and y.attname = 'space_id') as by_space,
        exists (select from pg_attribute x where x.attrelid = conrelid and x.attnum = any(conkey) and x.attname = 'space_id') as holds_space
      from pg_constraint k left join pg_dist_partition t on t.logicalrelid = conrelid left join pg_dist_partition r on r.logicalrelid = confrelid
      where contype = 'f' and (t.partmethod is not null or r.partmethod = 'h') and exists (select from pg_dist_partition where partmethod = 'h')
    loop
      if one.to_kind is null or one.from_kind is null or one.from_kind = 'n' and one.to_kind = 'h' or one.to_kind = 'h' and not one.by_space
        or one.from_kind = 'h' and one.holds_space and (one.confdeltype in ('n', 'd') or one.confupdtype in ('n', 'd', 'c'))
      then perform refuse('foreign key ' || one.conname, one.about); end if;
    end loop;
  end $$;
  create event trigger foreign_keys_like_citus on ddl_command_end when tag in ('ALTER TABLE') execute function foreign_keys_like_citus();

  create function run_command_on_workers(command text) returns void language sql as 'select';
`;

/** Brings a migrated database to the form that it has on several servers, on this one; answers the script that was run. */
export async function distributeLikeCitus(administration: pg.ClientConfig): Promise<readonly string[]> {
  const client = new pg.Client(administration);
  await client.connect();
  try {
    await client.query(LIKE_CITUS);
    const script = await distributionScript(client);
    for (const statement of script) await client.query(statement);
    return script;
  } finally {
    await client.end();
  }
}
