import type { ToolCall } from '../../ports/voice-tools.ts';
import { change, type Draft, emit, note } from './draft.ts';
import type { Ending, Turn } from './state.ts';

/** Does at once what can be done at once; what ends the call waits for the end of the turn. */
export function onToolCall(draft: Draft, turn: Turn, call: ToolCall): Turn {
  switch (call.name) {
    case 'end_call': {
      const reason = call.input.reason === 'voicemail' ? 'voicemail' : 'finished';
      return { ...turn, ending: turn.ending ?? ending(reason, null) };
    }
    case 'transfer_call':
      if (!draft.state.settings.canTransfer) return turn;
      return { ...turn, ending: ending('transferred', call.input.reason) };
    case 'send_digits':
      emit(draft, { type: 'sendDigits', digits: call.input.digits });
      note(draft, `The agent pressed ${spaced(call.input.digits)}.`);
      return { ...turn, acted: true };
    case 'do_not_call':
      if (!draft.state.askedNotToCall) emit(draft, { type: 'doNotCall' });
      change(draft, { askedNotToCall: true });
      return { ...turn, acted: true, promised: true };
  }
}

function ending(reason: Ending['reason'], transfer: string | null): Ending {
  return { reason, transfer, reopenable: true };
}

export function spaced(digits: string): string {
  return [...digits.replaceAll('w', '')].join(' ');
}
