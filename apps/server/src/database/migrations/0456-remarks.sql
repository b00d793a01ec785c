-- What the last calculation of a version remarked, each kind once: lists of versions read it without the remarks.
create function remarks_of(calculation jsonb) returns text[] language sql immutable parallel safe
  return (select array_agg(distinct code #>> '{}') from jsonb_path_query(calculation, '$.issues[*].code') as code);

alter table version add column remarks text[] generated always as (remarks_of(calculation)) stored;
