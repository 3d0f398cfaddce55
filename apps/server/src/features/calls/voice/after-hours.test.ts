import { emptyAgentConfig, exampleOrganization, type OrganizationSettings } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { ManualClock } from '../../../../testing/manual-clock.ts';
import type { CallRecord } from '../../../ports/call.ts';
import type { CallScript } from '../../../ports/call-script.ts';
import { type AfterHoursDeps, afterHoursScript, answerWithinHours } from './after-hours.ts';

const inbound = {
  ...{ id: 'c', tenantId: 't', agentId: 'a', direction: 'inbound' },
  ...{ from: '+12025550123', to: '+15005550006' },
} as CallRecord;
const settings: OrganizationSettings = {
  ...exampleOrganization.settings,
  name: 'Dental Care',
  timeZone: 'UTC',
};
// The example is open on Mondays from 8 to 12 and from 13 to 17.
const open = new Date('2026-11-16T09:00:00Z');
const lunch = new Date('2026-11-16T12:30:00Z');

function configSaying(afterHours: string) {
  const config = emptyAgentConfig('Front desk', 'de-DE');
  return { ...config, conversation: { ...config.conversation, afterHours } };
}

describe('OR18: what a caller hears outside opening hours', () => {
  test('is the text of the agent, in its language, with placeholders filled', () => {
    const config = configSaying('Hier ist <Organization>. Wir haben gerade geschlossen.');
    expect(afterHoursScript(inbound, config, settings, lunch)).toEqual({
      kind: 'say',
      text: 'Hier ist Dental Care. Wir haben gerade geschlossen.',
      language: 'de-DE',
    });
  });

  test.each(['', ' \n '])('an agent with the text %j answers at all hours', (text) => {
    expect(afterHoursScript(inbound, configSaying(text), settings, lunch)).toBeNull();
  });
});

describe('OR18: the hours decide before anything is read', () => {
  const conversation: CallScript = { kind: 'hang-up' };
  /** Answers a call at a time, and tells what was read and noted for it. */
  async function answerAt(now: Date, call: CallRecord) {
    const seen: string[] = [];
    const deps = {
      clock: new ManualClock(now.toISOString()),
      organizations: { of: async () => settings },
      agents: {
        forCall: async () => {
          seen.push('agent');
          return null;
        },
      },
      life: { apply: async () => void seen.push('noted') },
      background: { retry: async (_: unknown, work: () => Promise<void>) => work() },
    } as unknown as AfterHoursDeps;
    const answer = async () => {
      seen.push('conversation');
      return conversation;
    };
    await answerWithinHours(deps, answer)(call);
    return seen;
  }

  test('a call within opening hours is answered without another look at its agent', async () => {
    expect(await answerAt(open, inbound)).toEqual(['conversation']);
  });

  test('outside of them the agent is asked, and answers where it has no text for it', async () => {
    expect(await answerAt(lunch, inbound)).toEqual(['agent', 'conversation']);
  });

  test('a call that we have placed is held at any hour', async () => {
    expect(await answerAt(lunch, { ...inbound, direction: 'outbound' })).toEqual(['conversation']);
  });
});
