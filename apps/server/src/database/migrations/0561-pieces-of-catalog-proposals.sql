-- The content of a proposal is its change and its works in pieces, one after the other, so that a page of works is read without the rest.
-- It is packed already, and of values that the database does not pack it reads parts alone.
alter table catalog_proposal alter column content set storage external;
