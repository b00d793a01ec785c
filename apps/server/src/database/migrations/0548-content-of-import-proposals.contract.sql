-- What a proposal holds stands in its pieces.
alter table import_proposal drop column content;
