-- Cost (0044). What servers of the release before insert has none of these.

-- By which prices a call was counted first, of the models that it used: a later change of the price table changes nothing.
alter table call_costs add column prices jsonb;

-- In which currency a call is expected to cost this much; null: in that of the organization.
alter table spending_reservations add column currency text;

-- The part of a day's micros that tries have cost, which are no calls.
alter table spending_days add column try_micros bigint not null default 0;
