-- What is unread in hundreds of chats is counted by what does not count: one's own messages, and those that are deleted.
create index chat_message_own on chat_message (space_id, chat_id, author_id, seq) where deleted_at is null;
create index chat_message_gone on chat_message (space_id, chat_id, seq) where deleted_at is not null;
drop index chat_message_unread;
