-- Schedule files that arrive in parts: how they are taken in (null: a file of the storage), and the job that their last part began.
alter table storage_upload add column import jsonb;
alter table storage_upload add column job_id bigint;
