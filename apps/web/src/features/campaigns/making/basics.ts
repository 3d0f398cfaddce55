import { type ConsentPurpose, characterCount, limits } from '@parley/contract';
import { asObject, asString } from '../../../lib/parsing/json.ts';
import { purposeOrder } from '../purposes.ts';

/** What a campaign is made of. */
export interface Basics {
  name: string;
  purpose: ConsentPurpose;
  agentId: string;
  templateId: string;
}

export const noBasics: Basics = { name: '', purpose: 'reminder', agentId: '', templateId: '' };

/** What stays of a campaign whose file was cancelled, on the way back to the first step. */
export function basicsIn(state: unknown): Basics | null {
  const fields = asObject(asObject(state)?.basics);
  if (fields === null) return null;
  return {
    name: asString(fields.name) ?? '',
    purpose: purposeOrder.find((purpose) => purpose === fields.purpose) ?? 'reminder',
    agentId: asString(fields.agentId) ?? '',
    templateId: asString(fields.templateId) ?? '',
  };
}

export type BasicsMistakes = Partial<Record<keyof Basics, string>>;

export function mistakesIn({ name, agentId, templateId }: Basics): BasicsMistakes {
  return {
    ...nameMistake(name),
    ...(agentId === '' && { agentId: 'Choose the agent that calls.' }),
    ...(templateId === '' && { templateId: 'Choose the template with the instructions.' }),
  };
}

export function nameMistake(name: string): BasicsMistakes {
  if (name.trim() === '') return { name: 'Give the campaign a name.' };
  if (characterCount(name) > limits.campaignNameMax)
    return { name: `The name of a campaign may have at most ${limits.campaignNameMax} characters.` };
  return {};
}
