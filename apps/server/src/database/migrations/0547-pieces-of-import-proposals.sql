-- Changes of a proposal in pieces, so that a page of it is read without the rest: zstd of JSON, `place` is that of the first change
-- in its part. Proposals of before had all of it in one value and wait for an answer that is easily asked for again.
select set_config('app.system', 'on', true);
delete from import_proposal;
alter table import_proposal alter column content drop not null;

create table import_proposal_piece (
  space_id bigint not null,
  proposal_id bigint not null,
  part text not null,
  place int not null,
  changes int not null,
  content bytea not null,
  primary key (space_id, proposal_id, part, place),
  foreign key (space_id, proposal_id) references import_proposal (space_id, id) on delete cascade
);
-- It is packed already.
alter table import_proposal_piece alter column content set storage external;

alter table import_proposal_piece enable row level security;
alter table import_proposal_piece force row level security;
create policy by_space on import_proposal_piece
  using (space_id = nullif(current_setting('app.space_id', true), '')::bigint or current_setting('app.system', true) = 'on')
  with check (space_id = nullif(current_setting('app.space_id', true), '')::bigint or current_setting('app.system', true) = 'on');
