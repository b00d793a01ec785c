-- Chain of a version or directory: one value for a revision and all before it. It begins with chance, so that another thing with the
-- same id has another past. What older releases wrote has none.
alter table version add column chain bytea not null default uuid_send(gen_random_uuid());
alter table directory add column chain bytea not null default uuid_send(gen_random_uuid());
alter table version_edit add column chain bytea;
alter table directory_edit add column chain bytea;

-- Directories say, as versions do, which taking back a revision restores.
alter table directory_edit add column redoes int;
select set_config('app.system', 'on', true);
update directory_edit e set redoes = t.revision from directory_edit t
where t.space_id = e.space_id and t.directory_id = e.directory_id and t.undone_by = e.revision and t.undoes is not null;
create index directory_edit_author on directory_edit (space_id, directory_id, author_id, revision);
