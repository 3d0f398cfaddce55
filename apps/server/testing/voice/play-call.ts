import type { CallBrief, LanguageModel } from '../../src/ports/language-model.ts';
import { openingText } from '../../src/voice/opening.ts';
import { writePrompt } from '../../src/voice/prompt.ts';
import type { Segment, SessionEndReason } from '../../src/voice/session/effects.ts';
import { builtInTools, ToolRegistry } from '../../src/voice/tools/tool-registry.ts';
import { SessionDriver } from './session/session-driver.ts';

/** The other party: what it answers to what it hears; null stays silent, false hangs up. */
export type Callee = (heard: string, turn: number) => string | null | false;

export interface PlayedCall {
  readonly segments: readonly Segment[];
  readonly reason: SessionEndReason | null;
  /** Effects other than speech, in order. */
  readonly actions: readonly string[];
}

const mostTurns = 14;

/** Runs a whole conversation through the session machine, without waiting. */
export async function playCall(brief: CallBrief, model: LanguageModel, callee: Callee): Promise<PlayedCall> {
  const call = new SessionDriver({ opening: openingText(brief), canTransfer: brief.canTransfer });
  call.send({ type: 'carrier.started' });
  for (let turn = 0; turn < mostTurns && call.state.phase.kind === 'live'; turn += 1) {
    const heard = playOut(call);
    const said = callee(heard, turn);
    if (said === false) call.send({ type: 'carrier.stopped', how: 'hung_up' });
    else if (said === null) call.advance(call.state.settings.limits.silenceMs);
    else {
      call.advance(1_000);
      call.callerSays(said);
      await answer(call, brief, model);
    }
  }
  playOut(call);
  call.send({ type: 'carrier.stopped', how: 'hung_up' });
  const { phase } = call.state;
  return {
    segments: call.segments(),
    reason: phase.kind === 'closed' ? phase.reason : null,
    actions: call.effects.flatMap(({ type }) => (actions.has(type) ? [type] : [])),
  };
}

const actions: ReadonlySet<string> = new Set(['doNotCall', 'transfer', 'end', 'sendDigits', 'hangUp']);

async function answer(call: SessionDriver, brief: CallBrief, model: LanguageModel): Promise<void> {
  const asked = call.effectsOf('respond').at(-1);
  if (!asked || call.state.agent.kind !== 'thinking') return;
  const tools = new ToolRegistry(builtInTools).offeredOn({
    ...{ speech: 'text', canTransfer: brief.canTransfer, transfers: [] },
  });
  const request = { brief, prompt: writePrompt(brief, tools), history: asked.history, tools };
  const { itemId } = asked;
  for await (const part of model.reply(request, new AbortController().signal)) {
    if (part.type === 'text') call.send({ type: 'engine.agentText', itemId, text: part.text });
    else call.send({ type: 'engine.toolCall', itemId, call: part.call });
  }
  call.send({ type: 'engine.done', itemId });
}

/** Plays the agent's utterance to its end; its text. */
function playOut(call: SessionDriver): string {
  const { agent } = call.state;
  if (agent.kind !== 'speaking') return '';
  call.advance(500);
  call.playOut();
  return agent.utterance.text;
}
