import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { conversations } from '../../testing/voice/conversations.ts';
import { playCall } from '../../testing/voice/play-call.ts';
import { folder, writePages } from '../../testing/voice/write-conversations.ts';
import { createScriptedAgent } from '../adapters/scripted-agent/scripted-agent.ts';

describe.each(conversations)('$title', ({ brief, scenes }) => {
  test.each(scenes())('$title', async ({ callee, must }) => {
    const { segments, reason, actions } = await playCall(brief, createScriptedAgent(), callee);
    expect(['finished', 'do_not_call', 'wrong_number']).toContain(reason);
    expect(actions.at(-1)).toBe('end');
    const said = segments.filter(({ speaker }) => speaker === 'agent').map(({ text }) => text);
    let from = 0;
    for (const words of must) {
      const at = said.findIndex((text, index) => index >= from && words.test(text));
      expect(at, `${words} in\n${said.slice(from).join('\n')}`).toBeGreaterThanOrEqual(0);
      from = words.source === must[must.indexOf(words) + 1]?.source ? at + 1 : at;
    }
    expect(said.at(-1)).toMatch(/goodbye/i);
  });
});

test('docs/conversations holds these calls as they go today', async () => {
  const pages = await writePages();
  expect(readdirSync(folder).toSorted()).toEqual([...pages.keys()].toSorted());
  for (const [name, text] of pages) expect(readFileSync(join(folder, name), 'utf8'), name).toBe(text);
});
