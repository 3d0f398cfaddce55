import { describe, expect, test } from 'vitest';
import { safeParse } from 'zod/mini';
import { exampleOrganization } from './example.ts';
import { type OrganizationSettings, organizationSettings } from './organization.ts';

const good = exampleOrganization.settings;
const noWeek = { monday: [], tuesday: [], wednesday: [], thursday: [], friday: [], saturday: [], sunday: [] };

/** Where the first mistake is, and its sentence; null without one. */
function mistake(changes: object): string | null {
  const { error } = safeParse(organizationSettings, { ...good, ...changes });
  const issue = error?.issues[0];
  return issue ? `${issue.path.join('.')}: ${issue.message}` : null;
}

const week = (days: Record<string, string>) => ({
  openingHours: { week: { ...noWeek, ...daysOf(days) }, holidays: [] },
});
const daysOf = (days: Record<string, string>) =>
  Object.fromEntries(Object.entries(days).map(([day, text]) => [day, text.split(' ').map(span)]));
const span = (text: string) => {
  const [from = '', to = ''] = text.split('-');
  return { from, to };
};
const holidays = (...list: object[]) => ({
  openingHours: {
    week: null,
    holidays: list.map((one) => ({ name: 'Day', date: '2026-12-25', yearly: false, hours: [], ...one })),
  },
});
const carrier = (outboundPerMinute: unknown) => ({
  prices: { ...good.prices, carrier: { ...good.prices.carrier, outboundPerMinute } },
});
const models = (...names: string[]) => ({
  prices: {
    ...good.prices,
    models: names.map((model) => ({
      ...{ model, inputPerMillion: 1, outputPerMillion: 1 },
      ...{ audioInputPerMillion: null, audioOutputPerMillion: null },
    })),
  },
});

describe('OR4: every mistake has its place and its sentence', () => {
  const cases: [string, object, string][] = [
    ['no name', { name: ' ' }, 'name: Enter the name of the organization.'],
    ['a name that nobody sees', { name: '\u200b\u2060' }, 'name: Enter the name of the organization.'],
    [
      'a long name',
      { name: 'x'.repeat(121) },
      'name: The name of the organization may have at most 120 characters.',
    ],
    ['no country', { country: 'XX' }, 'country: Choose a country of the list.'],
    ['a country in small letters', { country: 'de' }, 'country: Choose a country of the list.'],
    ['no zone', { timeZone: 'Mars/Olympus' }, 'timeZone: Choose a time zone such as Europe/Berlin.'],
    ['an offset', { timeZone: '+02:00' }, 'timeZone: Choose a time zone such as Europe/Berlin.'],
    ['no language', { language: 'english' }, 'language: Choose a language such as en-US.'],
    ['no currency', { currency: 'dollars' }, 'currency: Choose a currency such as USD.'],
    [
      'a time that no clock shows',
      week({ monday: '09:00-25:00' }),
      'openingHours.week.monday.0.to: A time is written as hours and minutes, such as 09:30.',
    ],
    [
      'a day that begins at its end',
      week({ monday: '24:00-09:00' }),
      'openingHours.week.monday.0: A time is written as hours and minutes, such as 09:30.',
    ],
    [
      'an opening without length',
      week({ monday: '09:00-09:00' }),
      'openingHours.week.monday.0: Opening and closing time are the same. For the whole day enter 00:00 to 00:00.',
    ],
    [
      'openings that overlap, in the wrong order too',
      week({ monday: '12:00-17:00 08:00-12:30' }),
      'openingHours.week.monday.0: This opening overlaps with another one of the same day.',
    ],
    [
      'an opening after one that lasts into the next day',
      week({ monday: '20:00-02:00 22:00-23:00' }),
      'openingHours.week.monday.1: This opening overlaps with another one of the same day.',
    ],
    [
      'a night that runs into the next day',
      week({ sunday: '20:00-09:00', monday: '08:00-17:00' }),
      'openingHours.week.monday: The hours of Sunday run into those of Monday.',
    ],
    [
      'too many openings',
      week({ monday: '01:00-02:00 03:00-04:00 05:00-06:00 07:00-08:00 09:00-10:00 11:00-12:00 13:00-14:00' }),
      'openingHours.week.monday: A day may have at most 6 openings.',
    ],
    [
      'a holiday without a name',
      holidays({ name: '' }),
      'openingHours.holidays.0.name: Give the holiday a name.',
    ],
    [
      'a date that is none',
      holidays({ date: '2026-02-29' }),
      'openingHours.holidays.0.date: Choose the date of the holiday.',
    ],
    [
      'two holidays on one date',
      holidays({}, { date: '2026-12-26' }, {}),
      'openingHours.holidays.2.date: Another holiday has this date.',
    ],
    [
      'two yearly holidays on one day',
      holidays({ yearly: true }, { yearly: true, date: '2024-12-25' }),
      'openingHours.holidays.1.date: Another holiday has this date.',
    ],
    [
      'a negative price',
      carrier(-1),
      'prices.carrier.outboundPerMinute: A price is a number from 0 to 10,000.',
    ],
    [
      'half a millionth',
      carrier(0.5),
      'prices.carrier.outboundPerMinute: A price is a number from 0 to 10,000.',
    ],
    [
      'a price as text',
      carrier('1'),
      'prices.carrier.outboundPerMinute: A price is a number from 0 to 10,000.',
    ],
    ['a model without a name', models(' '), 'prices.models.0.model: Enter the name of the model.'],
    ['a model twice', models('a', 'b', 'a '), 'prices.models.2.model: This model is listed twice.'],
  ];
  test.each(cases)('%s', (_, changes, sentence) => {
    expect(mistake(changes)).toBe(sentence);
  });
});

describe('OR4: what is allowed', () => {
  const cases: [string, Partial<OrganizationSettings> | object][] = [
    ['the example', {}],
    ['no country', { country: null }],
    ['UTC', { timeZone: 'UTC' }],
    ['a language without a country', { language: 'de' }],
    ['a whole day', week({ monday: '00:00-00:00', tuesday: '00:00-24:00' })],
    [
      'a night up to the first opening of the next day',
      week({ sunday: '20:00-08:00', monday: '08:00-17:00' }),
    ],
    ['openings that touch', week({ monday: '08:00-12:00 12:00-17:00' })],
    ['a single holiday on the day of a yearly one', holidays({ yearly: true }, {})],
    ['29 February of a leap year', holidays({ date: '2028-02-29', yearly: true })],
    ['a price that is not known', carrier(null)],
  ];
  test.each(cases)('%s', (_, changes) => {
    expect(mistake(changes)).toBeNull();
  });
});
