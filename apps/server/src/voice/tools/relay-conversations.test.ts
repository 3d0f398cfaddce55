import { afterEach, describe, expect, test, vi } from 'vitest';
import { exampleBrief } from '../../../testing/language-model-contract.ts';
import {
  ProviderServer,
  type ProviderStep,
  type Shown,
} from '../../../testing/model-providers/provider-server.ts';
import { providers } from '../../../testing/model-providers/providers.ts';
import { relayHarness } from '../../../testing/voice/relay/relay-harness.ts';
import { bookTool, lookUpTool } from '../../../testing/voice/test-tools.ts';
import type { ToolOutcome } from '../../ports/voice-tools.ts';
import type { ToolRun } from './voice-tool.ts';

const findTuesday: ProviderStep = { call: 'find_times', input: { day: 'Tuesday' } };
const goodbye: ProviderStep[] = [{ say: 'Goodbye.' }, { call: 'end_call', input: { reason: 'finished' } }];

describe.each(providers)('%s, a whole conversation', (_name, wire, connect) => {
  const stops: (() => Promise<void>)[] = [];
  afterEach(async () => {
    vi.unstubAllGlobals();
    await Promise.all(stops.splice(0).map((stop) => stop()));
  });

  /** A call whose model answers as scripted, with tools that answer when the test says so. */
  async function open(script: (shown: Shown, turn: number) => readonly ProviderStep[]) {
    let turn = 0;
    const server = await ProviderServer.start(wire, (shown) => script(shown, ++turn));
    stops.push(() => server.stop());
    const runs: { run: ToolRun; answer(outcome: ToolOutcome): void }[] = [];
    const run = (started: ToolRun) =>
      new Promise<ToolOutcome>((resolve) => runs.push({ run: started, answer: resolve }));
    const harness = relayHarness(exampleBrief, connect(server.origin), 1, [lookUpTool(run), bookTool(run)]);
    const { socket } = harness;
    socket.receive({ type: 'info', name: 'tokensPlayed', value: socket.spoken() });
    const says = (voicePrompt: string) =>
      socket.receive({ type: 'prompt', voicePrompt, lang: 'en', last: true });
    const hears = (text: string) => expect.poll(() => socket.spoken()).toContain(text);
    return { ...harness, server, runs, says, hears };
  }

  test('a tool looks something up, and the agent says what it found', async () => {
    const call = await open(({ results }, turn) => {
      if (turn === 1) return [{ say: 'One moment.' }, findTuesday];
      if (turn === 2) return [{ say: `Free: ${/\d\d:\d\d/.exec(results.at(-1) ?? '')?.[0]}.` }];
      return goodbye;
    });
    call.says('Is there a time on Tuesday?');
    await call.hears('One moment.');
    await expect.poll(() => call.runs).toHaveLength(1);
    expect(call.runs[0]?.run).toMatchObject({
      ...{ call: { tenantId: 'tenant', callId: 'call' }, idempotencyKey: 'call:call00001' },
      input: { day: 'Tuesday' },
    });
    call.runs[0]?.answer({ status: 'done', detail: 'Free on Tuesday: 10:30' });
    await call.hears('Free: 10:30.');
    call.says('Thank you, that is all.');
    await call.hears('Goodbye.');
    expect(call.server.refusals).toEqual([]);
    expect(call.server.shown.at(-1)?.results).toHaveLength(1);
  });

  test('what is said while the tool runs goes to the model with its result', async () => {
    const call = await open((_shown, turn) => (turn === 1 ? [findTuesday] : [{ say: 'Ten it is.' }]));
    call.says('Is there a time on Tuesday?');
    await expect.poll(() => call.runs).toHaveLength(1);
    call.says('In the morning, please.');
    call.clock.advance(1_000);
    await call.hears('One moment, please.');
    call.runs[0]?.answer({ status: 'done', detail: '10:00' });
    await call.hears('Ten it is.');
    expect(call.server.refusals).toEqual([]);
    expect(call.server.shown).toHaveLength(2);
    expect(call.server.shown[1]?.said.join(' ')).toContain('In the morning, please.');
    expect(call.server.shown[1]?.results.join()).toContain('10:00');
  });

  test('a tool that is too slow is said to be so, and its answer comes with the next turn', async () => {
    const book: ProviderStep = { call: 'book_time', input: { time: 'ten' } };
    const call = await open((_shown, turn) => (turn === 1 ? [book] : [{ say: `Turn ${turn}.` }]));
    call.says('Ten, please.');
    await expect.poll(() => call.runs).toHaveLength(1);
    call.clock.advance(20_000);
    await call.hears('Turn 2.');
    expect(call.server.shown[1]?.results.join()).toContain('timed_out');
    call.runs[0]?.answer({ status: 'done', detail: 'Booked.' });
    await new Promise((resolve) => setImmediate(resolve));
    call.says('Well?');
    await call.hears('Turn 3.');
    expect(call.server.refusals).toEqual([]);
    expect(call.server.shown[2]?.said.join(' ')).toContain('Booked.');
  });

  test('a model that lies about tools is answered, and the call goes on', async () => {
    const lies: ProviderStep[] = [
      { call: 'launch_missiles', input: {}, id: 'same' },
      { call: 'find_times', input: { day: 7 }, id: 'same' },
      { call: 'find_times', input: '{"day":', id: 'same' },
      { call: 'find_times', input: '[]' },
      { call: 'find_times', input: { day: 'x'.repeat(40_000) } },
      ...Array.from({ length: 10 }, () => findTuesday),
    ];
    const call = await open((_shown, turn) => (turn === 1 ? [{ say: 'Wait.' }, ...lies] : goodbye));
    call.says('Hello?');
    await call.hears('Wait.');
    // A filler is said only after the turn, when every call has been looked at.
    const spoken = () => {
      call.clock.advance(50);
      return call.socket.spoken();
    };
    await expect.poll(spoken).toContain('One moment, please.');
    expect(call.runs).toHaveLength(8);
    for (const { answer } of call.runs) answer({ status: 'done', detail: '10:00' });
    await call.hears('Goodbye.');
    expect(call.server.refusals).toEqual([]);
    expect(call.log.lines.filter(({ level }) => level === 'error')).toEqual([]);
    const results = call.server.shown[1]?.results ?? [];
    expect(results.filter((result) => result.includes('"refused"')).length).toBeGreaterThanOrEqual(5);
    expect(results.filter((result) => result.includes('"done"'))).toHaveLength(8);
  });
});
