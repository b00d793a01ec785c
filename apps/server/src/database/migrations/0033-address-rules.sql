-- Addresses and networks that a space is entered from; empty: from anywhere.
alter table space add column allowed_addresses text[] not null default '{}';
