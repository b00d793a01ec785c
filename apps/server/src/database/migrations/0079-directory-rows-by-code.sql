-- The order in which rows are offered before anything is typed: a page of a hundred thousand rows is read, not sorted.
create index directory_row_by_code on directory_row (space_id, directory_id, (code = ''), lower(code), id);
