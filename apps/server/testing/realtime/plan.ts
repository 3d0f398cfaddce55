/** What the emulator does when it answers. A plan is carried out step by step. */
export type AnswerStep =
  | {
      readonly kind: 'speak';
      readonly text: string;
      readonly pace: Pace;
      readonly deltaMs: number;
      /** Pauses after so much audio until it is released. */
      readonly holdAfterMs: number | null;
    }
  | { readonly kind: 'call'; readonly name: string; readonly json: string; readonly callId: string | null }
  | { readonly kind: 'fail'; readonly type: string; readonly code: string | null }
  | { readonly kind: 'incomplete'; readonly reason: 'max_output_tokens' | 'content_filter' }
  /** Sends nothing more until it is released or cancelled. */
  | { readonly kind: 'stall' }
  /** The connection breaks here. */
  | { readonly kind: 'cut' };

/** As fast as the socket takes it, or so many times real time. */
export type Pace = 'fast' | number;
export type AnswerPlan = AnswerStep | readonly AnswerStep[];

export function speak(
  text: string,
  how: { readonly pace?: Pace; readonly deltaMs?: number; readonly holdAfterMs?: number } = {},
): AnswerStep {
  const { pace = 'fast', deltaMs = 200, holdAfterMs = null } = how;
  return { kind: 'speak', text, pace, deltaMs, holdAfterMs };
}

/** Calls a function; a string is sent as the arguments unchanged, JSON or not. */
export function call(name: string, input: object | string, callId: string | null = null): AnswerStep {
  return { kind: 'call', name, json: typeof input === 'string' ? input : JSON.stringify(input), callId };
}

export function fail(code: string | null, type = 'server_error'): AnswerStep {
  return { kind: 'fail', type, code };
}

export function incomplete(reason: 'max_output_tokens' | 'content_filter'): AnswerStep {
  return { kind: 'incomplete', reason };
}

export const stall: AnswerStep = { kind: 'stall' };
export const cut: AnswerStep = { kind: 'cut' };

export function stepsOf(plan: AnswerPlan): readonly AnswerStep[] {
  return Array.isArray(plan) ? plan : [plan as AnswerStep];
}

/** What a plan may depend on. */
export interface AnswerRequest {
  /** The first answer of the session is number 1. */
  readonly number: number;
  /** Requested by the client, or started because the caller has finished. */
  readonly cause: 'asked' | 'heard';
  readonly instructions: string;
  /** What the caller said last; null before the first utterance. */
  readonly heard: string | null;
}

/** Says the quoted text of a request, or "All right." */
export function sayQuotedText({ instructions, cause }: AnswerRequest): AnswerPlan {
  const told = cause === 'asked' ? /"(.*)"/s.exec(instructions)?.[1] : undefined;
  return speak(told ?? 'All right.');
}
