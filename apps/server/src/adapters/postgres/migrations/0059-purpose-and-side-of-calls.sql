-- What a campaign calls for, so that a session knows a sales call (VS52), and the side of an attempt: calls of the sandbox
-- are not counted with real ones (CP25). Servers of the release before write neither: null counts on both sides.
alter table calls add column purpose text;
alter table recipient_attempts add column side text;
update recipient_attempts as attempt set side = campaign.side from campaigns as campaign
where campaign.tenant_id = attempt.tenant_id and campaign.id = attempt.campaign_id;
