import type { CheckModelResponse } from '@parley/contract';
import { problemOf } from '@parley/contract';
import type { Clock } from '../../../ports/clock.ts';
import {
  type CallBrief,
  type LanguageModel,
  ModelFailure,
  type ReplyPart,
  type ReplyRequest,
} from '../../../ports/language-model.ts';
import type { ObjectSchema, ObjectWriter } from '../../../ports/model-access.ts';
import type { ToolDefinition } from '../../../ports/voice-tools.ts';
import { problemOfModel, type VoiceNames } from './voice-problems.ts';

/** A model as calls would use it. */
export interface OpenedModel {
  readonly model: LanguageModel;
  readonly writer: ObjectWriter;
  readonly names: VoiceNames;
}

/** Shorter than the time that a browser waits for an answer of ours. A local model may have to be loaded first. */
export const checkTimes = { firstWordMs: 12_000, rest: 12_000, all: 13_500 } as const;

/**
 * Lets a model say a word, use a tool and answer in a given form, each as calls and outcomes need it. Without tools it cannot
 * be connected: every turn of a call offers some. What is not known in time (null) is no fault.
 */
export async function checkModel(opened: OpenedModel, clock: Clock): Promise<CheckModelResponse> {
  const { names } = opened;
  const begun = clock.time();
  const said = await sayFirstWord(opened, clock);
  if (typeof said !== 'number') return { firstWordMs: null, tools: null, structured: null, problem: said };
  const left = Math.max(1_000, checkTimes.all - (clock.time() - begun));
  const [tools, structured] = await Promise.all([
    withLimit(clock, left, (signal) => usesTool(opened.model, signal)),
    withLimit(clock, left, (signal) => keepsForm(opened.writer, signal)),
  ]);
  return {
    firstWordMs: said,
    tools,
    structured,
    problem: tools === false ? problemOf('model_no_tools', names) : null,
  };
}

/** How long the first word takes, in milliseconds, or why there is none. */
export async function sayFirstWord(
  { model, names }: OpenedModel,
  clock: Clock,
): Promise<number | NonNullable<CheckModelResponse['problem']>> {
  const begun = clock.time();
  const late = new AbortController();
  const stop = clock.after(checkTimes.firstWordMs, () => late.abort());
  try {
    for await (const part of model.reply(question([]), late.signal))
      if (part.type === 'text' && part.text.trim() !== '') return clock.time() - begun;
    // An aborted answer ends without an error.
    const why = late.signal.aborted ? 'unreachable' : 'unusable';
    return problemOfModel(new ModelFailure(why, 'The model said nothing.'), names);
  } catch (error) {
    return problemOfModel(error, names);
  } finally {
    stop();
    late.abort();
  }
}

const tool: ToolDefinition = {
  name: 'hang_up',
  description: 'Hang up. Use it when the other party says goodbye.',
  parameters: {
    type: 'object',
    properties: { reason: { type: 'string', description: 'Why the call ends.' } },
    required: ['reason'],
    additionalProperties: false,
  },
};

async function usesTool(model: LanguageModel, signal: AbortSignal): Promise<boolean> {
  const parts: ReplyPart[] = [];
  for await (const part of model.reply(question([tool]), signal)) parts.push(part);
  return parts.some((part) => part.type === 'tool' && part.call.name === tool.name);
}

const form: ObjectSchema = {
  type: 'object',
  properties: { day: { type: 'string', enum: ['Monday', 'Tuesday', 'Wednesday'] } },
  required: ['day'],
  additionalProperties: false,
};

async function keepsForm(writer: ObjectWriter, signal: AbortSignal): Promise<boolean> {
  const prompt = 'Write down on which day the person wants to come.';
  const written = await writer.write({ prompt, material: 'Tuesday would suit me.', schema: form }, signal);
  return typeof written === 'object' && written !== null && 'day' in written && written.day === 'Tuesday';
}

/** Null: the model took too long, or could not be asked again. */
async function withLimit(
  clock: Clock,
  ms: number,
  work: (signal: AbortSignal) => Promise<boolean>,
): Promise<boolean | null> {
  const late = new AbortController();
  const stop = clock.after(ms, () => late.abort());
  try {
    const can = await work(late.signal);
    // An aborted answer ends without an error.
    return can || !late.signal.aborted ? can : null;
  } catch (error) {
    if (late.signal.aborted) return null;
    if (!(error instanceof ModelFailure)) throw error;
    return passing.has(error.kind) || error.reason === 'rate' ? null : false;
  } finally {
    stop();
  }
}

/** Failures of the moment, which say nothing of what a model can do. */
const passing: ReadonlySet<ModelFailure['kind']> = new Set(['unreachable', 'cut', 'busy']);

function question(tools: readonly ToolDefinition[]): ReplyRequest {
  const prompt =
    tools.length === 0
      ? 'You answer the phone. Answer with one short sentence.'
      : 'You answer the phone. The other party says goodbye: use the tool hang_up at once, with a short reason.';
  const text = tools.length === 0 ? 'Hello, can you hear me?' : 'That is all, thank you. Goodbye!';
  return { brief, prompt, history: [{ kind: 'said', text }], tools };
}

const brief: CallBrief = {
  agentName: 'Test',
  persona: '',
  greeting: '',
  abilities: '',
  language: 'en-US',
  direction: 'inbound',
  instructions: null,
  otherParty: null,
  startedAt: 0,
  timeZone: 'UTC',
  canTransfer: false,
};
