-- As in 0032: a server or a tab of the release before knows no kind of a transfer. What it saves leaves the kind of those as
-- it is whose name and number it leaves. It is told by the tools that are missing, which this release always stores
-- together with a kind.
create function with_known_kinds(changed jsonb, known jsonb) returns jsonb language sql immutable as $$
  select case when jsonb_typeof(changed) is distinct from 'array' or jsonb_typeof(known) is distinct from 'array' then changed
    else (
      select coalesce(jsonb_agg(
        case when target ? 'kind' then target else target || coalesce((
          select jsonb_build_object('kind', was -> 'kind') from jsonb_array_elements(known) as earlier (was)
          where was ? 'kind' and was ->> 'name' = target ->> 'name' and was ->> 'number' = target ->> 'number' limit 1), '{}')
        end order by place), '[]')
      from jsonb_array_elements(changed) with ordinality as targets (target, place)) end
$$;

create or replace function keep_tools() returns trigger language plpgsql as $$
declare
  place constant text[] := '{conversation,transfers}';
begin
  new.draft := new.draft || jsonb_build_object('tools', old.draft -> 'tools');
  if new.draft #> place is not null then
    new.draft := jsonb_set(new.draft, place, with_known_kinds(new.draft #> place, old.draft #> place));
  end if;
  return new;
end
$$;

create or replace function keep_published_tools() returns trigger language plpgsql as $$
declare
  place constant text[] := '{conversation,transfers}';
  kept jsonb := (select draft from agents where tenant_id = new.tenant_id and id = new.agent_id);
begin
  if kept ? 'tools' then
    new.config := new.config || jsonb_build_object('tools', kept -> 'tools');
    if new.config #> place is not null then
      new.config := jsonb_set(new.config, place, with_known_kinds(new.config #> place, kept #> place));
    end if;
  end if;
  return new;
end
$$;
