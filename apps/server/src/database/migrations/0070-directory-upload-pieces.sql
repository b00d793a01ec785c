-- Lines of a proposal in pieces, so that a page of it is read without the rest: zstd of JSON, `place` is that of the first line
-- in its part. Proposals of before had all of it in one piece and wait for an answer that is easily asked for again.
delete from directory_upload;
-- `accepted`: what its job has put into the directory, while works of a version have yet to take their rows.
alter table directory_upload add column accepted jsonb;

create table directory_upload_piece (
  space_id bigint not null,
  upload_id bigint not null,
  part text not null,
  place int not null,
  lines int not null,
  content bytea not null,
  primary key (space_id, upload_id, part, place),
  foreign key (space_id, upload_id) references directory_upload (space_id, id) on delete cascade
);
-- It is packed already.
alter table directory_upload_piece alter column content set storage external;

alter table directory_upload_piece enable row level security;
alter table directory_upload_piece force row level security;
create policy by_space on directory_upload_piece
  using (space_id = nullif(current_setting('app.space_id', true), '')::bigint or current_setting('app.system', true) = 'on')
  with check (space_id = nullif(current_setting('app.space_id', true), '')::bigint or current_setting('app.system', true) = 'on');
create policy in_reach on directory_upload_piece as restrictive
  using ((select app_ids('app.nodes')) is null or upload_id in (select id from directory_upload))
  with check ((select app_ids('app.nodes')) is null or upload_id in (select id from directory_upload));
