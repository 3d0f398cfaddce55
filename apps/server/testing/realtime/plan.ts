/** What the stand-in does when it is to answer. A plan is carried out step by step. */
export type Step =
  | {
      readonly kind: 'speak';
      readonly text: string;
      readonly pace: Pace;
      readonly deltaMs: number;
      /** Stops after so much sound until it is let go. */
      readonly holdAfterMs: number | null;
    }
  | { readonly kind: 'call'; readonly name: string; readonly json: string }
  | { readonly kind: 'fail'; readonly type: string; readonly code: string | null }
  | { readonly kind: 'incomplete'; readonly reason: 'max_output_tokens' | 'content_filter' }
  /** Says nothing more, until it is let go or cancelled. */
  | { readonly kind: 'stall' }
  /** The connection breaks here. */
  | { readonly kind: 'cut' };

/** As fast as the wire takes it, or so many times the speed of life. */
export type Pace = 'fast' | number;
export type Plan = Step | readonly Step[];

export function speak(
  text: string,
  how: { readonly pace?: Pace; readonly deltaMs?: number; readonly holdAfterMs?: number } = {},
): Step {
  const { pace = 'fast', deltaMs = 200, holdAfterMs = null } = how;
  return { kind: 'speak', text, pace, deltaMs, holdAfterMs };
}

/** Calls a function; a string is sent as the arguments as it is, also when it is no JSON. */
export function call(name: string, input: object | string): Step {
  return { kind: 'call', name, json: typeof input === 'string' ? input : JSON.stringify(input) };
}

export function fail(code: string | null, type = 'server_error'): Step {
  return { kind: 'fail', type, code };
}

export function incomplete(reason: 'max_output_tokens' | 'content_filter'): Step {
  return { kind: 'incomplete', reason };
}

export const stall: Step = { kind: 'stall' };
export const cut: Step = { kind: 'cut' };

export function stepsOf(plan: Plan): readonly Step[] {
  return Array.isArray(plan) ? plan : [plan as Step];
}

/** What the stand-in knows when it is to answer. */
export interface AnswerRequest {
  /** The first answer of the session is number 1. */
  readonly number: number;
  /** Asked for by the client, or given because the caller has finished. */
  readonly cause: 'asked' | 'heard';
  readonly instructions: string;
  /** What the caller said last; null when nothing is known of it yet. */
  readonly heard: string | null;
}

/** Says what stands between quotes when it is told to, and little otherwise. */
export function obedient({ instructions, cause }: AnswerRequest): Plan {
  const told = cause === 'asked' ? /"(.*)"/s.exec(instructions)?.[1] : undefined;
  return speak(told ?? 'All right.');
}
