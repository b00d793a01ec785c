-- What amounts of money in the space are of: an ISO 4217 code; none: it has not been said.
alter table space add column currency text check (currency ~ '^[A-Z]{3}$');
