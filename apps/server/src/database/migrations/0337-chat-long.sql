-- A chat of a million messages is listed as fast as a short one: what came before somebody joined, and what mentions anybody.
create index chat_message_times on chat_message (space_id, chat_id, created_at, seq);
create index chat_message_mentioning on chat_message (space_id, chat_id, seq) where deleted_at is null and mentions <> '{}';
