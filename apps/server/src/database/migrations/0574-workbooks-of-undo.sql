-- The workbooks that the states of an act came from: what nothing names is deleted. Null: not known, as of acts before this.
alter table estimate_edit add column sources text[];
