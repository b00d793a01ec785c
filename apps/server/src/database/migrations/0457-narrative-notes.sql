-- Why a line of the narrative of a version is so, as a planner wrote. An empty text ends a reason that an earlier version has.
create table narrative_note (
  space_id bigint not null,
  version_id bigint not null,
  line text not null,
  text text not null,
  primary key (space_id, version_id, line),
  foreign key (space_id, version_id) references version (space_id, id) on delete cascade
);
alter table narrative_note enable row level security;
alter table narrative_note force row level security;
create policy by_space on narrative_note
  using (space_id = nullif(current_setting('app.space_id', true), '')::bigint or current_setting('app.system', true) = 'on')
  with check (space_id = nullif(current_setting('app.space_id', true), '')::bigint or current_setting('app.system', true) = 'on');
create policy in_reach on narrative_note as restrictive
  using ((select app_ids('app.nodes')) is null or version_id in (select id from version));
