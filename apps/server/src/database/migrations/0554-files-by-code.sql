-- Files of a work are found by its code.
create index storage_item_of_code on storage_item (space_id, node_id, row_code) where deleted_at is null;
