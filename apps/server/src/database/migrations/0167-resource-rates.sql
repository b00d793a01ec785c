-- Prices and limits of a resource over time, where it has more than one price.
alter table resource add column rates jsonb;
