import { expectedCost } from '../../lib/costs/call-cost.ts';
import { isSandbox } from '../../ports/call.ts';
import type { Organizations } from '../../ports/organization-store.ts';
import type { CallPlan } from './call-rules.ts';

/** For the spending limit; null for a call of the sandbox that no model speaks on: it costs nothing (CO8). */
export async function expectedMicros(
  organizations: Organizations,
  tenantId: string,
  { carrier, engine, voiceSource }: Pick<CallPlan, 'carrier' | 'engine' | 'voiceSource'>,
): Promise<number | null> {
  const sandbox = isSandbox({ carrier: carrier.name });
  if (sandbox && voiceSource === 'scripted') return null;
  const { prices } = await organizations.of(tenantId);
  return expectedCost(prices, { engine, sandbox });
}
