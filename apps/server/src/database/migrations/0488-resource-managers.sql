-- Who writes down and approves the hours of the person that a resource stands for, beside those who plan.
alter table resource add column manager_id int;
create index resource_manager on resource (space_id, manager_id, version_id) where manager_id is not null;
