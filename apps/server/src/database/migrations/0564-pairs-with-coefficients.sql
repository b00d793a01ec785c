-- Pairs that have coefficients are counted by these alone; most pairs have none.
create index directory_relation_row_coefficients on directory_relation_row (space_id, coefficient_ids) where coefficient_ids <> '{}';
