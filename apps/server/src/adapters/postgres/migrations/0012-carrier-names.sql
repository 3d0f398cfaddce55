-- A carrier's adapter names itself, so a new one needs no migration. Servers of the release before treat a name that they do
-- not know as that of a carrier they are not connected to.
alter table calls drop constraint calls_carrier_check;
alter table calls add constraint calls_carrier_name check (carrier ~ '^[a-z][a-z0-9-]{0,31}$') not valid;
