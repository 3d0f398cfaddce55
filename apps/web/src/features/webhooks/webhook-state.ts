import {
  type Delivery,
  deliveryProblems,
  type WebhookEndpoint,
  webhookEventTypes,
  webhookOffReasons,
  webhookTestType,
} from '@parley/contract';

interface Shown {
  tone: 'green' | 'red' | 'amber' | 'grey' | 'blue';
  word: string;
  /** What it means, where the word does not say it. */
  sentence: string | null;
}

export function endpointState({ off, failingSince }: WebhookEndpoint): Shown {
  if (off !== null)
    return {
      tone: off.reason === 'person' ? 'grey' : 'red',
      word: 'Off',
      sentence: webhookOffReasons[off.reason],
    };
  if (failingSince !== null)
    return {
      tone: 'amber',
      word: 'Failing',
      sentence: 'The latest delivery was not accepted. It is sent again.',
    };
  return { tone: 'green', word: 'On', sentence: null };
}

export function deliveryShown({ state, attempts, held, last }: Delivery): Shown {
  const problem = last?.problem ? deliveryProblems[last.problem] : null;
  if (state === 'delivered') return { tone: 'green', word: 'Accepted', sentence: null };
  if (state === 'failed') return { tone: 'red', word: 'Given up', sentence: problem };
  if (held)
    return { tone: 'grey', word: 'Held back', sentence: 'An earlier event of the call is sent first.' };
  return attempts === 0
    ? { tone: 'blue', word: 'Waiting', sentence: null }
    : { tone: 'amber', word: 'Sent again', sentence: problem };
}

const words = new Map<string, string>([
  ...Object.entries(webhookEventTypes),
  [webhookTestType, 'A test event'],
]);

/** What a type of event means. One that this page does not know yet has no words. */
export const eventWords = (type: string): string | null => words.get(type) ?? null;
