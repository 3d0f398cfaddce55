import { type AgentConfig, agentLimits, emptyAgentConfig } from '@parley/contract';
import { expect, test } from 'vitest';
import { refusedChange } from './draft-limit.ts';
import { withPlace } from './places.ts';

const config = emptyAgentConfig('Elm Street');
const persona = (length: number) => withPlace(config, 'identity.persona', 'a'.repeat(length));
const entries = (count: number) =>
  withPlace(
    config,
    'knowledge.entries',
    Array.from({ length: count }, (_, index) => ({ id: `k${index}`, title: '', text: 'a'.repeat(20_000) })),
  );
const hours = { ...Object.fromEntries(['monday'].map((day) => [day, []])) };

test.each<[string, AgentConfig, AgentConfig, RegExp | null]>([
  ['to the longest text', config, persona(agentLimits.draftTextMax), null],
  [
    'to a longer text',
    config,
    persona(agentLimits.draftTextMax + 1),
    /^A text may have at most 20000 char.* not made\.$/,
  ],
  [
    'to a longer list',
    config,
    withPlace(config, 'speech.hints', Array(501).fill('a')),
    /^A list may have at most 500/,
  ],
  [
    'to more than can be sent',
    entries(74),
    entries(75),
    /^The agent is as large as it may be\. The change was not/,
  ],
  ['back from a longer text', persona(30_000), persona(25_000), null],
  ['to what is wrong otherwise', config, withPlace(config, 'conversation.transfers', [{ hours }]), null],
])('a change is made or refused with a sentence: %s', (_, before, after, sentence) => {
  const refused = refusedChange(before, after);
  if (sentence === null) expect(refused).toBeNull();
  else expect(refused).toMatch(sentence);
});
