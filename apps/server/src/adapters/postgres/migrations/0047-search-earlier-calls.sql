-- without a transaction
-- Calls of the time before documents (0042). Each batch is a transaction of its own, so that servers go on beside it; run
-- again, it goes on behind the calls that have their row already. Servers write the documents, newest first.

-- step: earlier calls are due, a few thousand at a time
do $$
declare
  tenant text;
  last uuid;
  batch uuid[];
begin
  for tenant in select distinct tenant_id from calls loop
    last := '00000000-0000-0000-0000-000000000000';
    loop
      batch := array(
        select id from calls where tenant_id = tenant and id > last order by id limit 5000);
      exit when cardinality(batch) = 0;
      insert into call_search_due (tenant_id, call_id)
      select tenant, earlier from unnest(batch) as earlier
      where not exists (select from call_search_due as due where due.tenant_id = tenant and due.call_id = earlier)
        and not exists (select from call_search as known where known.tenant_id = tenant and known.call_id = earlier);
      last := batch[cardinality(batch)];
      commit;
    end loop;
  end loop;
end
$$;
