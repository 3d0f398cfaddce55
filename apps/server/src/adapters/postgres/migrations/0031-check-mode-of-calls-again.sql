-- without a transaction
-- Checks the calls that were there before the mode 'deleted'. Reads and writes go on meanwhile.

-- step: nothing is done where the constraint is valid already
alter table calls validate constraint calls_mode_check;
