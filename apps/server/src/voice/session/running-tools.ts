import type { ToolInput, ToolOutcome, ToolResult } from '../../ports/voice-tools.ts';
import type { VoiceTool } from '../tools/voice-tool.ts';
import { say } from './agent.ts';
import { changeTools, emit, type StepDraft } from './draft.ts';
import type { RunningTool } from './running-tool.ts';
import type { SessionState, Turn } from './state.ts';
import { addLateResult, setToolResult } from './tool-entries.ts';

/** Tools that run beside the conversation: nothing that is said cancels them. */

export type RunnerTool = VoiceTool & { readonly work: Extract<VoiceTool['work'], { by: 'runner' }> };

const mostRunning = 8;
/** A model that calls tools so often in a row, without a word of the other party, is in a loop. */
const mostRounds = 8;

/** Why a tool cannot be started now; null if it can. */
export function reasonNotToRun(
  { phase, tools: { running, rounds }, otherPartySpoke }: SessionState,
  turn: Turn,
): string | null {
  if (!otherPartySpoke) return 'Not done: nobody has spoken yet.';
  if (phase.kind !== 'live' || turn.ending) return 'Not done: the call is ending.';
  if (running.length >= mostRunning) return 'Not done: too many tools are running.';
  if (rounds >= mostRounds) return 'Not done: too many calls in a row. Answer with what you know.';
  return null;
}

export function startTool(
  draft: StepDraft,
  turn: Turn,
  { name, changes, work }: RunnerTool,
  callId: string,
  input: ToolInput,
): void {
  emit(draft, { type: 'runTool', callId, name, input, ordinal: draft.state.nextOrdinal - 0.5 });
  if (!nextToBeDue(draft.state))
    changeTools(draft, { waiting: { since: draft.at, beforeMs: turn.parts === 0 ? turn.toolMs : 0 } });
  const tool: RunningTool = {
    ...{ callId, name, changes, startedAt: draft.at, limitMs: work.limitMs, overdue: false },
    sayMeanwhile: work.sayMeanwhile ?? null,
    sayOnFailure: work.sayOnFailure ?? null,
    // An answer that begins with a tool has not been heard yet.
    callerFinishedAt: turn.parts === 0 ? turn.callerFinishedAt : null,
  };
  changeTools(draft, { running: [...draft.state.tools.running, tool] });
}

/** The tool has answered: in time, late, or, for an id that is not running, never mind. */
export function onToolResult(draft: StepDraft, callId: string, { status, detail }: ToolOutcome): void {
  const { running } = draft.state.tools;
  const tool = running.find((each) => each.callId === callId);
  if (!tool) return;
  const result = { status, detail };
  changeTools(draft, { running: running.filter((each) => each !== tool) });
  if (tool.overdue) addLateResult(draft, callId, tool.name, result);
  else settleTool(draft, tool, result);
}

/** The time limit of a tool is over. It goes on, and its answer is accepted later. */
export function onToolTimeout(draft: StepDraft): void {
  const tool = nextToBeDue(draft.state);
  if (!tool) return;
  const overdue = { ...tool, overdue: true };
  const { running } = draft.state.tools;
  changeTools(draft, { running: running.map((each) => (each === tool ? overdue : each)) });
  settleTool(draft, tool, tool.changes ? unknownOutcome : noAnswer);
}

const noAnswer: ToolResult = { status: 'timed_out', detail: 'No answer in time.' };
const unknownOutcome: ToolResult = {
  status: 'timed_out',
  detail:
    'No answer in time: it is not known whether it was done. Do not try again; say that somebody will check.',
};

function settleTool(draft: StepDraft, tool: RunningTool, result: ToolResult): void {
  const { callId, callerFinishedAt } = tool;
  setToolResult(draft, callId, withFailureTold(draft, tool, result));
  const { tools, phase, settings, caller } = draft.state;
  changeTools(draft, { unseenResults: [...tools.unseenResults, callId] });
  if (nextToBeDue(draft.state) || phase.kind !== 'live') return;
  changeTools(draft, { fillers: 0 });
  // A speech engine answers what is being said by itself, and has the result by then.
  if (settings.speech === 'audio' && caller.kind === 'speaking') return;
  const owed = tools.answerOwed?.callerFinishedAt ?? callerFinishedAt;
  changeTools(draft, {
    answerOwed: { callerFinishedAt: owed, toolMs: waitedMs(draft, owed) },
    waiting: null,
  });
}

/** How long the answer has waited for tools, of the time since the other party had finished. */
function waitedMs({ state, at }: StepDraft, callerFinishedAt: number | null): number {
  const { waiting } = state.tools;
  if (!waiting || callerFinishedAt === null) return 0;
  return waiting.beforeMs + at - Math.max(waiting.since, callerFinishedAt);
}

/** The sentence of a tool that did not work: the session says it where nobody speaks, otherwise the model has to. */
function withFailureTold(draft: StepDraft, { sayOnFailure }: RunningTool, result: ToolResult): ToolResult {
  const { phase, caller, digits, agent, answering, settings } = draft.state;
  if (sayOnFailure === null || (result.status !== 'failed' && result.status !== 'timed_out')) return result;
  // On text it follows a filler that plays; a speech engine would break that off.
  const isQuiet = agent.kind === 'idle' || (agent.turn === null && settings.speech === 'text');
  const isFree = isQuiet && caller.kind === 'silent' && !digits && answering.by === 'person';
  if (phase.kind !== 'live' || !isFree)
    return { ...result, detail: `${result.detail} Tell them: ${sayOnFailure}` };
  say(draft, sayOnFailure, true);
  return { ...result, detail: `${result.detail} They are being told: ${sayOnFailure}` };
}

/** The tool whose time limit is over first; null when none is waited for. */
export function nextToBeDue({ tools }: SessionState): RunningTool | null {
  let next: RunningTool | null = null;
  for (const tool of tools.running) {
    if (!tool.overdue && (next === null || dueAt(tool) < dueAt(next))) next = tool;
  }
  return next;
}

export function dueAt({ startedAt, limitMs }: RunningTool): number {
  return startedAt + limitMs;
}

/**
 * Whether an answer waits for a tool: a language model gets results and words together. A speech engine goes on talking
 * meanwhile.
 */
export function isAnswerHeld(state: SessionState): boolean {
  return state.settings.speech === 'text' && nextToBeDue(state) !== null;
}

/** When the other party is told the next time to wait, counted from the start of the first tool. */
export function fillerAt({ settings, tools: { running, fillers } }: SessionState): number {
  const [first, second, every] = settings.limits.toolFillersMs;
  const afterMs = fillers === 0 ? first : second + (fillers - 1) * every;
  return (running.find(({ overdue }) => !overdue)?.startedAt ?? 0) + afterMs;
}

/** Nobody speaks while a tool runs. */
export function onToolFiller(draft: StepDraft): void {
  const { settings, tools } = draft.state;
  const phrases = settings.phrases.fillers;
  changeTools(draft, { fillers: tools.fillers + 1 });
  const own = tools.running.find(({ overdue, sayMeanwhile }) => !overdue && sayMeanwhile !== null);
  const phrase =
    tools.fillers === 0 && own ? own.sayMeanwhile : phrases[tools.fillers % Math.max(1, phrases.length)];
  if (phrase) say(draft, phrase, true);
}
