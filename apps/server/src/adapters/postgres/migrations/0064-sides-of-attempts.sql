-- without a transaction
-- The side of attempts from before 0059-purpose-and-side-of-calls.sql, beside running servers: no call waits for it.

-- step: the owner may be bound by row-level security like everybody else
drop policy if exists while_migrating on campaigns;
create policy while_migrating on campaigns to current_user using (true) with check (true);

-- step: for the attempts, too; each table alone, so that none is locked while another is waited for
drop policy if exists while_migrating on recipient_attempts;
create policy while_migrating on recipient_attempts to current_user using (true) with check (true);

-- step: an attempt is of the side of its campaign
update recipient_attempts as attempt set side = campaign.side from campaigns as campaign
where campaign.tenant_id = attempt.tenant_id and campaign.id = attempt.campaign_id
  and attempt.side is null and campaign.side is not null;

-- step: all attempts can be read no more
drop policy while_migrating on recipient_attempts;

-- step: nor all campaigns
drop policy while_migrating on campaigns;
