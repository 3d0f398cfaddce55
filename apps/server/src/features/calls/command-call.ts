import { AppError } from '../../errors.ts';
import type { CallStore } from '../../ports/call-store.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Clock } from '../../ports/clock.ts';
import type {
  CommandOutcome,
  CommandTimes,
  SessionCommand,
  SessionCommands,
} from '../../ports/session-commands.ts';
import type { CallTimes } from './call-times.ts';

export interface CommandCallDeps {
  readonly store: CallStore;
  readonly commands: SessionCommands;
  readonly clock: Clock;
  readonly times: CallTimes;
}

export type CommandCall = (
  caller: Caller,
  id: string,
  command: Exclude<SessionCommand, { kind: 'note' }>,
) => Promise<CommandOutcome>;

export function commandTimesOf({ commandExpires, commandResult }: CallTimes): CommandTimes {
  return { expiresMs: commandExpires, resultMs: commandResult };
}

const notLive: CommandOutcome = { state: 'expired', detail: 'The call has no live conversation.' };

/** Has the server that holds a live call do something to it, and waits for the result, which comes in any case. */
export function createCommandCall({ store, commands, clock, times }: CommandCallDeps): CommandCall {
  const commandTimes = commandTimesOf(times);
  return async ({ tenantId, userId }, id, command) => {
    const known = await store.change({ id, tenantId }, () => ({
      at: clock.now(),
      changes: {},
      event: { kind: `${command.kind}_commanded`, data: {} },
      audit: { actor: userId, action: `call.${command.kind}_commanded` },
    }));
    if (!known) throw new AppError('call_not_found', 'Call not found');
    const sent = await commands.send({ tenantId, callId: id }, command, userId, commandTimes);
    return sent === null ? notLive : outcomeOfCommand({ commands, clock, times }, tenantId, sent);
  };
}

interface CommandWait {
  readonly commands: Pick<SessionCommands, 'outcome' | 'settleOverdue'>;
  readonly clock: Clock;
  readonly times: CallTimes;
}

/** The result of a command that was sent; it comes in any case. */
export async function outcomeOfCommand(
  { commands, clock, times }: CommandWait,
  tenantId: string,
  id: string,
): Promise<CommandOutcome> {
  for (;;) {
    const outcome = await commands.outcome(tenantId, id);
    if (outcome) return outcome;
    await new Promise<void>((resolve) => clock.after(times.commandPoll, resolve));
    await commands.settleOverdue(commandTimesOf(times));
  }
}
