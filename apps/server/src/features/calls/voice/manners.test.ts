import { type AgentConfig, emptyAgentConfig, exampleOrganization, paces } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import {
  atMachines,
  limitsFor,
  listeningOf,
  mannersOf,
  transferTargets,
  waitsForGreetingEnd,
} from './manners.ts';
import { callOrganizationOf, createReach } from './transfer-reach.ts';

type Conversation = AgentConfig['conversation'];

function configWith(conversation: Partial<Conversation>): AgentConfig {
  const config = emptyAgentConfig('Dental');
  return { ...config, conversation: { ...config.conversation, ...conversation } };
}

const { settings } = exampleOrganization;
/** A Tuesday, 11:50 in New York: closed from noon to one. */
const now = new Date('2026-10-13T15:50:00Z');
const organization = callOrganizationOf(settings, now);
const reachOf = createReach(organization, now, 1);
const fill = (text: string) => text.replace('<Organization>', 'GS Dental');
const outbound = { call: { direction: 'outbound' }, reachOf, fill } as const;
const inbound = { ...outbound, call: { direction: 'inbound' } } as const;

const minute = 60_000;
const hour = 60 * minute;

describe('CL30: manners of a call', () => {
  test('of which nothing is set are plain', () => {
    expect(mannersOf(configWith({}), outbound)).toEqual({
      ...{
        firstSpeaker: 'agent',
        keypad: true,
        offersOptOut: false,
        screeningAnswer: null,
        voicemailMessage: null,
        transfers: [],
      },
    });
  });

  test('SP7, SP17: the answer to call screening and the message are filled, on calls that we place', () => {
    const config = configWith({
      screening: { identity: 'The AI assistant of <Organization>', purpose: 'It is about an appointment.' },
      voicemail: { action: 'leave-message', message: '<Organization> called. Call 500 555 0006.' },
    });
    expect(mannersOf(config, outbound)).toMatchObject({
      screeningAnswer: 'The AI assistant of GS Dental. It is about an appointment.',
      voicemailMessage:
        'This is a message from an AI assistant. GS Dental called. Call 5 0 0, 5 5 5, 0 0 0 6. Again, the number is 5 0 0, 5 5 5, 0 0 0 6.',
    });
    expect(mannersOf(config, inbound)).toMatchObject({ screeningAnswer: null, voicemailMessage: null });
  });

  test.each<[Partial<Conversation>, boolean]>([
    [{}, false],
    [{ voicemail: { action: 'hang-up', message: 'Kept for later.' } }, false],
    [{ voicemail: { action: 'leave-message', message: 'Call back.' } }, true],
    [{ screening: { identity: '', purpose: 'About an appointment.' } }, true],
  ])('the end of a greeting is waited for only where it is needed', (conversation, waits) => {
    expect(waitsForGreetingEnd(configWith(conversation).conversation)).toBe(waits);
  });

  test.each([
    ['hang-up', null, false, null],
    ['leave-message', null, true, 'Call back.'],
    ['hang-up', 'leave_message', true, 'Call back.'],
    ['leave-message', 'hang_up', false, null],
  ] as const)(
    'CP26: an agent that is set to %s with a campaign that wants %s waits for the beep: %s',
    (action, order, waits, message) => {
      const config = configWith({ voicemail: { action, message: 'Call back.' } });
      const conversation = atMachines(config.conversation, order);
      expect(waitsForGreetingEnd(conversation)).toBe(waits);
      const { voicemailMessage } = mannersOf({ ...config, conversation }, outbound);
      if (message === null) expect(voicemailMessage).toBeNull();
      else expect(voicemailMessage).toContain(message);
    },
  );

  test('CP26: a campaign that wants a message of an agent that has none hangs up', () => {
    const config = configWith({ voicemail: { action: 'hang-up', message: ' ' } });
    const conversation = atMachines(config.conversation, 'leave_message');
    expect(mannersOf({ ...config, conversation }, outbound).voicemailMessage).toBeNull();
  });

  test('the pace is what carrier and session are told', () => {
    expect(listeningOf({ pace: 'patient', keypad: false })).toEqual({
      ...{ interruptSensitivity: 'low', speechTimeoutMs: 1_500, ignoreBackchannel: true, keypad: false },
    });
    for (const pace of ['patient', 'normal', 'brisk'] as const) {
      const { silenceMs, digitsMs, wordlessMs, firstWordsMs } = paces[pace];
      expect(limitsFor({ pace, silenceSeconds: null, maxMinutes: null }, 1200)).toMatchObject({
        ...{ silenceMs, digitsMs, wordlessMs, firstWordsMs },
      });
    }
  });

  test('a slower pace waits longer for everything', () => {
    const { patient, normal, brisk } = paces;
    for (const name of ['silenceMs', 'wordlessMs', 'digitsMs', 'firstWordsMs', 'engineSilenceMs'] as const)
      expect([patient[name] > normal[name], normal[name] > brisk[name]]).toEqual([true, true]);
  });

  test.each([
    ['the agent sets its own silence', 30, null, 30_000, 1_180_000],
    ['the agent talks for five minutes at most', null, 5, 8_000, 280_000],
    ['the deployment allows less than the agent', null, 60, 8_000, 1_180_000],
  ])('%s', (_what, silenceSeconds, maxMinutes, silenceMs, maxLengthMs) => {
    const limits = limitsFor({ pace: 'normal', silenceSeconds, maxMinutes }, 1200);
    expect(limits).toMatchObject({ silenceMs, maxLengthMs });
  });

  test.each([
    ['below', -5, -1, 4_000, 40_000],
    ['above', 1e12, 1e12, 60_000, 7_180_000],
  ])(
    'AG20: a draft with numbers far %s the limits is tried within them',
    (_where, silenceSeconds, maxMinutes, silenceMs, maxLengthMs) => {
      const limits = limitsFor({ pace: 'normal', silenceSeconds, maxMinutes }, 100_000);
      expect(limits).toMatchObject({ silenceMs, maxLengthMs });
    },
  );
});

