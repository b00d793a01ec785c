-- The zone that the space works in, by its IANA name; none: that of the server.
alter table space add column time_zone text check (length(time_zone) between 1 and 64);
