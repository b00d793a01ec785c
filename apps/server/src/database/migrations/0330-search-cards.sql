-- Cards of boards are found by their words.
create trigger search_added after insert or delete on kanban_item for each row execute function search_note('card');
create trigger search_changed after update on kanban_item for each row
  when (old.title is distinct from new.title or old.description is distinct from new.description
        or old.deleted_at is distinct from new.deleted_at or old.board_id is distinct from new.board_id)
  execute function search_note('card');

-- Cards of a board that is deleted, or taken back, go and come with it.
create function search_note_board() returns trigger language plpgsql as $$
begin
  insert into search_change (space_id, kind, object) select new.space_id, 'card', i.id from kanban_item i
    where i.space_id = new.space_id and i.board_id = new.id;
  if found then perform pg_notify('gantry_search', ''); end if;
  return null;
end $$;
create trigger search_changed after update on kanban_board for each row
  when (old.deleted_at is distinct from new.deleted_at) execute function search_note_board();

select set_config('app.system', 'on', true);
insert into search_change (space_id, kind) select id, 'card' from space;
