-- What people wrote and stored since a backup is counted by index, without what was there before.
create index chat_message_by_time on chat_message (space_id, created_at, author_id);
create index storage_item_by_creation on storage_item (space_id, created_at, created_by);
-- Calls of a model go by their age, without a walk over those of all spaces.
create index ai_call_by_time on ai_call (at);
