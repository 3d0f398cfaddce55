-- What other software calls a call that it places; servers of the release before write none.
alter table calls add column external_id text;
