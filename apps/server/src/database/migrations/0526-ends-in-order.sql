-- What is over is cleared away in blocks, the oldest first, without a look at what stays; a space that is deleted finds its jobs.
create index job_untitled_by_end on job (finished_at) where title = '';
create index job_titled_by_end on job (finished_at) where title <> '';
create index job_by_space on job (space_id);
create index session_by_end on session (expires_at);
create index repeated_call_by_time on repeated_call (at);
