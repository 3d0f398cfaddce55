import type { CallTool } from '../../ports/call-tools.ts';
import type { Clock } from '../../ports/clock.ts';
import type { AnsweredRequest, TransportOutcome } from '../../ports/tool-transport.ts';
import type { ToolOutcome } from '../../ports/voice-tools.ts';
import { type AfterTry, afterTry, lostTry } from './after-try.ts';
import { notKnown } from './tool-call-log.ts';
import type { ToolRun } from './voice-tool.ts';

export interface ToolSettings {
  readonly clock: Clock;
  readonly speed: number;
  readonly sandbox: boolean;
  /** What earlier answers have told; what this one tells is added. */
  readonly known: Map<string, string>;
}

/** The conversation goes on at the limit; an answer is still waited for, because a late one is told too. */
const lateMs = 30_000;
/** Before a repetition: a server that has just failed or is busy fails again at once. */
const pauseMs = 300;

/** Sends a tool call, once more where that is allowed (rule VS46), and says how it ended. */
export async function runTool(
  tool: CallTool,
  { input, idempotencyKey, signal, mayRepeat = async () => true }: Omit<ToolRun, 'call' | 'brief'>,
  { clock, speed, sandbox, known }: ToolSettings,
): Promise<ToolOutcome> {
  const tries: TransportOutcome[] = [];
  for (;;) {
    const outcome = await tool.send({
      ...{ input, idempotencyKey, signal, sandbox, known: Object.fromEntries(known) },
      limitMs: (tool.limitMs + (tries.length === 0 ? lateMs : 0)) / speed,
    });
    tries.push(outcome);
    const after = afterTry(tool, tries);
    if (after.kind === 'end') return ended(after, outcome, known);
    await new Promise<void>((resolve) => clock.after(pauseMs / speed, resolve));
    if (signal.aborted) return ended(afterTry(tool, [...tries, outcome]), outcome, known);
    // Another server may have taken the tool call meanwhile, and changed something.
    if (!(await mayRepeat()))
      return ended(afterTry(tool, [...tries, tool.changes ? lostTry : outcome]), outcome, known);
  }
}

function ended(after: AfterTry, outcome: TransportOutcome, known: Map<string, string>): ToolOutcome {
  const state = after.kind === 'end' ? after.state : 'failed';
  switch (state) {
    case 'unknown':
      return {
        ...{ status: 'timed_out', detail: notKnown, unknown: true },
        ...(outcome.kind === 'answered' && { answer: withStatus(outcome) }),
      };
    case 'timed_out':
      return { status: 'timed_out', detail: 'No answer came.' };
    case 'done':
      return outcome.kind === 'answered' ? done(outcome, known) : { status: 'done', detail: '' };
    default:
      return { status: state, detail: whyNot(outcome) };
  }
}

function done({ body, variables }: AnsweredRequest, known: Map<string, string>): ToolOutcome {
  const noted = Object.entries(variables);
  for (const [name, value] of noted) known.set(name, value);
  const told = noted.map(([name, value]) => `${name}: ${value}`).join('\n');
  const detail = body === '' ? 'Done.' : body;
  return { status: 'done', detail: told === '' ? detail : `${told}\n${detail}`, answer: body };
}

function whyNot(outcome: TransportOutcome): string {
  if (outcome.kind === 'answered') return `It did not work. ${withStatus(outcome)}`;
  return outcome.kind === 'refused' ? outcome.why : `It did not work. ${outcome.why}`;
}

function withStatus({ status, body }: AnsweredRequest): string {
  return `Status ${status}${body === '' ? '' : `: ${body}`}`;
}
