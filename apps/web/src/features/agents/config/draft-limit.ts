import { type AgentConfig, agentConfig, agentLimits } from '@parley/contract';

type Issues = NonNullable<ReturnType<typeof agentConfig.safeParse>['error']>['issues'];

/** Whether a config has the right shape, and only texts or lists that are larger than a draft may have. */
export function isOnlyTooLarge(issues: Issues): boolean {
  return issues.every(
    (issue) =>
      issue.code === 'too_big' ||
      // A text that is counted in characters, as people see them.
      issue.code === 'custom' ||
      (issue.code === 'invalid_union' && issue.errors.some((each) => isOnlyTooLarge(each as Issues))),
  );
}

/** For the revision beside the config. */
const envelopeBytes = 100;

/** Why the server would refuse a draft for its size; null when it would not. */
export function excessSentence(config: AgentConfig): string | null {
  const { error } = agentConfig.safeParse(config);
  if (error !== undefined && isOnlyTooLarge(error.issues)) return error.issues[0]?.message ?? null;
  const bytes = new TextEncoder().encode(JSON.stringify(config)).length + envelopeBytes;
  return bytes > agentLimits.draftBytesMax ? 'The agent is as large as it may be.' : null;
}

/** Why a change is not taken: it would make a draft too large that is not. */
export function refusedChange(before: AgentConfig, after: AgentConfig): string | null {
  const sentence = excessSentence(after);
  return sentence === null || excessSentence(before) !== null ? null : `${sentence} The change was not made.`;
}
