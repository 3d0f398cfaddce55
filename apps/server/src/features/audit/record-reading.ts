import type { RouteName } from '@parley/contract';
import { currentOrigin } from '../../lib/request-origin.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Clock } from '../../ports/clock.ts';
import type { EndpointRequest, OnAnswer } from '../../ports/endpoint.ts';
import type { ReadRecorder } from './read-recorder.ts';
import { type RouteReading, readRoutes } from './read-routes.ts';

type AnyRule = (answer: unknown, request: EndpointRequest<RouteName>) => RouteReading | null;

/** Notes who was answered with what (AU4). Called for answers only: what was refused or failed is none. */
export function createRecordReading(recorder: Pick<ReadRecorder, 'add'>, clock: Clock): OnAnswer {
  const rules: Partial<Record<RouteName, unknown>> = readRoutes;
  return (name, request, answer) => {
    const rule = rules[name] as AnyRule | null | undefined;
    const caller = request.caller as Caller | null;
    if (!rule || !caller) return;
    const reading = rule(answer, request);
    if (reading === null) return;
    const { action, subject = caller.tenantId, data = {} } = reading;
    const origin = currentOrigin();
    recorder.add({
      ...{ tenantId: caller.tenantId, actor: caller.userId, action, subject, data, at: clock.time() },
      ...{ actorKind: origin?.actorKind ?? 'person', address: origin?.address ?? null },
    });
  };
}
