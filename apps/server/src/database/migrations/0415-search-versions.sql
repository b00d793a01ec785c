-- Works of all versions are found, each work of a schedule once: in the newest version that holds the words. Texts of attributes of works
-- are found in the actual version of a schedule, or in its newest.

-- What a work is told by in other versions of its schedule: its code, or its number where it has none.
alter table search_entry add column twin text;
create index search_entry_twin on search_entry (space_id, node_id, twin) where twin is not null;

drop trigger search_rows_changed on version;
drop trigger search_rows_removed on version;
create trigger search_rows_removed after delete on version for each row execute function search_note('row');

create or replace function search_note_rows() returns trigger language plpgsql as $$
begin
  if (select count(*) from (select from changed limit 201) few) > 200 then
    insert into search_change (space_id, kind, object) select distinct space_id, 'row', version_id from changed;
  else
    insert into search_change (space_id, kind, object, part) select space_id, 'row', version_id, id from changed;
  end if;
  if found then perform pg_notify('gantry_search', ''); end if;
  return null;
end $$;

create or replace function search_note_row() returns trigger language plpgsql as $$
begin
  insert into search_change (space_id, kind, object, part) values (new.space_id, 'row', new.version_id, new.id);
  perform pg_notify('gantry_search', '');
  return null;
end $$;

create function search_note_row_values() returns trigger language plpgsql as $$
begin
  if (select count(*) from (select from changed where jsonb_typeof(value) = 'string' limit 201) few) > 200 then
    insert into search_change (space_id, kind, object)
      select distinct space_id, 'row_value', version_id from changed where jsonb_typeof(value) = 'string';
  else
    insert into search_change (space_id, kind, object, part)
      select space_id, 'row_value', version_id, id from changed where jsonb_typeof(value) = 'string';
  end if;
  if found then perform pg_notify('gantry_search', ''); end if;
  return null;
end $$;
create trigger search_added after insert on attribute_value referencing new table as changed
  for each statement execute function search_note_row_values();
create trigger search_removed after delete on attribute_value referencing old table as changed
  for each statement execute function search_note_row_values();

create function search_note_row_value() returns trigger language plpgsql as $$
begin
  insert into search_change (space_id, kind, object, part) values (new.space_id, 'row_value', new.version_id, new.id);
  perform pg_notify('gantry_search', '');
  return null;
end $$;
create trigger search_changed after update on attribute_value for each row
  when (old.value is distinct from new.value and (jsonb_typeof(old.value) = 'string' or jsonb_typeof(new.value) = 'string'))
  execute function search_note_row_value();

-- Another version may now be the one whose values are found.
create function search_note_head() returns trigger language plpgsql as $$
declare changed record;
begin
  if tg_op = 'DELETE' then changed := old; else changed := new; end if;
  insert into search_change (space_id, kind, object) values (changed.space_id, 'row_value', changed.id);
  insert into search_change (space_id, kind, object)
    select space_id, 'row_value', id from version where space_id = changed.space_id and schedule_id = changed.schedule_id and id <> changed.id;
  perform pg_notify('gantry_search', '');
  return null;
end $$;
create trigger search_head_changed after insert or delete on version for each row execute function search_note_head();
create trigger search_head_made after update on version for each row
  when (old.kind is distinct from new.kind) execute function search_note_head();

-- The stems of a space. A stem is found by each of its ends of three letters or more, and by itself without any one of its letters, which
-- is how mistakes of typing find it. It is never shown: what it leads to is read under the reader's rights.
create table search_lexeme (
  space_id bigint not null references space on delete cascade,
  lexeme text not null,
  tsv tsvector not null,
  primary key (space_id, lexeme)
);
-- New stems are rare; a list of pending ones would be read by each question.
do $$
begin
  create extension if not exists btree_gin;
  create index search_lexeme_words on search_lexeme using gin (space_id, tsv) with (fastupdate = off);
exception when insufficient_privilege or undefined_file or feature_not_supported then
  create index search_lexeme_words on search_lexeme using gin (tsv) with (fastupdate = off);
end $$;
alter table search_lexeme enable row level security;
alter table search_lexeme force row level security;
create policy found on search_lexeme for select
  using (space_id = nullif(current_setting('app.space_id', true), '')::bigint and tsv @@ app_search());
create policy added on search_lexeme for insert
  with check (space_id = nullif(current_setting('app.space_id', true), '')::bigint);
create policy removed on search_lexeme for delete
  using (space_id = nullif(current_setting('app.space_id', true), '')::bigint);

-- All that is there already.
select set_config('app.system', 'on', true);
insert into search_change (space_id, kind)
  select s.id, k.kind from space s cross join unnest(array['node', 'version', 'value', 'file', 'comment', 'message', 'card']) k (kind);
insert into search_change (space_id, kind, object)
  select v.space_id, k.kind, v.id from version v cross join unnest(array['row', 'row_value']) k (kind);
