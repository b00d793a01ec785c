-- A list that a policy compares rows with is searched from its beginning for each row; the same list as a sub-query is hashed once a statement.
do $$
declare
  one record;
  in_list constant text := '= ANY \(\( ?SELECT app_ids\(''app\.(nodes|paths)''::text\) AS app_ids\)(::bigint\[\])?\)';
  hashed constant text := 'in (select unnest(app_ids(''app.\1'')))';
begin
  for one in select tablename, policyname, qual, with_check from pg_policies
             where schemaname = current_schema() and (qual ~ in_list or with_check ~ in_list)
  loop
    if one.qual ~ in_list then
      execute format('alter policy %I on %I using (%s)', one.policyname, one.tablename, regexp_replace(one.qual, in_list, hashed, 'g'));
    end if;
    if one.with_check ~ in_list then
      execute format('alter policy %I on %I with check (%s)', one.policyname, one.tablename, regexp_replace(one.with_check, in_list, hashed, 'g'));
    end if;
  end loop;
end $$;
