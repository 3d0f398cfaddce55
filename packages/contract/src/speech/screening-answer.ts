import type { AgentConfig } from '../agent-config/agent-config.ts';
import { disclosesAi, disclosureStatement } from './disclosure.ts';

/**
 * What a phone that asks who is calling is told, with its placeholders. Its owner hears or reads it before anything else,
 * so it says that an AI speaks. Null for an agent without an answer.
 */
export function screeningAnswer(
  { identity, purpose }: AgentConfig['conversation']['screening'],
  tag: string,
): string | null {
  const [who = '', why = ''] = [identity, purpose].map(asSentence);
  const written = [who, why].filter((sentence) => sentence !== '');
  if (written.length === 0) return null;
  if (disclosesAi(written.join(' '), tag)) return written.join(' ');
  return [who, disclosureStatement(tag), why].filter((sentence) => sentence !== '').join(' ');
}

function asSentence(written: string): string {
  const text = written.trim();
  return text === '' || /[.!?…]$/u.test(text) ? text : `${text}.`;
}
