-- Renamed works and changed texts are noted one by one up to 2,000 of a version in a transaction, and beyond that as the version. A setting of
-- the transaction counts them: transition tables would copy every work that a calculation moves.
create function search_count_in_transaction(setting text, version_id bigint) returns int language plpgsql as $$
declare
  counted text := coalesce(current_setting(setting, true), '');
  count int := case when split_part(counted, ':', 1) = version_id::text then split_part(counted, ':', 2)::int + 1 else 1 end;
begin
  if count <= 2001 then perform set_config(setting, version_id || ':' || count, true); end if;
  return count;
end $$;

create or replace function search_note_row() returns trigger language plpgsql as $$
declare count int := search_count_in_transaction('app.search_rows', new.version_id);
begin
  if count > 2001 then return null; end if;
  insert into search_change (space_id, kind, object, part)
    values (new.space_id, 'row', new.version_id, case when count <= 2000 then new.id end);
  perform pg_notify('gantry_search', '');
  return null;
end $$;

create or replace function search_note_row_value() returns trigger language plpgsql as $$
declare count int := search_count_in_transaction('app.search_row_values', new.version_id);
begin
  if count > 2001 then return null; end if;
  insert into search_change (space_id, kind, object, part)
    values (new.space_id, 'row_value', new.version_id, case when count <= 2000 then new.id end);
  perform pg_notify('gantry_search', '');
  return null;
end $$;

-- Values are found in one version of a schedule. Versions that come, go or change their kind can only take that place from the first of the
-- others, or leave it to that one.
create function search_first_of_others(space bigint, schedule bigint, changed bigint[]) returns bigint language sql stable as $$
  select id from version where space_id = space and schedule_id = schedule and not id = any(changed)
  order by (kind = 'actual') desc, (kind <> 'target') desc, id desc limit 1
$$;

create or replace function search_note_heads() returns trigger language plpgsql as $$
begin
  insert into search_change (space_id, kind, object)
    select space_id, 'row_value', id from changed
    union all
    select s.space_id, 'row_value', first.id
      from (select space_id, schedule_id, array_agg(id) as ids from changed group by space_id, schedule_id) s
      cross join lateral search_first_of_others(s.space_id, s.schedule_id, s.ids) first (id)
      where first.id is not null;
  if found then perform pg_notify('gantry_search', ''); end if;
  return null;
end $$;

-- A statement changes the kind of one version of a schedule: no two have the same, except the ordinary ones.
create or replace function search_note_head() returns trigger language plpgsql as $$
begin
  insert into search_change (space_id, kind, object)
    select new.space_id, 'row_value', id
    from unnest(array[new.id, search_first_of_others(new.space_id, new.schedule_id, array[new.id])]) id where id is not null;
  perform pg_notify('gantry_search', '');
  return null;
end $$;
