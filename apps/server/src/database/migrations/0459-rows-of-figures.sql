-- What a version is made of row by row, packed by the program: under the dimension "rows", whose weeks and months hold what each work brings.
alter table version_fact add column rows bytea;
alter table version_fact alter column rows set storage external;
