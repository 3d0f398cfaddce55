-- What a server of the release before does while it runs beside one of this release.

-- It knows neither archived agents nor unpublished ones, so it does not see them when it lists agents or places a call. A
-- server of this release says in each transaction that it knows them. Calls that have begun are not affected: they read
-- their agent as the system.
alter policy own_tenant on agents
  using (
    tenant_id = current_setting('parley.tenant', true)
    and (current_setting('parley.agents', true) = 'all' or (archived_at is null and published_version is not null))
  );

-- At its start it gives numbers to agents as if it were alone. What a person has set stays, and an agent that takes no
-- calls gets none.
create function keep_number_of_agent() returns trigger language plpgsql as $$
begin
  if current_setting('parley.numbers', true) = 'in step' then return new; end if;
  if new.archived_at is not null or new.published_version is null or exists (
    select from phone_numbers
    where tenant_id = new.tenant_id and number in (old.phone_number, new.phone_number) and set_by is not null)
  then
    new.phone_number := old.phone_number;
  end if;
  return new;
end
$$;
create trigger keep_number_of_agent before update of phone_number on agents
for each row when (new.phone_number is distinct from old.phone_number) execute function keep_number_of_agent();

create policy while_migrating on agents to current_user using (true) with check (true);

-- It says the greeting as it stands in its column, so no placeholder may be left there, and it has to say that an AI
-- speaks. The next publication writes a better one. Agents of the release before keep theirs.
update agents set
  greeting = case
    when language ilike 'de%' then 'Guten Tag, hier ist der KI-Assistent von ' || display_name || '. Wie kann ich Ihnen helfen?'
    when language ilike 'es%' then 'Hola, le habla el asistente de inteligencia artificial de ' || display_name
      || '. ¿En qué puedo ayudarle?'
    when language ilike 'fr%' then 'Bonjour, ici ' || display_name
      || '. Vous parlez à une intelligence artificielle. Comment puis-je vous aider ?'
    else 'Hello, this is the AI assistant of ' || display_name || '. How can I help you?'
  end
where (published_version > 1 or draft_saved_by is not null)
  and (greeting ~ '<(Agent|Organization|Today|Phone Number)>' or greeting !~ '\m(AI|KI|IA)\M');
-- A call to a number whose agent was never published is not answered.
select set_config('parley.numbers', 'in step', true);
update agents set phone_number = null where published_version is null and phone_number is not null;

drop policy while_migrating on agents;
