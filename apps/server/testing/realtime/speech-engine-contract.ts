import { describe, expect, test } from 'vitest';
import type { SpeechBrief, SpeechEngine, SpeechSession } from '../../src/ports/speech-engine.ts';
import { endCall } from '../../src/voice/tools/end-call.ts';
import { SpeechRecorder } from './speech-recorder.ts';

export interface ContractSetup {
  engine(): Promise<SpeechEngine>;
  /** An engine with wrong credentials. */
  unauthorized(): Promise<SpeechEngine>;
  /** Telephone audio of a question, in frames of 20 ms, with silence after it. */
  question(): readonly string[];
}

const brief: SpeechBrief = {
  prompt: 'You answer the phone of a dental practice. Answer in one short sentence.',
  tools: [endCall],
  voice: null,
  language: 'en-US',
  history: [],
};

/** What every implementation of the speech engine port must do. A string instead of a setup skips it, with the reason. */
export function speechEngineContract(name: string, setup: ContractSetup | string): void {
  if (typeof setup === 'string') {
    describe.skip(`${name} (${setup})`, () => rules(noSetup));
    return;
  }
  // A real service answers in real time.
  describe(name, { timeout: 30_000 }, () => rules(setup));
}

function rules(setup: ContractSetup): void {
  async function talk(
    run: (session: SpeechSession, heard: SpeechRecorder) => Promise<void>,
    over: Partial<SpeechBrief> = {},
  ): Promise<void> {
    const heard = new SpeechRecorder();
    const session = (await setup.engine()).connect({ ...brief, ...over }, heard);
    try {
      await run(session, heard);
    } finally {
      session.close();
    }
    expect(heard.losses).toEqual([]);
  }

  test('says a given text, as audio and text, under the given item id', () =>
    talk(async (session, heard) => {
      session.say('item-1', 'Good morning, this is the practice.');
      await heard.until('engine.done', ({ itemId }) => itemId === 'item-1');
      expect(heard.ms('item-1')).toBeGreaterThan(500);
      expect(heard.audio('item-1').length / 8).toBe(heard.ms('item-1'));
      expect(plain(heard.text('item-1'))).toBe('good morning this is the practice');
    }));

  test('detects and transcribes speech from the first frame on, and answers by itself', () =>
    talk(async (session, heard) => {
      for (const frame of setup.question()) session.appendAudio(frame);
      const { itemId } = await heard.until('engine.speechStarted');
      await heard.until('engine.speechStopped', (event) => event.itemId === itemId);
      expect((await heard.until('engine.userText', (event) => event.itemId === itemId)).text).not.toBe('');
      const answer = await heard.until('engine.done');
      expect(heard.ms(answer.itemId)).toBeGreaterThan(100);
      expect(heard.text(answer.itemId)).not.toBe('');
      expect(session.counts()).toEqual({ framesSent: setup.question().length, framesDropped: 0 });
    }));

  test('reports nothing more of a cancelled item, and continues', () =>
    talk(async (session, heard) => {
      session.say('item-1', 'I am going to count slowly: one, two, three, four, five, six, seven, eight.');
      await heard.until('engine.audio', ({ itemId }) => itemId === 'item-1');
      session.truncate('item-1', 100);
      session.cancel('item-1');
      const told = heard.log.entries.length;
      session.say('item-2', 'Sorry.');
      await heard.until('engine.done', ({ itemId }) => itemId === 'item-2');
      expect(heard.log.entries.slice(told).filter(({ itemId }) => itemId === 'item-1')).toEqual([]);
      expect(heard.ofType('engine.failed')).toEqual([]);
    }));

  test('a new sentence replaces one that is being generated', () =>
    talk(async (session, heard) => {
      session.say('item-1', 'This is the first sentence, and nobody will hear the end of it.');
      session.say('item-2', 'This is the second one.');
      await heard.until('engine.done', ({ itemId }) => itemId === 'item-2');
      expect(heard.ofType('engine.done').map(({ itemId }) => itemId)).toEqual(['item-2']);
    }));

  test('calls a tool of the brief, and accepts its result', () =>
    talk(
      async (session, heard) => {
        session.respond('item-1', []);
        const { call, callId = '' } = await heard.until('engine.toolCall');
        expect(call.name).toBe('end_call');
        await heard.until('engine.done', ({ itemId }) => itemId === 'item-1');
        session.toolResult(callId, { status: 'done', detail: 'Done.' });
        session.say('item-2', 'Goodbye.');
        await heard.until('engine.done', ({ itemId }) => itemId === 'item-2');
        expect(heard.ofType('engine.failed')).toEqual([]);
      },
      { prompt: 'The call is over. Call end_call with the reason "finished" at once and say nothing.' },
    ));

  test('continues from the history', () =>
    talk(
      async (session, heard) => {
        session.respond('item-1', [{ kind: 'pressed', digits: '1' }]);
        await heard.until('engine.done', ({ itemId }) => itemId === 'item-1');
        expect(heard.ms('item-1')).toBeGreaterThan(0);
      },
      {
        history: [
          { kind: 'agent', text: 'For an appointment press one.', interrupted: false },
          { kind: 'said', text: 'All right.' },
        ],
      },
    ));

  test('reports wrong credentials as a refusal that is not retryable', async () => {
    const heard = new SpeechRecorder();
    (await setup.unauthorized()).connect(brief, heard).say('item-1', 'Hello.');
    expect(await heard.loss).toMatchObject({ kind: 'refused', retryable: false, openItems: ['item-1'] });
  });
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z ]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

const noSetup: ContractSetup = {
  engine: () => Promise.reject(new Error('skipped')),
  unauthorized: () => Promise.reject(new Error('skipped')),
  question: () => [],
};
