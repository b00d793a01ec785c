-- A reach is spelled out with every transaction: ids that follow each other are written as a range, 17-19000. An older server writes each id.
create function app_id_ranges(list text) returns bigint[] language sql immutable
  return array(select generate_series(split_part(part, '-', 1)::bigint, split_part(part, '-', -1)::bigint)
    from unnest(string_to_array(list, ',')) part);

-- Without a range the planner takes the function apart, as before.
create or replace function app_ids(setting text) returns bigint[] language sql stable
  return case when strpos(current_setting(setting, true), '-') > 0 then app_id_ranges(current_setting(setting, true))
    else string_to_array(nullif(current_setting(setting, true), ''), ',')::bigint[] end;
