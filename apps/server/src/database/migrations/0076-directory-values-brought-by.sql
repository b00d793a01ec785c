-- Who removes a value has the database look for those that it brought; without an index each look reads the whole version.
create index directory_value_brought_by on directory_value (space_id, version_id, brought_by_id) where brought_by_id is not null;
