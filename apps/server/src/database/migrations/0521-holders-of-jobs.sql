-- Which thread of which process runs a job, and by which fence. A claim by the release before writes a fence and no holder.
alter table job add column holder text;
