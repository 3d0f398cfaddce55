-- without a transaction
-- The calls that a contact was chosen for, whatever number the contact has now (0051).

-- step: what an attempt that was broken off may have left
drop index concurrently if exists calls_chosen_contact;

-- step: servers go on beside it
create index concurrently calls_chosen_contact on calls (tenant_id, contact_id) where contact_id is not null;
