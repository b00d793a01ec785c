-- A claim goes from space to space, whatever waits in each; those that run are few and counted by themselves. The sum is what no other
-- index is in the order of: a walk along the ids of all jobs would look for the first ones of a space at the end.
create index job_to_claim on job (kind, (case when space_id is null then 0 else space_id end), (id + 0)) where status in ('waiting', 'running');
create index job_running on job (id) where status = 'running';
