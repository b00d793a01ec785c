-- What amounts of rows are made of, in whole minor units: wages, machines and so on, in the order of the list of parts of the product; null where the whole is one of them.
alter table estimate_row add column parts double precision[], add column base_parts double precision[];
alter table estimate_row add constraint estimate_row_parts check (cardinality(parts) = 9 and cardinality(base_parts) = 9);
