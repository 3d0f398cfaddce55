import { AppError } from '../../../errors.ts';
import type { AgentProfile } from '../../../ports/agent-store.ts';
import type { CallRecord } from '../../../ports/call.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { StreamTokens } from '../../../ports/stream-tokens.ts';
import type { Background } from '../background.ts';
import type { CallLifecycle } from '../call-lifecycle.ts';
import type { OpenSession } from '../voice/conversations.ts';
import type { SessionLeases } from '../voice/session-leases.ts';
import { TextSocket, type TextSockets } from './text-socket.ts';

export interface TextTryDeps {
  readonly openSession: OpenSession;
  readonly tokens: StreamTokens;
  readonly leases: Pick<SessionLeases, 'holder'>;
  readonly textSockets: TextSockets;
  readonly life: CallLifecycle;
  readonly background: Background;
  readonly clock: Clock;
  readonly speed: number;
}

export type OpenTextTry = (call: CallRecord, agent: AgentProfile) => Promise<void>;

const tokenLifetimeMs = 60_000;

/** Starts the session of a try by text in this process. Whatever server the person's words reach, they are sent here. */
export function createOpenTextTry(deps: TextTryDeps): OpenTextTry {
  const { tokens, clock, textSockets } = deps;
  return async (call, agent) => {
    const socket = new TextSocket(clock, deps.speed);
    const key = { tenantId: call.tenantId, callId: call.id, session: 1 };
    const now = clock.now();
    const token = await tokens.issue(key, now, new Date(now.getTime() + tokenLifetimeMs));
    const admitted = await tokens.use(token, clock.now(), deps.leases.holder);
    const session = admitted && (await deps.openSession(call, agent, socket, socket.protocol, key));
    if (!session) {
      await tokens.finish(key, clock.now(), 'ended');
      await finish(call, 'failed');
      throw new AppError('no_model', noModelSentence);
    }
    const remove = textSockets.add(call.id, socket);
    session.start();
    void session.done.then(() => {
      remove();
      void deps.background.retry({ task: 'ending a try', callId: call.id }, () => finish(call, 'completed'));
    });
  };

  /** No carrier reports the end of a call that it never had. */
  async function finish(call: CallRecord, status: 'completed' | 'failed'): Promise<void> {
    const at = clock.now();
    const duration = Math.round((at.getTime() - (call.answeredAt ?? at).getTime()) / 1000);
    await deps.life.apply(
      { id: call.id },
      {
        type: 'carrier',
        update: { sid: call.carrierSid ?? '', status, at, endedAt: at, duration, answeredBy: null },
      },
    );
  }
}

const noModelSentence =
  'No language model is set up for this agent, so it cannot be tried. Ask your administrator.';
