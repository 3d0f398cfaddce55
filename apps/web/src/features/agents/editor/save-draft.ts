import { type AgentConfig, type AgentDraft, agentRoutes } from '@parley/contract';
import type { ApiClient } from '../../../lib/api-client.ts';
import { ApiError, sentenceOf } from '../../../lib/api-error.ts';
import { forgetOwnSave, rememberOwnSave } from '../../../lib/own-saves.ts';
import { parseDraft, parseDraftConflict } from '../../../lib/parsing/agent-editing.ts';
import type { AutosaveEvent, SavedDraft } from './autosave.ts';

export function savedDraftOf({ revision, config, savedAt, savedBy }: AgentDraft): SavedDraft<AgentConfig> {
  return { revision, config, savedAt, savedBy: savedBy?.displayName ?? null };
}

/** Sends a draft and tells what became of it. Not for a button: the autosave machine sends one at a time. */
export async function saveDraft(
  api: ApiClient,
  agentId: string,
  draft: { config: AgentConfig; revision: number },
): Promise<AutosaveEvent<AgentConfig>> {
  rememberOwnSave(agentId, draft.revision + 1);
  try {
    const answer = await api.send(agentRoutes.saveAgentDraft, { params: { agentId }, body: draft });
    const stored = parseDraft(answer);
    if (stored === undefined)
      return { type: 'failed', sentence: 'The server gave no answer that can be read.', retryable: true };
    const { revision, savedAt, savedBy } = savedDraftOf(stored);
    return { type: 'saved', revision, savedAt, savedBy };
  } catch (error) {
    const stored = error instanceof ApiError ? parseDraftConflict(error.details) : undefined;
    if (stored !== undefined) return { type: 'stale', theirs: savedDraftOf(stored) };
    forgetOwnSave(agentId);
    return { type: 'failed', sentence: sentenceOf(error), retryable: isRetryable(error) };
  }
}

/** Whether the same request may be answered otherwise the next time. */
function isRetryable(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  const { status } = error;
  return status < 400 || status >= 500 || status === 401 || status === 408 || status === 429;
}
