-- A row a statement that changes which nodes a space has or below which each stands. The lowest and the highest id and their number are a mark
-- of the hierarchy as a transaction sees it: rows are only added, and all but the highest go after a day, the lowest first. So a change
-- that commits late, with a lower id, is another mark too, and no two changes wait for each other.
create table hierarchy_change (
  space_id bigint not null references space on delete cascade,
  id bigint generated always as identity,
  at timestamptz not null default now(),
  primary key (space_id, id)
);
create index hierarchy_change_by_time on hierarchy_change (at);

alter table hierarchy_change enable row level security;
alter table hierarchy_change force row level security;
create policy by_space on hierarchy_change
  using (space_id = nullif(current_setting('app.space_id', true), '')::bigint or current_setting('app.system', true) = 'on')
  with check (space_id = nullif(current_setting('app.space_id', true), '')::bigint or current_setting('app.system', true) = 'on');

-- Rows that go with others are deleted by the owner of the table, whose transaction may name no space.
create function note_hierarchy() returns trigger language plpgsql set app.system = 'on' as $$
begin
  insert into hierarchy_change (space_id) select distinct changed.space_id from changed join space on space.id = changed.space_id;
  return null;
end $$;
create function note_hierarchy_moved() returns trigger language plpgsql set app.system = 'on' as $$
begin
  insert into hierarchy_change (space_id)
    select distinct changed.space_id from changed join before using (id) where changed.parent_id is distinct from before.parent_id;
  return null;
end $$;
create trigger note_hierarchy_added after insert on eps_node referencing new table as changed for each statement execute function note_hierarchy();
create trigger note_hierarchy_removed after delete on eps_node referencing old table as changed for each statement execute function note_hierarchy();
create trigger note_hierarchy_moved after update on eps_node referencing new table as changed old table as before for each statement execute function note_hierarchy_moved();
