-- What the hourly sweep looks for in all spaces: files deleted a while ago, uploads that stand still.
create index storage_item_deleted on storage_item (deleted_at) where deleted_at is not null;
create index storage_upload_still on storage_upload (changed_at);
