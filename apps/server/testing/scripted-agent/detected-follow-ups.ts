import { scriptedDetector } from '../../src/adapters/scripted-agent/follow-ups/detect.ts';
import type { CallFacts } from '../../src/ports/follow-ups.ts';
import type { OutcomeMaterial } from '../../src/ports/outcomes.ts';

type Material = OutcomeMaterial & CallFacts;

/** A Monday, ten o'clock in New York. */
const startedAt = new Date('2026-03-02T15:00:00Z');

/** Agent and other party take turns, the agent first. `note: ` begins a note. */
function call(turns: readonly string[], changes: Partial<Material> = {}): Material {
  let party = false;
  const transcript = turns.map((message, ordinal) => {
    if (message.startsWith('note: '))
      return {
        ordinal,
        speaker: 'system' as const,
        message: message.slice(6),
        interrupted: false,
        spokenAt: startedAt,
      };
    const speaker = party ? ('user' as const) : ('agent' as const);
    party = !party;
    return { ordinal, speaker, message, interrupted: false, spokenAt: startedAt };
  });
  return {
    agentName: 'Elm Street Dental',
    direction: 'inbound',
    instructions: null,
    reason: null,
    startedAt,
    timeZone: 'America/New_York',
    fields: [],
    language: 'en',
    unanswered: [],
    transferFailed: false,
    optOutUnconfirmed: false,
    ...changes,
    transcript,
  };
}

export const hello = 'Hello, this is the AI assistant of Elm Street Dental. How can I help you?';
export const found = (turns: readonly string[], changes: Partial<Material> = {}) =>
  scriptedDetector.detect(call(turns, changes));
export const inbound = (said: string, ...more: string[]) => found([hello, said, ...more]);
export const outbound = (turns: readonly string[], changes: Partial<Material> = {}) =>
  found(turns, { direction: 'outbound', ...changes });
