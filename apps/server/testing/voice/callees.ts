import type { Callee } from './play-call.ts';

/** What a callee answers to a sentence; used once, or as often as `times` says. */
export interface ScriptedReply {
  readonly hears: RegExp;
  readonly says: string | null | false;
  readonly times?: number;
}

/** A callee who answers by the first reply that matches. */
export function scriptedCallee(...replies: readonly ScriptedReply[]): Callee {
  const used = new Map<ScriptedReply, number>();
  return (heard) => {
    const reply = replies.find((one) => one.hears.test(heard) && (used.get(one) ?? 0) < (one.times ?? 1));
    if (!reply) return 'Sorry, what do you mean?';
    used.set(reply, (used.get(reply) ?? 0) + 1);
    return reply.says;
  };
}
