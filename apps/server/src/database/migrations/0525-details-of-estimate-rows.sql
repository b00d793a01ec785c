-- What the file of an estimate says of a row beside its amounts: hours of labour, the formula of its quantity, and its resources as packed
-- JSON. The rows of one file have a number together (`batch`): an estimate and the file that waits for it name theirs, so that taking a
-- file over and back moves no details.
create table estimate_row_detail (
  space_id bigint not null,
  estimate_id bigint not null,
  batch int not null,
  row_id int not null,
  project_id bigint not null,
  hours text not null default '',
  formula text not null default '',
  resources bytea,
  primary key (space_id, estimate_id, batch, row_id),
  foreign key (space_id, estimate_id) references estimate (space_id, id) on delete cascade
);
alter table estimate_row_detail enable row level security;
alter table estimate_row_detail force row level security;
create policy by_space on estimate_row_detail
  using (space_id = nullif(current_setting('app.space_id', true), '')::bigint or current_setting('app.system', true) = 'on')
  with check (space_id = nullif(current_setting('app.space_id', true), '')::bigint or current_setting('app.system', true) = 'on');
create policy in_reach on estimate_row_detail as restrictive
  using ((select app_ids('app.nodes')) is null or project_id = any ((select app_ids('app.nodes'))::bigint[]))
  with check ((select app_ids('app.nodes')) is null or project_id = any ((select app_ids('app.nodes'))::bigint[]));

-- 0: no row has any.
alter table estimate add column details int not null default 0;
alter table estimate_proposal add column details int not null default 0;
