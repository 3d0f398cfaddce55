import { expect, test } from 'vitest';
import { exampleBrief } from '../../../testing/language-model-contract.ts';
import { relayHarness, settled } from '../../../testing/voice/relay/relay-harness.ts';
import { createScriptedAgent } from '../../adapters/scripted-agent/scripted-agent.ts';
import { allFamilies } from '../../lib/metrics/metrics.ts';
import { prometheusText } from '../../lib/metrics/prometheus-text.ts';

function counted(): number {
  const line = /^parley_first_word_seconds_count\{engine="relay"\} (\d+)$/m;
  return Number(line.exec(prometheusText(allFamilies(null, 0)))?.[1] ?? 0);
}

test('MT1: the first word of the agent is counted once for a call', async () => {
  const brief = { ...exampleBrief, instructions: 'Tell them that the practice is closed on Friday.' };
  const { socket, session } = relayHarness(brief, createScriptedAgent());
  const before = counted();
  const opening = 'Hello, this is the AI assistant of Elm Street Dental.';
  socket.receive({ type: 'info', name: 'tokensPlayed', value: opening });
  socket.receive({ type: 'prompt', voicePrompt: 'Hello?', lang: 'en-US', last: true });
  await settled();
  socket.receive({
    type: 'info',
    name: 'tokensPlayed',
    value: socket.spoken().slice(opening.length),
  });
  socket.drop(1000);
  await session.done;
  expect(counted() - before).toBe(1);
});
