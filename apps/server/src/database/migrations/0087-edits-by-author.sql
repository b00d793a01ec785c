-- The last action of a person that can be taken back is looked for at every look at a history: among theirs, not among all.
create index version_edit_author on version_edit (space_id, version_id, author_id, revision);
