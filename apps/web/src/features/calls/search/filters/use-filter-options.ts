import { agentRoutes, followUpRoutes, routes } from '@parley/contract';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useApi } from '../../../../lib/api-context.ts';
import { agentName } from '../../../../lib/known-agents.ts';
import { type AgentList, parseAgentList } from '../../../../lib/parsing/agents.ts';
import { parseDeskPeople } from '../../../../lib/parsing/follow-ups.ts';
import { asObject } from '../../../../lib/parsing/json.ts';
import { parseOutcomeFields, parseTemplates } from '../../../../lib/parsing/templates.ts';
import { useMay } from '../../../../lib/permissions.ts';
import { queryKeys } from '../../../../lib/query-keys.ts';
import type { FilterValues } from '../filter-values.ts';
import { rememberedContact } from './contact-names.ts';
import type { FilterKind } from './filter-kinds.ts';

export interface Named {
  value: string;
  label: string;
}

export interface OfferedField {
  id: string;
  label: string;
  type: string;
  choices: readonly string[];
}

/** What filters offer, and the names of what is chosen; undefined until it is loaded. */
export interface FilterOptions {
  agents: readonly Named[] | undefined;
  templates: readonly Named[] | undefined;
  people: readonly Named[] | undefined;
  fields: readonly OfferedField[] | undefined;
  contactName: string | null;
}

/** How many agents are asked for the fields of their outcomes. */
const agentsMax = 30;

/** Only what a chosen or open filter needs is asked for. */
export function useFilterOptions(values: FilterValues, open: FilterKind | null): FilterOptions {
  const api = useApi();
  const may = useMay();
  const needs = (kind: FilterKind, value: string | undefined) => open === kind || value !== undefined;
  const needsFields = needs('outcome', values.field);
  const agents = useQuery({
    queryKey: queryKeys.agents,
    queryFn: ({ signal }) => api.get(routes.listAgents, parseAgentList, { signal }),
    enabled: needs('agent', values.agent) || needsFields,
  }).data;
  const templates = useQuery({
    queryKey: queryKeys.templates,
    queryFn: ({ signal }) => api.get(routes.listTemplates, parseTemplates, { signal }),
    enabled: may(routes.listTemplates.permission) && (needs('template', values.template) || needsFields),
  }).data;
  const people = useQuery({
    queryKey: queryKeys.deskPeople,
    queryFn: ({ signal }) => api.get(followUpRoutes.listDeskPeople, parseDeskPeople, { signal }),
    enabled: may(followUpRoutes.listDeskPeople.permission) && needs('placedBy', values.placedBy),
  }).data;
  const ofAgents = useQueries({
    queries: (needsFields ? namedAgents(agents).slice(0, agentsMax) : []).map(({ value }) => ({
      queryKey: queryKeys.fieldsOfAgent(value),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api.get(agentRoutes.getAgent, parseFieldsOfAgent, { params: { agentId: value }, signal }),
      // An agent that is gone has no fields to offer.
      retry: false,
    })),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  });
  const ofTemplates = Object.values(templates ?? {}).flatMap((list) =>
    list.flatMap(({ outcomeFields }) => outcomeFields ?? []),
  );
  return {
    agents: agents && namedAgents(agents),
    templates:
      templates &&
      Object.values(templates).flatMap((list) => list.map(({ _id, name }) => ({ value: _id, label: name }))),
    people: people?.people.map(({ id, displayName }) => ({ value: id, label: displayName })),
    fields: agents === undefined ? undefined : once([...ofAgents, ...ofTemplates]),
    contactName: values.contact === undefined ? null : rememberedContact(values.contact),
  };
}

function namedAgents(list: AgentList | undefined): Named[] {
  return [...(list?.agents ?? []), ...(list?.archived ?? [])].map((agent) => ({
    value: agent.id,
    label: agentName(agent),
  }));
}

/** Agents that were copied have the same fields. */
function once(fields: readonly OfferedField[]): OfferedField[] {
  const byId = new Map(fields.filter(({ label }) => label.trim() !== '').map((field) => [field.id, field]));
  return [...byId.values()].toSorted((one, other) => one.label.localeCompare(other.label));
}

/** Of what is published, and of the draft: calls have been made with either. */
function parseFieldsOfAgent(body: unknown): OfferedField[] | undefined {
  const agent = asObject(asObject(body)?.agent);
  if (agent === null) return undefined;
  return [agent.draft, agent.published].flatMap((version) =>
    parseOutcomeFields(asObject(asObject(asObject(version)?.config)?.outcomes)?.fields),
  );
}
