import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import {
  type CalendarPractice,
  moveInstructions,
  openCalendarPractice,
} from '../testing/calendar-practice.ts';
import { anthropicWire } from '../testing/model-providers/anthropic-wire.ts';
import { chatWire } from '../testing/model-providers/chat-wire.ts';
import { ProviderServer, type ProviderWire } from '../testing/model-providers/provider-server.ts';
import { responsesWire } from '../testing/model-providers/responses-wire.ts';
import { movingModel } from '../testing/moving-model.ts';
import { call as callTool, speak } from '../testing/realtime/plan.ts';
import type { RealtimeSession } from '../testing/realtime/realtime-session.ts';
import { answering, defineCallee } from '../testing/realtime-callees.ts';
import { openRealtimeDesk } from '../testing/realtime-desk.ts';
import { openVoiceDesk, transcriptOf, type VoiceDesk } from '../testing/voice-desk.ts';

const realFetch = globalThis.fetch;
afterEach(() => vi.unstubAllGlobals());

let scripted: VoiceDesk;
let practice: CalendarPractice;
beforeAll(async () => {
  scripted = await openVoiceDesk({}, { LLM_PROVIDER: 'scripted' });
  practice = await openCalendarPractice(scripted);
});
beforeEach(() => practice.reset());
afterAll(async () => {
  await scripted.stop();
  await practice.stop();
});

/** A calendar and an agent of a desk of their own. */
async function openPractice(voice: VoiceDesk, options = {}): Promise<CalendarPractice> {
  onTestFinished(() => voice.stop());
  const opened = await openCalendarPractice(voice, options);
  onTestFinished(() => opened.stop());
  return opened;
}

let lastNumber = 3_100;

/** Calls somebody who would rather come on Thursday at three. */
async function callAnn(voice: VoiceDesk, practice: CalendarPractice) {
  return voice.client.waitUntilEnded((await dialAnn(voice, practice)).id);
}

async function dialAnn(voice: VoiceDesk, { agentId }: CalendarPractice) {
  lastNumber += 1;
  const number = `+1500555${lastNumber}`;
  voice.lab.callees.setNumber(number, 'wants-another-day');
  return { number, id: await voice.client.placeAccepted(number, { agentId, message: moveInstructions }) };
}

/** The appointment was moved once, and the call says by what. */
async function expectMoved(
  voice: VoiceDesk,
  practice: CalendarPractice,
  call: Awaited<ReturnType<typeof callAnn>>,
) {
  const { toolCalls = [] } = await voice.client.call(call._id);
  const said = [...transcriptOf(call), ...toolCalls.map((each) => JSON.stringify(each))].join('\n');
  expect(practice.booked(), said).toMatchObject([
    { patient: 'Ann Miller', start: practice.thursdayAtThree, status: 'booked' },
  ]);
  expect(said).toMatch(/agent: Your appointment is now on Thursday/);
  expect(toolCalls.map(({ name, state, sample }) => ({ name, state, sample }))).toEqual(
    ['find_appointments', 'find_free_times', 'move_appointment'].map((name) => ({
      ...{ name, state: 'done', sample: false },
    })),
  );
  expect(toolCalls[2]?.input).toEqual({ id: practice.booked()[0]?.id, start: practice.thursdayAtThree });
  expect(toolCalls[2]?.answer).toContain(practice.thursdayAtThree);
}

describe('an appointment is moved through the calendar', () => {
  test('by the scripted agent', async () => {
    await expectMoved(scripted, practice, await callAnn(scripted, practice));
  });

  const providers: [string, ProviderWire, (origin: string) => NodeJS.ProcessEnv][] = [
    [
      'a model of an OpenAI-compatible server',
      chatWire,
      (origin) => ({
        LLM_PROVIDER: 'openai-compatible',
        LLM_BASE_URL: `${origin}/v1`,
        LLM_MODEL: 'emulated',
        OPENAI_API_KEY: 'test-key',
      }),
    ],
    [
      'a model of OpenAI at another address',
      chatWire,
      (origin) => ({
        LLM_PROVIDER: 'openai',
        LLM_BASE_URL: `${origin}/v1`,
        LLM_MODEL: 'emulated',
        OPENAI_API_KEY: 'test-key',
      }),
    ],
    [
      'a model of OpenAI',
      responsesWire,
      (origin) => {
        vi.stubGlobal('fetch', (url: string | URL | Request, init?: RequestInit) =>
          realFetch(
            String(url instanceof Request ? url.url : url).replace('https://api.openai.com', origin),
            init,
          ),
        );
        return { LLM_PROVIDER: 'openai', LLM_MODEL: 'emulated', OPENAI_API_KEY: 'test-key' };
      },
    ],
    [
      'a model of Anthropic',
      anthropicWire,
      (origin) => ({
        LLM_PROVIDER: 'anthropic',
        LLM_BASE_URL: `${origin}/v1`,
        LLM_MODEL: 'emulated',
        ANTHROPIC_API_KEY: 'test-key',
      }),
    ],
  ];
  test.each(providers)('by %s', async (_, wire, settings) => {
    const provider = await ProviderServer.start(wire, movingModel);
    onTestFinished(() => provider.stop());
    const voice = await openVoiceDesk({}, settings(provider.origin));
    const practice = await openPractice(voice);
    await expectMoved(voice, practice, await callAnn(voice, practice));
  });

  test('by a speech engine', async () => {
    const desk = await openRealtimeDesk(8);
    const practice = await openPractice(desk);
    let session: RealtimeSession | null = null;
    void desk.session(1).then((first) => {
      session = first;
    });
    const said: string[] = [];
    desk.service.answerWith(
      answering((heard) => {
        if (heard !== said.at(-1)) said.push(heard);
        return movingModel({ said, results: resultsOf(session) }).map((step) =>
          'say' in step ? speak(step.say) : callTool(step.call, step.input as object),
        );
      }),
    );
    const number = defineCallee(desk, [
      { wait: 'agent' },
      { say: 'Hello, Ann Miller.' },
      { wait: 'agent' },
      { say: 'I cannot make it that day.' },
      { wait: 'agent' },
      { say: 'Could it be Thursday, in the afternoon?' },
      { wait: { phrase: 'what time' } },
      { wait: 'agent' },
      { say: 'At three, please.' },
    ]);
    const id = await desk.client.placeAccepted(number, {
      agentId: practice.agentId,
      message: moveInstructions,
    });
    await expectMoved(desk, practice, await desk.client.waitUntilEnded(id));
  });
});

