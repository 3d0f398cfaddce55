import { detectPlaceholders } from '../placeholders.ts';

/** What the texts of an agent may contain in angle brackets, and what it is replaced by when a call begins. */
export const agentPlaceholders = {
  Agent: 'the name of the agent',
  Organization: 'the name of the organization',
  Today: 'the date in the time zone of the organization, in words',
  'Phone Number': 'the number of this call that is ours, in words',
} as const;
export type AgentPlaceholder = keyof typeof agentPlaceholders;

/** Placeholders that nothing fills, in the order of their first appearance. */
export function unknownAgentPlaceholders(text: string): string[] {
  return detectPlaceholders(text).filter((name) => !Object.hasOwn(agentPlaceholders, name));
}
