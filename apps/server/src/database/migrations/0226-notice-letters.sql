-- When somebody wants letters about what concerns them in a space.
create table notice_setting (
  space_id bigint not null references space on delete cascade,
  user_id bigint not null references app_user on delete cascade,
  -- When a kind is mailed, where that differs from what everybody has.
  mail jsonb not null default '{}',
  mail_off boolean not null default false,
  -- The hour of letters that come once a day or a week, and the zone that it is of; none: that of the space.
  hour int not null default 8 check (hour between 0 and 23),
  time_zone text check (length(time_zone) between 1 and 64),
  -- Hours in which nothing comes by itself but what was asked for at its hour.
  quiet_from int check (quiet_from between 0 and 23),
  quiet_to int check (quiet_to between 0 and 23),
  -- Ends the letters without a sign-in.
  unsubscribe_key uuid not null default gen_random_uuid(),
  primary key (space_id, user_id),
  check ((quiet_from is null) = (quiet_to is null))
);

alter table notice_setting enable row level security;
alter table notice_setting force row level security;
create policy by_space on notice_setting
  using (space_id = nullif(current_setting('app.space_id', true), '')::bigint or current_setting('app.system', true) = 'on')
  with check (space_id = nullif(current_setting('app.space_id', true), '')::bigint or current_setting('app.system', true) = 'on');

-- Letters about notices name how many there are and nothing of the plan.
alter table space add column bare_letters boolean not null default false;

-- What stood before letters went out is not mailed.
select set_config('app.system', 'on', true);
update notice set mailed_at = now() where mailed_at is null;
