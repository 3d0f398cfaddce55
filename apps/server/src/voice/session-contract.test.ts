import { afterAll, beforeAll, expect } from 'vitest';
import { call, speak } from '../../testing/realtime/plan.ts';
import { RealtimeService } from '../../testing/realtime/realtime-service.ts';
import { speechMs } from '../../testing/realtime/speech.ts';
import { MediaHarness } from '../../testing/voice/media/media-harness.ts';
import { relayHarness, settled } from '../../testing/voice/relay/relay-harness.ts';
import { type Reply, sessionContract } from '../../testing/voice/session-contract.ts';
import type { LanguageModel } from '../ports/language-model.ts';
import { plainManners } from './session/manners.ts';

function modelOf(reply: (said: string) => Reply): LanguageModel {
  return {
    name: 'test',
    async *reply({ history }) {
      const last = history.findLast(({ kind }) => kind === 'said');
      const { text, tools = [] } = reply(last?.kind === 'said' ? last.text : '');
      yield { type: 'text', text };
      for (const tool of tools) yield { type: 'toolCall', call: tool };
    },
  } as LanguageModel;
}

sessionContract('relay', async (brief, reply, manners = plainManners) => {
  const harness = relayHarness(brief, modelOf(reply), 1, [], { manners });
  const { socket, transcripts, clock, reasons, actions, session } = harness;
  let played = 0;
  /** Where what is being heard begins. */
  let start = 0;
  const callerSays = async (text: string) => {
    socket.receive({ type: 'prompt', voicePrompt: text, last: true });
    await settled();
  };
  return {
    session,
    reasons,
    actions,
    transcript: () => transcripts.transcript(),
    callerSays,
    interrupt: async (text) => {
      // The carrier stops the speech by itself and tells how far it came; the rest is never played.
      socket.receive({ type: 'interrupt', utteranceUntilInterrupt: socket.spoken().slice(start, played) });
      played = socket.spoken().length;
      await callerSays(text);
    },
    press: async (digits) => {
      for (const digit of digits) socket.receive({ type: 'dtmf', digit });
    },
    advance: async (ms) => {
      clock.advance(ms);
      await settled();
    },
    playUntilHeard: async (text, share = 1) => {
      await expect.poll(() => socket.spoken()).toContain(text);
      start = played;
      const until = played + Math.floor((socket.spoken().length - played) * share);
      socket.receive({ type: 'info', name: 'tokensPlayed', value: socket.spoken().slice(played, until) });
      played = until;
      await settled();
    },
    ended: () => socket.ofType('end').length > 0,
    transferred: () => /transfer/.test(String(socket.ofType('end')[0]?.handoffData)),
    hangUp: () => socket.drop(1000),
    drop: () => socket.drop(1006),
  };
});

let service: RealtimeService;
beforeAll(async () => {
  service = await RealtimeService.start();
});
afterAll(() => service.stop());

sessionContract('realtime', async (brief, reply, manners = plainManners) => {
  service.answerWith(({ cause, instructions, heard }) => {
    const told = cause === 'asked' ? /^Say these words.*?"(.*)"$/s.exec(instructions)?.[1] : undefined;
    if (told !== undefined) return speak(told);
    const { text, tools = [] } = reply(heard ?? '');
    return [speak(text), ...tools.map(({ name, input }) => call(name, input))];
  });
  const number = service.sessions.length + 1;
  const desk = new MediaHarness(brief, service, [], manners);
  const other = await service.session(number);
  let answers = 0;
  let last = '';
  return {
    session: desk.session,
    reasons: desk.reasons,
    actions: desk.actions,
    transcript: () => desk.transcripts.transcript(),
    callerSays: (text) => desk.callerSays(text),
    interrupt: (text) => desk.callerSays(text),
    press: async (digits) => {
      for (const digit of digits) desk.socket.receive({ event: 'dtmf', dtmf: { digit } });
    },
    advance: async (ms) => {
      desk.advance(ms);
      await settled();
    },
    playUntilHeard: async (text, share = 1) => {
      if (text !== last) answers += 1;
      last = text;
      await other.sent.untilCount('response.done', answers);
      await expect.poll(() => desk.socket.carrier.queuedMs).toBeGreaterThan(0);
      await settled();
      desk.advance(speechMs(text) * share);
      await settled();
    },
    ended: () => desk.socket.closedWith !== null,
    transferred: () => desk.actions.includes('transfer'),
    hangUp: () => {
      desk.socket.receive({ event: 'stop', stop: {} });
    },
    drop: () => desk.socket.drop(1006),
  };
});
