-- The failed jobs of a day are counted without the others.
create index job_failed_by_end on job (finished_at) where status = 'failed';
