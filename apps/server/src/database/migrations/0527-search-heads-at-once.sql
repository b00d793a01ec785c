-- Versions that come or go together are noted once with the others of their schedules: a row at a time it was the square of them.
drop trigger search_head_changed on version;
create function search_note_heads() returns trigger language plpgsql as $$
begin
  insert into search_change (space_id, kind, object)
    select space_id, 'row_value', id from changed
    union
    select v.space_id, 'row_value', v.id from version v
      where (v.space_id, v.schedule_id) in (select space_id, schedule_id from changed);
  if found then perform pg_notify('gantry_search', ''); end if;
  return null;
end $$;
create trigger search_head_added after insert on version referencing new table as changed
  for each statement execute function search_note_heads();
create trigger search_head_removed after delete on version referencing old table as changed
  for each statement execute function search_note_heads();
