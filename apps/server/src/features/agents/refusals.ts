import type { AgentConfig, AgentDraft, ConfigProblem } from '@parley/contract';
import { AppError } from '../../errors.ts';
import type { RemoveResult } from '../../ports/agent-editor.ts';

export function agentNotFound(): AppError {
  return new AppError('agent_not_found', 'There is no such agent.');
}

export function versionNotFound(): AppError {
  return new AppError('version_not_found', 'This agent has no such version.');
}

export function agentArchived(): AppError {
  return new AppError('agent_archived', 'This agent is archived. Make it active again first.');
}

/** Both drafts: the stored one, and the one that was sent where one was. */
export function draftChanged(stored: AgentDraft, sent: AgentConfig | null): AppError {
  const who = stored.savedBy?.displayName ?? 'Somebody else';
  return new AppError('draft_changed', `${who} has changed this agent meanwhile. Nothing was saved.`, {
    details: { stored, sent },
  });
}

export function notPublishable(problems: readonly ConfigProblem[]): AppError {
  const [first] = problems;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
  return new AppError('agent_not_publishable', `${first?.sentence ?? 'The draft is not complete.'}${more}`, {
    details: { problems },
  });
}

export function numberNotFound(): AppError {
  return new AppError('number_not_found', 'Your organization has no such number.');
}

const notDeletableSentences: Readonly<Record<Exclude<RemoveResult, 'removed' | 'missing'>, string>> = {
  fixed: 'This agent belongs to every organization. Archive it instead.',
  active: 'This agent takes calls. Archive it first.',
  has_calls: 'This agent has calls, which keep its name. Archive it instead.',
  being_tried: 'Somebody is trying this agent right now. Delete it afterwards.',
};

export function notDeletable(why: keyof typeof notDeletableSentences): AppError {
  return new AppError('agent_not_deletable', notDeletableSentences[why], { details: { why } });
}
