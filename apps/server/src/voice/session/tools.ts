import type { ToolCall, ToolResult } from '../../ports/voice-tools.ts';
import { change, emit, note, type StepDraft } from './draft.ts';
import type { Ending, Turn } from './state.ts';
import { addToolEntry, sendToolResult } from './tool-entries.ts';

/** In one turn; a model that calls more is in a loop. */
const mostCalls = 16;

/** Runs a tool at once, or, where it ends the call, at the end of the turn. */
export function onToolCall(draft: StepDraft, turn: Turn, call: ToolCall, callId: string | undefined): Turn {
  if (turn.calls >= mostCalls) {
    sendToolResult(draft, callId, { status: 'refused', detail: 'Too many calls in one turn.' });
    return turn;
  }
  const { turn: after, result } = carryOut(draft, turn, call);
  addToolEntry(draft, callId, call, result);
  return { ...after, calls: turn.calls + 1 };
}

/** The call belongs to a turn that is over. */
export function refuseLateCall(draft: StepDraft, callId: string | undefined): void {
  sendToolResult(draft, callId, { status: 'refused', detail: 'Not done: you were interrupted.' });
}

interface Outcome {
  readonly turn: Turn;
  readonly result: ToolResult;
}

function carryOut(draft: StepDraft, turn: Turn, call: ToolCall): Outcome {
  const { settings, askedNotToCall } = draft.state;
  switch (call.name) {
    case 'end_call': {
      const reason = call.input.reason === 'voicemail' ? 'voicemail' : 'finished';
      const ended = { ...turn, ending: turn.ending ?? ending(reason, null) };
      return { turn: ended, result: pending('The line drops once your words were heard.') };
    }
    case 'transfer_call':
      if (!settings.canTransfer) return refused(turn, 'There is nobody they can be connected with.');
      return {
        turn: { ...turn, ending: ending('transferred', call.input.reason) },
        result: pending('They are connected once your words were heard.'),
      };
    case 'send_digits':
      if (settings.speech === 'audio') return refused(turn, 'Keys cannot be pressed on this line.');
      emit(draft, { type: 'sendDigits', digits: call.input.digits });
      note(draft, `The agent pressed ${spaced(call.input.digits)}.`);
      return { turn: { ...turn, usedTool: true }, result: done(`Pressed ${spaced(call.input.digits)}.`) };
    case 'do_not_call':
      if (!askedNotToCall) emit(draft, { type: 'doNotCall' });
      change(draft, { askedNotToCall: true });
      return {
        turn: { ...turn, usedTool: true, addedToDoNotCall: true },
        result: done(askedNotToCall ? 'It was on the list already.' : 'Their number goes on the list.'),
      };
  }
}

function done(detail: string): ToolResult {
  return { status: 'done', detail };
}

function pending(detail: string): ToolResult {
  return { status: 'pending', detail };
}

/**
 * The turn does not count as one that used a tool. If it has no text either, it has failed: the model is asked again
 * and sees the refusal.
 */
function refused(turn: Turn, detail: string): Outcome {
  return { turn, result: { status: 'refused', detail } };
}

function ending(reason: Ending['reason'], transfer: string | null): Ending {
  return { reason, transfer, reopenable: true };
}

export function spaced(digits: string): string {
  return [...digits.replaceAll('w', '')].join(' ');
}
