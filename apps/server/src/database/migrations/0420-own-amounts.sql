-- Amounts of works themselves, what their progress goes by, and whether they are planned by days; resources whose done units follow the progress.
alter table wbs_item
  add column volume double precision,
  add column volume_unit text not null default '',
  add column labour_hours double precision,
  add column cost double precision,
  add column progress_by text,
  add column day_planned boolean not null default true;
alter table resource add column auto_actuals boolean;
