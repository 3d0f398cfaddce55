import {
  type AgentDraft,
  type AgentNumber,
  type AgentVersion,
  type AgentVersionEntry,
  agentNumber,
  agentVersionEntry,
  type ConfigChange,
  changesResponse,
  draftConflict,
  draftResponse,
  type EditedAgent,
  editedAgentResponse,
  publishResponse,
  versionResponse,
} from '@parley/contract';
import { asObject, asString, parseList } from './json.ts';

/**
 * A config is edited and sent back, so it is read as a whole: one that this page does not understand in full must not be
 * saved by it.
 */
export function parseEditedAgent(body: unknown): EditedAgent | undefined {
  const agent = editedAgentResponse.safeParse(body).data?.agent;
  return agent && { ...agent, draft: withOutcomes(agent.draft) };
}

export function parseDraft(body: unknown): AgentDraft | undefined {
  const draft = draftResponse.safeParse(body).data?.draft;
  return draft && withOutcomes(draft);
}

/** A draft of an earlier release says nothing of outcomes: it has none. */
function withOutcomes(draft: AgentDraft): AgentDraft {
  const { config } = draft;
  return { ...draft, config: { ...config, outcomes: config.outcomes ?? { fields: [] } } };
}

/** The draft that somebody else has saved, in the details of `draft_changed`. */
export function parseDraftConflict(details: unknown): AgentDraft | undefined {
  const stored = draftConflict.safeParse(details).data?.stored;
  return stored && withOutcomes(stored);
}

export interface VersionsPage {
  versions: AgentVersionEntry[];
  hasMore: boolean;
}

export function parseVersions(body: unknown): VersionsPage | undefined {
  const fields = asObject(body);
  if (!Array.isArray(fields?.versions)) return undefined;
  const parse = (value: unknown) => agentVersionEntry.safeParse(value).data ?? null;
  return { versions: parseList(fields.versions, 'version', parse), hasMore: fields.hasMore === true };
}

export function parseVersion(body: unknown): AgentVersion | undefined {
  return versionResponse.safeParse(body).data?.version;
}

export function parseChanges(body: unknown): ConfigChange[] | undefined {
  return changesResponse.safeParse(body).data?.changes;
}

export function parseNumbers(body: unknown): AgentNumber[] | undefined {
  const fields = asObject(body);
  if (!Array.isArray(fields?.numbers)) return undefined;
  return parseList(fields.numbers, 'number', (value) => agentNumber.safeParse(value).data ?? null);
}

/** The id of the agent that has the number, in the details of `number_taken`. */
export function parseNumberOwner(details: unknown): string | null {
  return asString(asObject(details)?.agentId);
}

export function parsePublishedVersion(body: unknown): number | null {
  return publishResponse.safeParse(body).data?.version.version ?? null;
}
