import { type Campaign, type ConsentPurpose, examples, startingPolicy } from '@parley/contract';
import { expect, test } from 'vitest';
import type { ContactFacts, NumberFacts } from '../../ports/campaigns.ts';
import { readRows } from './check-rows.ts';
import { checkRow, instructionsOf, type SentRow, withNumber } from './read-row.ts';

const { campaign: example } = examples.getCampaign.response as { campaign: Campaign };
const header = ['Name', 'Phone', 'Day', 'Zone', 'Consent', 'Id', 'Notes'];
const columns = {
  ...{ name: 0, number: 1, lastName: null, timeZone: 3, consent: 4, externalId: 5, notes: 6 },
};
const placeholders = { 'Patient Name': 0, Day: 2 };

function campaignFor(purpose: ConsentPurpose = 'reminder', country: string | null = 'US'): Campaign {
  const file = { file: 1, fileName: 'a.csv', header, columns, placeholders, country };
  return { ...example, purpose, policy: startingPolicy, file };
}

const nothing: NumberFacts = {
  doNotCall: new Set(),
  ownNumbers: new Set(),
  contacts: new Map(),
  people: new Set(),
};
const rules = {
  today: '2026-11-17',
  isAllowed: (number: string) => !number.startsWith('+1900'),
  organizationZone: 'Europe/Berlin',
};

const rowOf = (...cells: string[]): SentRow => ({ row: 2, cells, problem: null });

function check(row: SentRow, facts: Partial<NumberFacts> = {}, campaign = campaignFor()) {
  return checkRow(withNumber(campaign, row), campaign, rules, { ...nothing, ...facts });
}

test('CP3: a good row', () => {
  const cells = [
    'Ada  Weber',
    '(202) 555-0123',
    'Monday',
    '',
    'reminder: yes (web, 2026-01-02)',
    'A-7',
    'VIP',
  ];
  expect(check(rowOf(...cells))).toEqual({
    ...{ row: 2, state: 'pending', reason: null, detail: '', number: '+12025550123', name: 'Ada Weber' },
    ...{ nameKey: 'ada weber', zones: ['America/New_York'], zoneSource: 'number', externalId: 'A-7' },
    consent: [{ purpose: 'reminder', given: true, source: 'web', at: '2026-01-02' }],
    ...{ notes: 'VIP', cells },
    ...{ attempts: 0, nextAt: null, waits: null, result: null, callId: null },
  });
});

test.each([
  [rowOf('Ada', ''), 'to_fix', 'no_number'],
  [rowOf('Ada', '12'), 'to_fix', 'not_a_number'],
  [rowOf('a'.repeat(121), '+12025550123'), 'to_fix', 'name_too_long'],
  [rowOf('Ada', '+12025550123', '', 'Mars/Base'), 'to_fix', 'unknown_zone'],
  [rowOf('Ada', '+18005550123'), 'to_fix', 'no_zone'],
  [rowOf('Ada', '+12025550123', '', '', 'maybe'), 'to_fix', 'bad_consent'],
  [rowOf('', '+12025550123'), 'to_fix', 'missing_value'],
  [rowOf('Ada', '+12025550123', 'x'.repeat(501)), 'to_fix', 'value_too_long'],
  [rowOf('Ada', '+12025550123', '', '', '', 'x'.repeat(201)), 'to_fix', 'external_id_too_long'],
  [rowOf('Ada', '+12025550123', '', '', '', '', '', 'more'), 'to_fix', 'too_many_columns'],
  [rowOf('A\u0000da', '+12025550123'), 'to_fix', 'not_text'],
  [{ ...rowOf('"Ada'), problem: 'unclosed_quote' as const }, 'to_fix', 'unclosed_quote'],
  [rowOf('Ada', '+19005550123'), 'refused', 'number_not_allowed'],
  [rowOf('Ada', '+12025550123', '', '', 'reminder: no'), 'refused', 'consent_refused'],
])('CP3: %j is %s: %s', (row, state, reason) => {
  expect(check(row)).toMatchObject({ row: 2, state, reason });
});

