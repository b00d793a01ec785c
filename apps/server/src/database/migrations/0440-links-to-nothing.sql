-- A link without a work: a row of an estimate, or a part of it, that is left out of works on purpose.
alter table cost_link alter column item_id drop not null;
-- What rows of a code were linked with before is looked for over all versions of a space.
create index cost_link_code on cost_link (space_id, row_code) where item_id is not null and row_code <> '';
