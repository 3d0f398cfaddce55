import type { Role, SignUpPolicy } from '@parley/contract';
import { knownIn } from '../../lib/word-of.ts';
import type { Choice } from '../../ui/choice-field.tsx';

const roleWords: Readonly<Record<Role, { label: string; hint: string }>> = {
  viewer: { label: 'Viewer', hint: 'Reads everything and changes nothing.' },
  operator: { label: 'Operator', hint: 'Places calls, works with follow-ups, contacts and templates.' },
  admin: { label: 'Admin', hint: 'Also manages agents, connections, people and data.' },
};

/** A role that this page does not know is shown as it is. */
export const roleLabel = (role: string): string => knownIn(roleWords, role)?.label ?? role;

export const roleChoices: readonly Choice<Role>[] = (['viewer', 'operator', 'admin'] as const).map(
  (value) => ({
    value,
    ...roleWords[value],
  }),
);

export const policyWords: Readonly<Record<SignUpPolicy, { label: string; hint: string }>> = {
  open: { label: 'Open', hint: 'Everybody may create an account. It waits until you give it a role.' },
  invited: { label: 'By invitation', hint: 'Only somebody with an invitation may create an account.' },
  closed: {
    label: 'Closed',
    hint: 'Nobody may create an account. An invitation still lets in somebody who has one.',
  },
};

export const policyChoices: readonly Choice<SignUpPolicy>[] = (['open', 'invited', 'closed'] as const).map(
  (value) => ({ value, ...policyWords[value] }),
);
