-- Whether reports of a space may go by mail to people without an account.
alter table space add column outside_reports boolean not null default false;

alter table report_delivery
  -- What a narrative is told against, and how far it looks ahead. Null where no narrative comes.
  add column narrative jsonb,
  -- Addresses of people without an account; they have the report as its owner sees the plan.
  add column outside text[] not null default '{}',
  -- They have money too, as long as the owner sees it.
  add column outside_money boolean not null default false,
  add column bring text not null default 'attach' check (bring in ('attach', 'link')),
  -- Recipients who have ended it for themselves: ids of members as texts, and addresses.
  add column left_by text[] not null default '{}',
  -- Signs the links by which recipients leave.
  add column leave_key uuid not null default gen_random_uuid();
alter table report_delivery drop constraint report_delivery_paused_by_check;
alter table report_delivery add constraint report_delivery_paused_by_check check (paused_by in ('refused', 'left'));

-- The address of a recipient without an account; the user is then the owner, as whom the report is made.
alter table report_sending add column address text;
alter table report_sending drop constraint report_sending_state_check;
alter table report_sending add constraint report_sending_state_check
  check (state in ('making', 'mailing', 'sent', 'unchanged', 'failed', 'left'));
