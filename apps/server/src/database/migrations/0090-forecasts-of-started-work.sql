-- What the scenarios of started work find out, beside the other results of a calculation.
alter table wbs_item
  add column scenario_used int,
  add column needed_per_day double precision,
  add column late boolean not null default false;
alter table wbs_item alter column late drop default;
