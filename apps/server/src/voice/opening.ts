import { fillPlaceholders, openingTemplate } from '@parley/contract';
import type { CallBrief } from '../ports/language-model.ts';

/** The first sentences of a call. They always say that an AI speaks. */
export function openingText({ opening, greeting, agentName, direction, language }: CallBrief): string {
  if (opening !== undefined) return opening;
  const template = openingTemplate({ inbound: greeting, outbound: '' }, direction, language);
  return fillPlaceholders(template, { Agent: agentName });
}
