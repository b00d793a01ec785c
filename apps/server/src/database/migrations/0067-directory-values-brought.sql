-- The value that brought another is no parent of the work breakdown structure; the field says so.
alter table directory_value rename column parent_id to brought_by_id;
