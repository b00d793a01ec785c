-- What the timer that deletes old notices looks for in all spaces.
create index notice_by_age on notice (at);
