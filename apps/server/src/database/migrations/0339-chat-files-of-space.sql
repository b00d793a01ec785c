-- Contents of a space go before its messages do: without a way of their own, files of messages held them, and such a space stayed for ever.
alter table chat_file add foreign key (space_id) references space on delete cascade;
