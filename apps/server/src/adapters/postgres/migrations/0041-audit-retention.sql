-- How long an organization keeps its audit log, in days (docs/data.md); null: for good. An unchecked constraint takes no
-- long lock, and every row fulfils it: the column is new.
alter table retention add column audit_days integer;
alter table retention add constraint retention_audit_days_check check (audit_days >= 180);
