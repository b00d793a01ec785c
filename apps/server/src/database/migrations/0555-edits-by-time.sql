-- The feed of a space, and what of it one person did, is read in its order to where a page ends.
create index version_edit_at on version_edit (space_id, at, version_id, revision);
create index version_edit_person_at on version_edit (space_id, author_id, at, version_id, revision);