/** What the engine was told that tools answered. */
function resultsOf(session: RealtimeSession | null): string[] {
  return (session?.received.ofType('conversation.item.create') ?? []).flatMap(({ item }) => {
    const { type, output } = item as { type: string; output?: string };
    return type === 'function_call_output' && output !== undefined ? [output] : [];
  });
}

describe('in the sandbox', () => {
  test('VS49: a tool that changes something is answered by its sample where it was not allowed, and says so', async () => {
    const voice = await openVoiceDesk({}, { LLM_PROVIDER: 'scripted' });
    const practice = await openPractice(voice, { runInSandbox: false });
    const before = structuredClone(practice.booked());
    const { toolCalls = [] } = await callAnn(voice, practice);
    expect(practice.booked()).toEqual(before);
    expect(toolCalls.map(({ name, sample }) => [name, sample])).toEqual([
      ['find_appointments', false],
      ['find_free_times', false],
      ['move_appointment', true],
    ]);
  });
});

describe('a calendar in trouble', () => {
  test.each([
    ['breaks the connection after it was done', { drop: { times: 1, only: 'move' } }, 2],
    ['answers 500 after it was done', { errorAfter: { times: 1, only: 'move' } }, 2],
    ['answers 500 before it was done', { error: { times: 1, only: 'move' } }, 2],
    ['answers twice', { twice: {} }, 1],
    ['answers late', { late: { ms: 400 } }, 1],
  ] as const)('VS46: that %s: the appointment is moved once and told', async (_, faults, tries) => {
    practice.running.faults.set(faults);
    const call = await callAnn(scripted, practice);
    await expectMoved(scripted, practice, call);
    expect(call.toolCalls?.[2]?.tries).toBe(tries);
  });

  test('VS46, FU14: that loses both tries: the call promises nothing, and somebody is asked to check', async () => {
    practice.running.faults.set({ drop: { only: 'move' } });
    const call = await callAnn(scripted, practice);
    expect(transcriptOf(call).join('\n')).not.toMatch(/agent: Your appointment is now/);
    expect(call.toolCalls?.[2]).toMatchObject({ name: 'move_appointment', state: 'unknown', tries: 2 });
    await expect.poll(() => checksOf(call._id)).toHaveLength(1);
  });

  test('VS48, FU14: who hangs up while a tool runs has it moved once, the call says so, and somebody tells them', async () => {
    practice.running.faults.set({ late: { only: 'move', ms: 1_500 } });
    const { id, number } = await dialAnn(scripted, practice);
    const move = async () => (await scripted.client.call(id)).toolCalls?.[2];
    await expect.poll(move).toMatchObject({ name: 'move_appointment', state: 'running' });
    const sid = scripted.lab.calls().find(({ to }) => to === number)?.sid ?? '';
    scripted.lab.hangUp(sid);
    await scripted.client.waitUntilEnded(id);
    await expect.poll(move).toMatchObject({ state: 'done', tries: 1, followUpId: expect.any(String) });
    expect(await checksOf(id)).toHaveLength(1);
    expect(practice.booked()).toMatchObject([{ start: practice.thursdayAtThree, status: 'booked' }]);
  });
});

/** The follow-ups that ask somebody to check what a tool has done on a call, or to tell it. */
async function checksOf(id: string) {
  const { body } = await scripted.client.request('GET', '/api/follow-ups');
  return body.followUps.filter(
    ({ callId, reason }: { callId: string; reason: string }) => callId === id && reason === 'tool_unknown',
  );
}
