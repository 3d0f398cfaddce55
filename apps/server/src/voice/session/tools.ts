import type { RequestedToolCall, ToolResult } from '../../ports/voice-tools.ts';
import type { SessionAction } from '../tools/voice-tool.ts';
import { change, emit, note, type StepDraft } from './draft.ts';
import { noteNoCalls } from './no-more-calls.ts';
import { optOutEnding } from './opt-out.ts';
import { agentPressedNote, spaced } from './pressed-note.ts';
import { type RunnerTool, reasonNotToRun, startTool } from './running-tools.ts';
import type { Ending, Turn } from './state.ts';
import { addToolEntry, hasToolCall, newToolCallId, presentable, sendToolResult } from './tool-entries.ts';
import { firstReachable, isReachableNow, transferChoices } from './transfer-choice.ts';

/** In one turn; a model that calls more is in a loop. */
const mostCalls = 16;

/** Carries out a tool call: at once, at the end of the turn where it ends the call, or beside the conversation. */
export function onToolCall(
  draft: StepDraft,
  turn: Turn,
  call: RequestedToolCall,
  callId: string | undefined,
): Turn {
  if (callId !== undefined && hasToolCall(draft.state, callId)) return turn;
  if (turn.calls >= mostCalls) {
    sendToolResult(draft, callId, { status: 'refused', detail: 'Too many calls in one turn.' });
    return turn;
  }
  const id = callId ?? newToolCallId(draft.state);
  const { turn: after, result } = carryOut(draft, turn, call, id);
  addToolEntry(draft, id, presentable(call), result);
  return { ...after, calls: turn.calls + 1 };
}

/** The call belongs to a turn that is over. */
export function refuseLateCall(draft: StepDraft, callId: string | undefined): void {
  if (callId !== undefined && hasToolCall(draft.state, callId)) return;
  sendToolResult(draft, callId, { status: 'refused', detail: 'Not done: you were interrupted.' });
}

interface Outcome {
  readonly turn: Turn;
  readonly result: ToolResult;
}

function carryOut(draft: StepDraft, turn: Turn, call: RequestedToolCall, id: string): Outcome {
  const tool = draft.state.settings.tools.find(({ name }) => name === call.name);
  if (!tool) return refused(turn, 'Not done: there is no such function.');
  const checked = tool.check(call.input);
  if (!checked.ok) return refused(turn, `Not done. ${checked.problem}`);
  const { work } = tool;
  if (work.by === 'session') return act(draft, turn, work.action(checked.input));
  const reason = reasonNotToRun(draft.state, turn);
  if (reason !== null) return refused(turn, reason);
  startTool(draft, turn, tool as RunnerTool, id, checked.input);
  return {
    turn: { ...turn, usedTool: true, ranTool: true },
    result: { status: 'running', detail: 'No answer yet.' },
  };
}

function act(draft: StepDraft, turn: Turn, action: SessionAction): Outcome {
  const { settings, refusal } = draft.state;
  switch (action.kind) {
    case 'end': {
      if (turn.ranTool && action.reason !== 'voicemail') return refused(turn, waitForTool);
      const ended = { ...turn, ending: turn.ending ?? ending(action.reason, null) };
      return { turn: ended, result: pending('The line drops once your words were heard.') };
    }
    case 'transfer':
      return transfer(draft, turn, action);
    case 'pressKeys':
      if (settings.speech === 'audio') return refused(turn, 'Keys cannot be pressed on this line.');
      emit(draft, { type: 'sendDigits', digits: action.digits });
      note(draft, agentPressedNote(action.digits));
      return { turn: { ...turn, usedTool: true }, result: done(`Pressed ${spaced(action.digits)}.`) };
    case 'doNotCall':
      noteNoCalls(draft);
      return {
        turn: {
          ...{ ...turn, usedTool: true, addedToDoNotCall: true },
          ...(settings.manners.offersOptOut && { ending: optOutEnding }),
        },
        result: done(refusal === 'none' ? 'Their number goes on the list.' : 'It was on the list already.'),
      };
    case 'speakLanguage':
      return changeLanguage(draft, turn, action.language);
    case 'citeKnowledge':
      emit(draft, { type: 'citeKnowledge', question: action.question, numbers: action.numbers });
      // Not a turn that used a tool: without words the model is asked for the answer itself. Once, because a model that
      // only cites must not end the call.
      return {
        turn: { ...turn, usedTool: turn.usedTool || turn.attempt > 1 },
        result: done('Noted. Now say the answer, if you have not.'),
      };
  }
}

/** The session's own sentences change with the line. */
function changeLanguage(draft: StepDraft, turn: Turn, tag: string): Outcome {
  const { settings } = draft.state;
  const languages = settings.languages ?? [];
  const wanted = languages.find(({ language }) => language.toLowerCase() === tag.toLowerCase());
  if (!wanted) {
    const codes = languages.map(({ language }) => language).join(', ');
    return refused(
      turn,
      codes === '' ? 'Not done: the line has one language.' : `Not done: use one of ${codes}.`,
    );
  }
  emit(draft, { type: 'speakLanguage', language: wanted.language });
  change(draft, { settings: { ...settings, phrases: wanted.phrases, language: wanted.language } });
  return { turn: { ...turn, usedTool: true }, result: done(`The line is in ${wanted.language} now.`) };
}

function transfer(
  draft: StepDraft,
  turn: Turn,
  { to, reason }: Extract<SessionAction, { kind: 'transfer' }>,
): Outcome {
  const choices = transferChoices(draft.state);
  if (turn.ending === optOutEnding)
    return refused(turn, 'Not done: they want no more calls, and this one ends.');
  if (choices.length === 0) return refused(turn, 'There is nobody they can be connected with.');
  const choice =
    to === null
      ? (firstReachable(draft.state, draft.at) ?? choices[0])
      : choices.find(({ name }) => name === to);
  if (!choice) return refused(turn, 'Not done: there is nobody of that name.');
  if (!isReachableNow(choice, draft.state, draft.at)) return refused(turn, outOfHours(choice.name));
  if (turn.ranTool) return refused(turn, waitForTool);
  return {
    turn: { ...turn, ending: ending('transferred', { to: choice.name, reason }) },
    result: pending('They are connected once your words were heard.'),
  };
}

function outOfHours(name: string | null): string {
  return `Not done: ${name ?? 'the desk'} cannot be reached at this hour. Say so, and offer to take a message for them.`;
}

/** The model cannot know the result of what it called in the same turn. */
const waitForTool = 'Not done: first wait for the result of your other call, and tell them.';

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

function ending(reason: Ending['reason'], transfer: Ending['transfer']): Ending {
  return { reason, transfer, reopenable: true };
}
