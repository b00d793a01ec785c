-- What a model was shown and what it answered, for those who answer for the space; it goes with the call after 90 days.
alter table ai_call add column prompt text not null default '', add column answer text;