test('CP3: a number without a country is not guessed, and a cell without text is stored without what is none', () => {
  expect(check(rowOf('Ada', '202 555 0123'), {}, campaignFor('reminder', null))).toMatchObject({
    ...{ state: 'to_fix', reason: 'no_country', number: null, detail: '202 555 0123' },
  });
  expect(check(rowOf('A\u0000da\uD800', '+12025550123')).cells).toEqual(['A da\uFFFD', '+12025550123']);
});

test('CP3: what is too long is cut between two characters, so that it can be stored', () => {
  // Each of them is two code units, and the first unit moves all others by one.
  const long = `a${'😀'.repeat(250)}`;
  const row = check(rowOf(long, '+12025550123', '', '', '', long));
  expect(row).toMatchObject({ state: 'to_fix', reason: 'name_too_long' });
  for (const text of [row.name, row.nameKey, row.detail, row.externalId])
    expect([text.isWellFormed(), [...text].length]).toEqual([true, 200]);
});

test('CP4: a short name that is long without capitals and accents is found again', () => {
  // One sign that stands for 18 letters.
  const row = rowOf('\uFDFA'.repeat(20), '+12025550123');
  const { nameKey } = check(row);
  expect(check(row, { people: new Set([`+12025550123 ${nameKey}`]) }).reason).toBe('repeated_person');
});

test('CP4: whoever is listed, is the organization itself or comes twice is refused', () => {
  const row = rowOf('Ada', '+12025550123');
  const numbers = new Set(['+12025550123']);
  expect(check(row, { doNotCall: numbers })).toMatchObject({ state: 'refused', reason: 'do_not_call' });
  expect(check(row, { ownNumbers: numbers })).toMatchObject({ state: 'refused', reason: 'own_number' });
  expect(check(row, { people: new Set(['+12025550123 ada']) }).reason).toBe('repeated_person');
  expect(check(row, { people: new Set(['+12025550123 bob']) }).reason).toBeNull();
});

test('CP4: within the rows of one request the first of a person counts, and two people may share a number', async () => {
  const campaign = campaignFor();
  const sent = ['Ada', 'ADA ', 'Bob', 'Áda'].map((name, n) => ({
    ...{ row: n + 2, cells: [name, '+1 202 555 0123'], problem: null },
  }));
  const { numbers, check: checkAll } = await readRows(campaign, sent, rules);
  expect(new Set(numbers)).toEqual(new Set(['+12025550123']));
  const states = (await checkAll(campaign, nothing)).map(({ row, reason }) => [row, reason]);
  expect(states).toEqual([
    [2, null],
    [3, 'repeated_person'],
    [4, null],
    [5, 'repeated_person'],
  ]);
});

test('CP7: for sales consent in writing needs its day, in the file or at the contact', () => {
  const campaign = campaignFor('sales');
  const row = rowOf('Ada', '+12025550123', '', '', 'sales: yes (written)');
  expect(check(row, {}, campaign)).toMatchObject({ state: 'to_fix', reason: 'no_consent_date' });
  const consent = [{ purpose: 'sales', given: true, source: 'written', at: '2026-01-02' }] as const;
  const contacts = new Map([['+12025550123', [{ nameKey: 'ada', timeZone: null, consent }]]]);
  expect(check(row, { contacts }, campaign)).toMatchObject({ state: 'pending', reason: null });
  const reminder = rowOf('Ada', '+12025550123', '', '', 'reminder: yes (written)');
  expect(check(reminder)).toMatchObject({
    state: 'pending',
    consent: [{ purpose: 'reminder', given: true, source: 'written', at: rules.today, undated: true }],
  });
});

