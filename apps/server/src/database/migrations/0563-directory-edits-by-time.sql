-- Old changes of directories go after their time: they are found by it.
create index directory_edit_by_time on directory_edit (at);
