import { describe, expect, test } from 'vitest';
import { exampleBrief } from '../../../testing/language-model-contract.ts';
import { relayHarness, settled } from '../../../testing/voice/relay/relay-harness.ts';
import { createScriptedAgent } from '../../adapters/scripted-agent/scripted-agent.ts';
import type { LanguageModel, ReplyRequest } from '../../ports/language-model.ts';
import { writePrompt } from '../prompt.ts';
import { plainManners } from '../session/manners.ts';
import { createCheckName } from './check-name.ts';
import { ToolRegistry } from './tool-registry.ts';
import { offerContextOf, type ToolRun } from './voice-tool.ts';

const ada = { name: 'Ada Weber', language: 'de-DE', agentNotes: ' Prefers the morning. ' };
const inbound = {
  ...exampleBrief,
  direction: 'inbound',
  otherParty: '+4930123456',
  callerMayBeChecked: true,
} as const;

/** As the database counts them. */
function tries() {
  const made = new Map<string, number>();
  return async ({ callId }: { readonly callId: string }, most: number) => {
    made.set(callId, (made.get(callId) ?? 0) + 1);
    return (made.get(callId) ?? 0) <= most;
  };
}

function checkOf(contact: typeof ada | null = ada) {
  const asked: string[] = [];
  const tool = createCheckName({
    onlyContact: async (tenantId, number) => {
      asked.push(`${tenantId} ${number}`);
      return contact;
    },
    mayTry: tries(),
  });
  const run = async (name: string, callId = 'call', brief: ToolRun['brief'] = inbound) => {
    if (tool.work.by !== 'runner') throw new Error('not run');
    const { status, detail } = await tool.work.run({
      ...{ call: { tenantId: 'tenant', callId }, brief, input: { name } },
      ...{ idempotencyKey: '1', signal: new AbortController().signal },
    });
    return { status, match: detail.startsWith('{'), detail };
  };
  return { tool, run, asked };
}

describe('CT3: who is offered to have a name checked', () => {
  test.each([
    ['a caller whose number has one contact', inbound, true],
    ['one whose number has none or is shared', { ...inbound, callerMayBeChecked: false }, false],
    ['somebody who is called', exampleBrief, false],
  ])('%s', (_who, brief, offered) => {
    const registry = new ToolRegistry([checkOf().tool]);
    expect(registry.offeredOn(offerContextOf('audio', brief, plainManners))).toHaveLength(offered ? 1 : 0);
  });
});

describe('CT3: checking a name', () => {
  test('the name of the only contact opens language and notes', async () => {
    const { run, asked } = checkOf();
    expect(JSON.parse((await run('Frau Ada Weber')).detail)).toEqual({
      match: true,
      name: 'Ada Weber',
      language: 'German (Germany) (de-DE)',
      notes: 'Prefers the morning.',
    });
    expect(asked).toEqual(['tenant +4930123456']);
  });

  test('another name, a number without a contact and a withheld one are answered alike', async () => {
    const other = await checkOf().run('Ben Weber');
    expect(other).toMatchObject({ status: 'done', match: false });
    expect(other.detail).not.toContain('Ada');
    expect(await checkOf(null).run('Ada Weber')).toEqual(other);
    expect(await checkOf().run('Ada Weber', 'call', { ...inbound, otherParty: null })).toEqual(other);
  });

  test('three tries a call, then always no; another call has its own', async () => {
    const { run, asked } = checkOf();
    for (const name of ['Ben Weber', 'Carl Weber', 'Dora Weber']) await run(name);
    expect((await run('Ada Weber')).match).toBe(false);
    expect(asked).toHaveLength(3);
    expect((await run('Ada Weber', 'another call')).match).toBe(true);
  });
});

/** Keeps what the model was given. */
function watched(model: LanguageModel): LanguageModel & { readonly requests: ReplyRequest[] } {
  const requests: ReplyRequest[] = [];
  return {
    name: model.name,
    requests,
    reply(request, signal) {
      requests.push(request);
      return model.reply(request, signal);
    },
  };
}

describe('CT3: on a call', () => {
  async function talk(...said: string[]) {
    const model = watched(createScriptedAgent());
    const { tool, asked } = checkOf();
    const call = relayHarness(inbound, model, 1, [tool]);
    for (const voicePrompt of said) {
      call.clock.advance(8_000);
      call.socket.receive({ type: 'prompt', voicePrompt, lang: 'en', last: true });
      await settled();
      await settled();
    }
    return { call, model, asked };
  }

  test('neither prompt nor history holds anything of the contact before the name was given', async () => {
    const { call, model, asked } = await talk('I would like an appointment.', 'Ada Weber.');
    const before = model.requests.slice(0, 1);
    for (const { prompt, history } of before)
      expect(`${prompt} ${JSON.stringify(history)}`).not.toMatch(/Ada|Weber|morning|German/);
    expect(asked).toHaveLength(1);
    const last = model.requests.at(-1);
    expect(JSON.stringify(last?.history)).toContain('Prefers the morning.');
    expect(last?.prompt).toBe(before[0]?.prompt);
    expect(call.socket.spoken()).not.toContain('Prefers the morning');
  });

  test('the scripted agent checks a name once, says nothing of it and gives no reply twice', async () => {
    const { call, model, asked } = await talk(
      'I would like an appointment.',
      'Ada Weber.',
      'For a check-up.',
    );
    expect(asked).toHaveLength(1);
    expect(model.requests.map(({ history }) => history.filter(({ kind }) => kind === 'tool').length)).toEqual(
      [0, 0, 1, 1],
    );
    expect(call.socket.spoken().match(/Thank you, Ada Weber\./g)).toHaveLength(1);
  });

  test('where it is not offered, the conversation is the same without it', async () => {
    const model = watched(createScriptedAgent());
    const { tool, asked } = checkOf();
    const brief = { ...inbound, callerMayBeChecked: false };
    const call = relayHarness(brief, model, 1, [tool]);
    for (const voicePrompt of ['I would like an appointment.', 'Ada Weber.']) {
      call.clock.advance(8_000);
      call.socket.receive({ type: 'prompt', voicePrompt, lang: 'en', last: true });
      await settled();
    }
    expect(asked).toEqual([]);
    expect(call.socket.spoken()).toContain('Thank you, Ada Weber.');
  });

  test('its guidance stands in the prompt of calls that are offered it', () => {
    const { tool } = checkOf();
    expect(writePrompt(inbound, [tool])).toContain('- check_name: when callers have said');
  });
});
