-- A claim goes from space to space, whatever waits in each; those that run are few and counted by themselves.
create index job_to_claim on job (kind, (case when space_id is null then 0 else space_id end), id) where status in ('waiting', 'running');
create index job_running on job (id) where status = 'running';
