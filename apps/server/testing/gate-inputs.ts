import { type ConsentGiven, startingPolicy, type WeekHours, weekdays } from '@parley/contract';
import { type GateAnswer, type GateInput, gate } from '../src/features/campaigns/running/gate.ts';

// A Tuesday; winter in Berlin: UTC+1.
export const noon = new Date('2026-11-17T11:00Z');
export const at = (text: string) => new Date(text);
export const before = (ms: number, from = noon) => new Date(from.getTime() - ms);
export const hour = 3_600_000;
export const day = 24 * hour;
export const everyDay = (from: string, to: string): WeekHours =>
  Object.fromEntries(weekdays.map((name) => [name, [{ from, to }]])) as WeekHours;
export const written: ConsentGiven = { purpose: 'sales', given: true, source: 'written', at: '2026-10-13' };

export const free: GateInput = {
  ...{ now: noon, number: '+4930901820', purpose: 'reminder', doNotCall: false, beingErased: false },
  ...{ consent: [], declaredGround: true, registry: null, reachedBefore: false, suppressed: null },
  ...{
    zones: ['Europe/Berlin'],
    attemptsOfPerson: [],
    attemptsOfNumber: [],
    typicalMs: 0,
    policy: startingPolicy,
    limit: null,
  },
  ...{ live: { toNumber: false, ofCampaign: 0, ofAccount: 0 }, lines: 2, rate: null },
};
export const sales: Partial<GateInput> = {
  ...{ purpose: 'sales', number: '+12125550123', zones: ['America/New_York'], consent: [written] },
  ...{ registry: { listed: false, dated: at('2026-11-01T00:00Z') }, now: at('2026-11-17T17:00Z') },
};

/** As one line: `dial`, or state, reason, next time in UTC and zone. */
function shown(answer: GateAnswer): string {
  if (answer.dial) return 'dial';
  if (answer.state !== 'pending') return `${answer.state} ${answer.reason}`;
  const time = answer.nextAt.toISOString().slice(0, 19);
  return ['pending', answer.reason, time, ...(answer.zone ? [answer.zone] : [])].join(' ');
}
export const decided = (change: Partial<GateInput> = {}) => shown(gate({ ...free, ...change }));
export const policy = (change: Partial<GateInput['policy']>) => ({
  policy: { ...startingPolicy, ...change },
});
export const attempts = (...ms: number[]) => ({
  attemptsOfPerson: ms.map((ago) => ({ at: before(ago), rang: true })),
});
export const rate = { at: at('2026-11-17T11:00:03Z') };
export const live = (change: Partial<GateInput['live']>) => ({ live: { ...free.live, ...change } });
