-- When a late fact was entered: its mark says who and when. Those that stand already have the time of their edit where the log still has it.
alter table late_fact add column at timestamptz not null default now();
select set_config('app.system', 'on', true);
update late_fact l set at = e.at
from version_edit e
where e.space_id = l.space_id and e.version_id = l.version_id and e.revision = l.revision;
