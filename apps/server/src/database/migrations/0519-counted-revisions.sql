-- The revision at which rows or amounts of an estimate were last changed: costs of works by it are still right after another name.
alter table estimate add column counted_revision int not null default 1;
select set_config('app.system', 'on', true);
update estimate set counted_revision = revision;