test('CP7: consent that is stored with the contact is not ignored', () => {
  const consent = (purpose: ConsentPurpose, given: boolean, source: 'written' | 'web' = 'written') => ({
    ...{ nameKey: 'ada', timeZone: null },
    consent: [{ purpose, given, source, at: '2026-01-02' }],
  });
  const reasonOf = (purpose: ConsentPurpose, contact: ContactFacts, name = 'Ada', cell = '') => {
    const contacts = new Map([['+12025550123', [contact]]]);
    return check(rowOf(name, '+12025550123', '', '', cell), { contacts }, campaignFor(purpose)).reason;
  };
  // A refusal counts, whatever the file says, and whatever the name of the only contact is.
  expect(reasonOf('reminder', consent('reminder', false))).toBe('consent_refused');
  expect(reasonOf('reminder', consent('reminder', false), 'Bob')).toBe('consent_refused');
  expect(reasonOf('sales', consent('sales', false), 'Ada', 'sales: yes (written, 2026-01-01)')).toBe(
    'consent_refused',
  );
  expect(reasonOf('sales', consent('sales', false), 'Ada', 'sales: yes (written, 2026-01-02)')).toBe(
    'consent_refused',
  );
  expect(reasonOf('sales', consent('sales', false), 'Ada', 'sales: yes (written, 2026-01-03)')).toBeNull();
  expect(reasonOf('reminder', consent('sales', false))).toBeNull();
  // The signature of somebody else does not.
  expect(reasonOf('sales', consent('sales', true))).toBeNull();
  expect(reasonOf('sales', consent('sales', true), 'Bob')).toBe('no_written_consent');
  expect(reasonOf('sales', consent('sales', true, 'web'))).toBe('no_written_consent');
  expect(reasonOf('sales', consent('sales', true), 'Ada', 'sales: no')).toBe('consent_refused');
});

test('CP5: the file beats the contact, the contact the number; the sandbox is where the organization is', () => {
  const contacts = new Map([
    ['+12025550123', [{ nameKey: 'ada', timeZone: 'America/Chicago', consent: [] }]],
  ]);
  const zones = (row: SentRow, facts: Partial<NumberFacts> = {}) => {
    const { zones: found, zoneSource } = check(row, facts);
    return [...found, zoneSource];
  };
  expect(zones(rowOf('Ada', '+12025550123', '', 'Asia/Tokyo'), { contacts })).toEqual(['Asia/Tokyo', 'file']);
  expect(zones(rowOf('Ada', '+12025550123'), { contacts })).toEqual(['America/Chicago', 'contact']);
  // The only contact of the number, whatever its name; of several none is guessed.
  expect(zones(rowOf('Bob', '+12025550123'), { contacts })).toEqual(['America/Chicago', 'contact']);
  const two = new Map([
    [
      '+12025550123',
      [
        { nameKey: 'ada', timeZone: 'America/Chicago', consent: [] },
        { nameKey: 'eve', timeZone: 'Asia/Tokyo', consent: [] },
      ],
    ],
  ]);
  expect(zones(rowOf('Bob', '+12025550123'), { contacts: two })).toEqual(['America/New_York', 'number']);
  expect(zones(rowOf('Ada', '+15005550010'))).toEqual(['Europe/Berlin', 'sandbox']);
});

test('CP7: sales need consent in writing', () => {
  const sales = campaignFor('sales');
  const reason = (consent: string) => check(rowOf('Ada', '+12025550123', '', '', consent), {}, sales).reason;
  expect(reason('')).toBe('no_written_consent');
  expect(reason('sales: yes (spoken)')).toBe('no_written_consent');
  // Nothing says that somebody signed there.
  expect(reason('sales: yes (web, 2026-10-13)')).toBe('no_written_consent');
  expect(reason('reminder: yes (written)')).toBe('no_written_consent');
  expect(reason('sales: no')).toBe('consent_refused');
  expect(reason('sales: yes (written, 2026-10-13)')).toBeNull();
});

test('CP8: an empty cell leaves the value of the template, and a value is never a placeholder in turn', () => {
  const campaign = campaignFor();
  expect(instructionsOf(campaign, ['Ada', ''])).toBe('Remind Ada of the appointment on Tuesday.');
  expect(instructionsOf(campaign, ['<Day>', '', "'=Monday"])).toBe(
    'Remind <Day> of the appointment on =Monday.',
  );
});
