import { type AgentConfig, agentConfig } from '@parley/contract';
import { asNumber, asObject, asString } from '../../../lib/parsing/json.ts';
import { isOnlyTooLarge } from '../config/draft-limit.ts';
import type { UnsavedDraft } from './autosave.ts';

/** Reads what the tab keeps. What the server refuses for its size is read too: it is all that is left of the typing. */
export function parseUnsaved(stored: unknown): UnsavedDraft<AgentConfig> | null {
  const fields = asObject(stored);
  const base = asObject(fields?.base);
  const [typed, config] = [parseConfig(fields?.typed), parseConfig(base?.config)];
  const revision = asNumber(base?.revision);
  if (typed === null || config === null || revision === null) return null;
  const [savedAt, savedBy] = [asString(base?.savedAt), asString(base?.savedBy)];
  return { typed, base: { revision, config, savedAt, savedBy } };
}

function parseConfig(value: unknown): AgentConfig | null {
  const { data, error } = agentConfig.safeParse(value);
  if (data !== undefined) return data;
  return isOnlyTooLarge(error?.issues ?? []) ? (value as AgentConfig) : null;
}
