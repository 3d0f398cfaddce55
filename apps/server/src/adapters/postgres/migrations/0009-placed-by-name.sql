-- Who placed a call, as they were called then: identity providers keep people elsewhere, and people leave.
alter table calls add column placed_by_name text;
