-- What the files of a space take: the quota is asked for each new content, and sums no contents for that.
alter table space add column storage_bytes bigint not null default 0;
select set_config('app.system', 'on', true);
update space s set storage_bytes = b.bytes
  from (select space_id, sum(bytes) as bytes from storage_blob group by space_id) b where b.space_id = s.id;

create function storage_count() returns trigger language plpgsql as $$
begin
  update space s set storage_bytes = s.storage_bytes + case tg_op when 'INSERT' then c.bytes else -c.bytes end
    from (select space_id, sum(bytes) as bytes from changed group by space_id) c where s.id = c.space_id;
  return null;
end $$;
create trigger storage_added after insert on storage_blob referencing new table as changed for each statement execute function storage_count();
create trigger storage_removed after delete on storage_blob referencing old table as changed for each statement execute function storage_count();
