import { randomUUID } from 'node:crypto';
import {
  type AgentTry,
  type OpenTry as OpenTryOfPage,
  type StartTryBody,
  spendingLimitSentences,
  tryLimits,
  type VoiceEngine,
} from '@parley/contract';
import { AppError } from '../../../errors.ts';
import { sandboxCarrier } from '../../../ports/call.ts';
import type { Caller } from '../../../ports/caller.ts';
import type { Carrier } from '../../../ports/carrier.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Log } from '../../../ports/log.ts';
import type { BegunTry, NewTry, OpenTry, TryStore } from '../../../ports/tries.ts';
import type { CallRules } from '../call-rules.ts';
import type { Carriers } from '../carriers.ts';
import type { DialCall } from '../place-call.ts';
import type { OpenTextTry } from './text-try.ts';
import { handsetNumber, textCarrier, tryEngine } from './try-carrier.ts';

export interface StartTryDeps {
  readonly tries: TryStore;
  readonly carriers: Carriers;
  readonly rules: CallRules;
  readonly openText: OpenTextTry;
  readonly dial: DialCall;
  readonly clock: Clock;
  readonly newId: () => string;
}

/** Longer than a try may take, with its goodbye. */
export const longestMs = (tryLimits.minutesMax + 2) * 60_000;

export type StartTry = (caller: Caller, agentId: string, body: StartTryBody, log: Log) => Promise<AgentTry>;

/** Begins a try of an agent's draft: by text in this process, or by ringing the handset of the sandbox. */
export function createStartTry(deps: StartTryDeps): StartTry {
  return async (caller, agentId, body, log) => {
    if (deps.rules.draining())
      throw new AppError('shutting_down', 'The server is stopping. Please try again in a minute.');
    if (body.channel === 'handset' && body.direction === 'inbound')
      throw new AppError('invalid_request', 'The agent calls the handset. Try a call to it by text.');
    const order = body.channel === 'text' ? textOrder() : handsetOrder(caller.tenantId);
    const instructions = body.instructions.trim();
    if (body.direction === 'outbound' && instructions === '')
      throw new AppError('invalid_request', 'Write what the agent is to call about.');
    const voiceSource = await deps.rules.calling.tryVoice(caller.tenantId, tryEngine);
    if (body.direction === 'outbound' && !deps.rules.canRead(voiceSource, instructions))
      throw new AppError('instructions_not_english', notEnglishSentence);
    const at = deps.clock.now();
    const begun = await deps.tries.begin(
      {
        ...order,
        ...{ tenantId: caller.tenantId, userId: caller.userId, agentId, at, callId: deps.newId() },
        ...{ channel: body.channel, direction: body.direction },
        instructions: body.direction === 'outbound' ? instructions : null,
        voiceSource,
      },
      { ...tryLimits, liveSince: new Date(at.getTime() - longestMs) },
    );
    if (begun.kind !== 'begun') throw refusalOf(begun, (open) => agentTryOf(open, deps.rules.defaultEngine));
    await connect(begun, body.channel, log);
    return {
      ...{ id: begun.call.id, agentId, channel: body.channel, direction: body.direction },
      ...{ revision: begun.revision, startedAt: at.toISOString(), engine: tryEngine },
      callEngine: begun.agent.config.engine.engine ?? deps.rules.defaultEngine,
    };
  };

  async function connect(
    { call, agent }: Extract<BegunTry, { kind: 'begun' }>,
    channel: StartTryBody['channel'],
    log: Log,
  ): Promise<void> {
    if (channel === 'text') return deps.openText(call, agent);
    const carrier = deps.carriers.of(call);
    if (!carrier) throw noSandbox();
    await deps.dial(carrier, { ...call, callId: call.id, to: handsetNumber, from: call.from ?? '' }, log);
  }

  function textOrder(): CarrierPart {
    const sid = `${textCarrier}-${randomUUID()}`;
    return { carrier: textCarrier, carrierAccount: null, carrierSid: sid, from: null, to: null };
  }

  function handsetOrder(tenantId: string): CarrierPart {
    const carrier = sandboxOf(tenantId);
    return {
      ...{ carrier: carrier.name, carrierAccount: carrier.account, carrierSid: null, to: handsetNumber },
      from: deps.rules.forCarrier(carrier).callerIdOf(null),
    };
  }

  /** The tenant's own carrier where it is a sandbox, otherwise any that this server has. */
  function sandboxOf(tenantId: string): Carrier {
    const own = deps.rules.calling.carrierOf(tenantId);
    const found = [...(own ? [own] : []), ...deps.carriers.all].find(({ name }) => name === sandboxCarrier);
    if (!found) throw noSandbox();
    return found;
  }
}

type CarrierPart = Pick<NewTry, 'carrier' | 'carrierAccount' | 'carrierSid' | 'from' | 'to'>;

const notEnglishSentence =
  'No language model is set up, and the scripted agent only understands instructions in English. Write them in English, or ask your administrator to set up a model.';

function noSandbox(): AppError {
  return new AppError(
    'no_sandbox',
    'This server has no sandbox phone, so there is no handset to ring. Try the agent by text.',
  );
}

/** An open try as the page is told of it. */
export function agentTryOf({ startedAt, engine, ...open }: OpenTry, standard: VoiceEngine): OpenTryOfPage {
  return {
    ...{ ...open, startedAt: startedAt.toISOString(), engine: tryEngine },
    callEngine: engine ?? standard,
  };
}

function refusalOf(
  refused: Exclude<BegunTry, { kind: 'begun' }>,
  present: (open: OpenTry) => OpenTryOfPage,
): AppError {
  switch (refused.kind) {
    case 'missing':
      return new AppError('agent_not_found', 'There is no such agent.');
    case 'archived':
      return new AppError('agent_archived', 'This agent is archived. Make it active again to try it.');
    case 'spending_limit':
      return new AppError('spending_limit_reached', spendingLimitSentences[refused.period]);
    case 'too_many':
      return refused.whose === 'person'
        ? new AppError(
            'too_many_tries',
            `You have ${tryLimits.livePerPerson} tries going on, with this agent or others. End one of them first.`,
            { retryAfterSeconds: 30, details: { tries: refused.open.map(present) } },
          )
        : new AppError(
            'too_many_tries',
            `Your organization has made ${tryLimits.perDay} tries within a day. Try again later.`,
            { retryAfterSeconds: 3600 },
          );
  }
}
