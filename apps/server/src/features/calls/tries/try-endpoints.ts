import { isTerminal, tryLimits, type VoiceEngine } from '@parley/contract';
import { AppError } from '../../../errors.ts';
import type { Caller } from '../../../ports/caller.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Endpoints } from '../../../ports/endpoint.ts';
import type { CommandTimes, SessionCommand, SessionCommands } from '../../../ports/session-commands.ts';
import type { StoredTry, TryStore } from '../../../ports/tries.ts';
import type { CallLifecycle } from '../call-lifecycle.ts';
import { agentTryOf, longestMs, type StartTry } from './start-try.ts';
import type { TryStreams } from './try-streams.ts';

export interface TryEndpointDeps {
  readonly startTry: StartTry;
  readonly tries: TryStore;
  readonly streams: TryStreams;
  readonly commands: SessionCommands;
  readonly commandTimes: CommandTimes;
  readonly commandPollMs: number;
  readonly life: CallLifecycle;
  readonly clock: Clock;
  readonly defaultEngine: VoiceEngine;
}

export type TryEndpoints = Pick<
  Endpoints,
  'startTry' | 'listOpenTries' | 'tryEvents' | 'sendToTry' | 'endTry'
>;

export function tryEndpoints(deps: TryEndpointDeps): TryEndpoints {
  const { tries, streams, commands, commandTimes, clock, life } = deps;

  return {
    startTry: async ({ caller, params, body, log }) => ({
      try: await deps.startTry(caller, params.agentId, body, log),
    }),

    listOpenTries: async ({ caller: { tenantId, userId }, params: { agentId } }) => {
      const since = new Date(clock.now().getTime() - longestMs);
      const found = await tries.open(tenantId, agentId, userId, since);
      return { tries: found.map((open) => agentTryOf(open, deps.defaultEngine)) };
    },

    tryEvents: async ({ caller, params, query, signal }) => {
      await found(caller, params.id);
      return streams.open(caller, params.id, query.after, signal).readable;
    },

    sendToTry: async ({ caller, params, body }) => {
      const { channel, hasEnded, requests } = await found(caller, params.id);
      if (channel === 'handset')
        throw new AppError('invalid_request', 'This try is on the handset. Speak there.');
      if (hasEnded) throw ended();
      if (requests >= tryLimits.requestsMax)
        throw new AppError(
          'too_many_tries',
          `The model was asked ${tryLimits.requestsMax} times in this try. Begin another one.`,
        );
      switch (body.kind) {
        case 'say':
          await deliver(caller, params.id, { kind: 'hear', text: body.text });
          break;
        case 'keys':
          await deliver(caller, params.id, { kind: 'press', digits: body.digits });
          break;
        case 'typing':
          await deliver(caller, params.id, { kind: 'typing' });
      }
      return { accepted: true };
    },

    endTry: async ({ caller, params }) => {
      const { channel, call, hasEnded } = await found(caller, params.id);
      if (hasEnded) return { ended: true };
      if (channel === 'handset') await hangUp(call);
      await commands.send(keyOf(caller, params.id), { kind: 'end' }, caller.userId, commandTimes);
      return { ended: true };
    },
  };

  async function found(caller: Caller, id: string): Promise<StoredTry> {
    const stored = await tries.find(caller.tenantId, id, caller.userId);
    if (!stored) throw new AppError('try_not_found', 'There is no such try, or it was deleted.');
    return stored;
  }

  /** Waits until the server that holds the session has taken it: words must not be lost without a sign. */
  async function deliver(caller: Caller, id: string, command: SessionCommand): Promise<void> {
    const sent = await commands.send(keyOf(caller, id), command, caller.userId, commandTimes);
    if (sent === null) throw ended();
    for (;;) {
      const outcome = await commands.outcome(caller.tenantId, sent);
      if (outcome?.state === 'done') return;
      if (outcome) throw ended();
      await new Promise<void>((resolve) => clock.after(deps.commandPollMs, resolve));
      await commands.settleOverdue(commandTimes);
    }
  }

  async function hangUp({ id }: StoredTry['call']): Promise<void> {
    const asked = await life.apply({ id }, { type: 'end_requested', reason: null, at: clock.now() });
    if (asked && !isTerminal(asked.call.status)) await life.endAtCarrier(asked.call);
  }
}

function keyOf({ tenantId }: Caller, callId: string) {
  return { tenantId, callId };
}

function ended(): AppError {
  return new AppError('try_ended', 'This try has ended. Begin another one.');
}
