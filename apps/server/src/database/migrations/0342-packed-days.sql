-- Values of days as packed bytes instead of JSON: the form of packages/domain/src/schedule/days.ts. What is known of a series without its
-- days stands beside them.
select set_config('app.system', 'on', true);

alter table day_series add column last_day int, add column last_amount_day int, add column total double precision, add column days bytea;

create function pg_temp.varint(number bigint) returns bytea language plpgsql immutable as $$
declare rest bigint := number; bytes bytea := '';
begin
  while rest >= 128 loop
    bytes := bytes || set_byte('\x00'::bytea, 0, (rest % 128 + 128)::int);
    rest := rest / 128;
  end loop;
  return bytes || set_byte('\x00'::bytea, 0, rest::int);
end $$;

create function pg_temp.zigzag(number bigint) returns bigint language sql immutable as $$
  select case when number >= 0 then number * 2 else -number * 2 - 1 end $$;

create function pg_temp.packed(first_day int, entries jsonb) returns bytea language plpgsql immutable as $$
declare
  digits int;
  most numeric;
  bytes bytea;
  entry jsonb;
  empty bigint := 0;
  before bigint := 0;
  units bigint;
begin
  select coalesce(max(scale(trim_scale(value::numeric))), 0), coalesce(max(abs(value::numeric)), 0) into digits, most
    from jsonb_array_elements(entries) value where jsonb_typeof(value) = 'number';
  bytes := pg_temp.varint(pg_temp.zigzag(first_day));
  if digits > 6 or most * 10 ^ digits >= 562949953421312 then
    select string_agg(float8send(case when jsonb_typeof(value) = 'number' then value::float8 else 'NaN'::float8 end), ''::bytea order by at)
      into bytes from jsonb_array_elements(entries) with ordinality list (value, at);
    return '\x01ff'::bytea || pg_temp.varint(pg_temp.zigzag(first_day)) || bytes;
  end if;
  bytes := '\x01'::bytea || set_byte('\x00'::bytea, 0, digits) || bytes;
  for entry in select value from jsonb_array_elements(entries) with ordinality list (value, at) order by at loop
    if jsonb_typeof(entry) <> 'number' then
      empty := empty + 1;
      continue;
    end if;
    if empty > 0 then
      bytes := bytes || pg_temp.varint(empty * 2 + 1);
      empty := 0;
    end if;
    units := (entry::numeric * (10::numeric ^ digits))::bigint;
    bytes := bytes || pg_temp.varint(pg_temp.zigzag(units - before) * 2);
    before := units;
  end loop;
  return bytes;
end $$;

-- Series begin and end with a value; what has none is no series.
with ends as (
  select s.space_id, s.version_id, s.id, min(at) - 1 as first, max(at) - 1 as last, max(at) filter (where value <> '0') - 1 as worked
  from day_series s, jsonb_array_elements(s."values") with ordinality list (value, at)
  where jsonb_typeof(value) = 'number' group by s.space_id, s.version_id, s.id)
update day_series s set
  first_day = s.first_day + e.first::int,
  last_day = s.first_day + e.last::int,
  last_amount_day = s.first_day + e.worked::int,
  total = (select coalesce(sum(value::float8 order by at), 0) from jsonb_array_elements(s."values") with ordinality list (value, at) where jsonb_typeof(value) = 'number'),
  days = pg_temp.packed(s.first_day + e.first::int,
    (select jsonb_agg(value order by at) from jsonb_array_elements(s."values") with ordinality list (value, at) where at - 1 between e.first and e.last))
from ends e where e.space_id = s.space_id and e.version_id = s.version_id and e.id = s.id;
delete from day_series where days is null;

alter table day_series alter column last_day set not null, alter column total set not null, alter column days set not null, drop column "values";
