-- What 0042 has let the owner do for 0047.
drop policy while_migrating on calls;
drop policy while_migrating on call_search;
drop policy while_migrating on call_search_due;
