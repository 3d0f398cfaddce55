import type { CallBrief, LanguageModel } from '../../src/ports/language-model.ts';
import type { ToolName } from '../../src/ports/voice-tools.ts';
import { openingText } from '../../src/voice/opening.ts';
import { writePrompt } from '../../src/voice/prompt.ts';
import type { EndReason, Segment } from '../../src/voice/session/effects.ts';
import { Driver } from './session/driver.ts';

/** Somebody on the other end: answers what they hear, or stays silent with null, or hangs up with false. */
export type Callee = (heard: string, turn: number) => string | null | false;

export interface PlayedCall {
  readonly segments: readonly Segment[];
  readonly reason: EndReason | null;
  /** What happened besides talking, in order. */
  readonly actions: readonly string[];
}

const mostTurns = 14;

/** Holds a whole conversation between an agent and somebody, through the session machine, in no time at all. */
export async function playCall(brief: CallBrief, model: LanguageModel, callee: Callee): Promise<PlayedCall> {
  const call = new Driver({ opening: openingText(brief), canTransfer: brief.canTransfer });
  call.send({ type: 'carrier.started' });
  for (let turn = 0; turn < mostTurns && call.state.phase.kind === 'live'; turn += 1) {
    const heard = playOut(call);
    const said = callee(heard, turn);
    if (said === false) call.send({ type: 'carrier.stopped', how: 'hung_up' });
    else if (said === null) call.pass(call.state.settings.limits.silenceMs);
    else {
      call.pass(1_000);
      call.hear(said);
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

async function answer(call: Driver, brief: CallBrief, model: LanguageModel): Promise<void> {
  const asked = call.all('respond').at(-1);
  if (!asked || call.state.agent.kind !== 'thinking') return;
  const tools: ToolName[] = ['end_call', 'send_digits', 'do_not_call'];
  if (brief.canTransfer) tools.push('transfer_call');
  const request = { brief, prompt: writePrompt(brief), history: asked.history, tools };
  const { itemId } = asked;
  for await (const part of model.reply(request, new AbortController().signal)) {
    if (part.type === 'text') call.send({ type: 'engine.agentText', itemId, text: part.text });
    else call.send({ type: 'engine.toolCall', itemId, call: part.call });
  }
  call.send({ type: 'engine.done', itemId });
}

/** Lets the agent finish, and tells what it said. */
function playOut(call: Driver): string {
  const { agent } = call.state;
  if (agent.kind !== 'speaking') return '';
  call.pass(500);
  call.playOut();
  return agent.utterance.text;
}