describe('CL30: transfer targets', () => {
  const target = { name: 'Desk', number: '+1 500 555 0020', when: '', hours: 'always' } as const;

  test('one number for everything has no name', () => {
    const config = configWith({ transfers: [target] });
    expect(mannersOf(config, inbound).transfers).toEqual([]);
    expect(transferTargets(config)).toEqual([{ ...target, number: '+15005550020' }]);
  });

  test('a target whose number is none is left out', () => {
    expect(transferTargets(configWith({ transfers: [{ ...target, number: 'later' }] }))).toEqual([]);
  });

  test('somebody who is there in opening hours is reached before noon and after one', () => {
    const transfers = [target, { ...target, name: 'Doctor', hours: 'opening-hours' as const }];
    expect(mannersOf(configWith({ transfers }), inbound).transfers).toEqual([
      { name: 'Desk', when: '', reach: 'always' },
      {
        name: 'Doctor',
        when: '',
        reach: [
          { fromMs: 0, untilMs: 10 * minute },
          { fromMs: 70 * minute, untilMs: 4 * hour },
        ],
      },
    ]);
  });

  test('a session that begins later in the call has the hours that the call began with', () => {
    const later = new Date(now.getTime() + 5 * minute);
    expect(createReach(organization, later, 1)('opening-hours')).toEqual([
      { fromMs: 0, untilMs: 5 * minute },
      { fromMs: 65 * minute, untilMs: 4 * hour - 5 * minute },
    ]);
    const afternoon = new Date(now.getTime() + 11 * minute);
    expect(createReach(organization, afternoon, 1)('opening-hours')).toEqual([
      { fromMs: 59 * minute, untilMs: 4 * hour - 11 * minute },
    ]);
  });

  test('hours of their own count, and the session may run faster than the clock', () => {
    const closed = {
      monday: [],
      tuesday: [],
      wednesday: [],
      thursday: [],
      friday: [],
      saturday: [],
      sunday: [],
    };
    const evening = { ...closed, tuesday: [{ from: '12:00', to: '12:30' }] };
    expect(createReach(organization, now, 10)(evening)).toEqual([
      { fromMs: 100 * minute, untilMs: 400 * minute },
    ]);
    expect(reachOf(closed)).toEqual([]);
  });

  test('AG20: a draft whose hours are half typed is tried without these hours', () => {
    const typing = [
      { from: '1', to: '' },
      { from: '99:99', to: '12:00' },
    ];
    const week = {
      monday: typing,
      tuesday: [...typing, { from: '12:00', to: '12:30' }],
      wednesday: typing,
      thursday: typing,
      friday: typing,
      saturday: typing,
      sunday: typing,
    };
    expect(createReach(organization, now, 10)(week)).toEqual([
      { fromMs: 100 * minute, untilMs: 400 * minute },
    ]);
  });
});
