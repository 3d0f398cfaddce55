import type { CallRecord } from '../../../ports/call.ts';
import type { CallStore } from '../../../ports/call-store.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { CommandOutcome, SessionCommands } from '../../../ports/session-commands.ts';
import type { LiveSessions } from '../../../voice/live-sessions.ts';
import type { GreetingEnd } from '../../../voice/session/events.ts';
import type { Background } from '../background.ts';
import type { CallLifecycle } from '../call-lifecycle.ts';
import type { CallTimes } from '../call-times.ts';
import { commandTimesOf } from '../command-call.ts';

export interface GreetingEndDeps {
  readonly store: Pick<CallStore, 'find'>;
  readonly commands: SessionCommands;
  readonly sessions: LiveSessions;
  readonly life: CallLifecycle;
  readonly background: Background;
  readonly times: CallTimes;
  readonly clock: Clock;
}

/** Tells the session of a call how the greeting of a machine ended, on whichever server it is. */
export type ReportGreetingEnd = (call: CallRecord, end: GreetingEnd) => void;

/** A session that has just begun is not there for commands at once. */
const attempts = 3;

export function createReportGreetingEnd(deps: GreetingEndDeps): ReportGreetingEnd {
  const { sessions, commands, life, clock, times } = deps;
  return (call, end) => {
    const told = sessions.send(call.id, {
      type: 'control.amdResult',
      answeredBy: 'machine',
      greetingEnd: end,
    });
    if (told) return;
    void deps.background.run({ task: 'reporting the end of a greeting', callId: call.id }, () =>
      command(call, end),
    );
  };

  /** Without a live session nothing is told: the one that begins reads it from the call. */
  async function command(call: CallRecord, end: GreetingEnd): Promise<void> {
    const key = { tenantId: call.tenantId, callId: call.id };
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      const id = await commands.send(key, { kind: 'greeting-ended', end }, 'carrier', commandTimesOf(times));
      if (id === null) return;
      const { state } = await outcomeOf(call.tenantId, id);
      if (state !== 'failed') return;
    }
    // Nobody leaves a message, so the machine is hung up on.
    const now = await deps.store.find({ id: call.id });
    if (now && now.voicemailMessageAt === null)
      await life.apply({ id: call.id }, { type: 'end_requested', reason: 'voicemail', at: clock.now() });
  }

  async function outcomeOf(tenantId: string, id: string): Promise<CommandOutcome> {
    for (;;) {
      const outcome = await commands.outcome(tenantId, id);
      if (outcome) return outcome;
      await new Promise<void>((resolve) => clock.after(times.commandPoll, resolve));
      await commands.settleOverdue(commandTimesOf(times));
    }
  }
}
