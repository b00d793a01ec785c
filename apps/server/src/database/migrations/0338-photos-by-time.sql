-- Photos of a node and all below it, the last taken first, without sorting all files of the space.
create index storage_item_by_time on storage_item (space_id, taken_at desc, id desc) where deleted_at is null;
