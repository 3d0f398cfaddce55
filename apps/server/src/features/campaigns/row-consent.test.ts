import { type Campaign, type ConsentPurpose, examples, type RecipientColumn } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { consentFor } from '../../lib/consent-rule.ts';
import { rowConsent } from './row-consent.ts';

const { campaign } = examples.getCampaign.response as { campaign: Campaign };
const today = '2026-11-17';

/** The three cells of a file that has a column for each, or for the first alone. */
function read(cells: readonly string[], isApart = true, purpose: ConsentPurpose = 'sales') {
  const places: readonly RecipientColumn[] = ['consent', 'consentSource', 'consentDate'];
  const columns = { number: 3, name: 4, lastName: null, timeZone: null, externalId: null, notes: null };
  const apart = isApart ? { consentSource: 1, consentDate: 2 } : {};
  const file = campaign.file && { ...campaign.file, columns: { ...columns, consent: 0, ...apart } };
  const cell = (column: RecipientColumn) => cells[places.indexOf(column)] ?? '';
  return rowConsent(cell, { purpose, file }, today);
}

const dated = (more: object = {}) => [
  { purpose: 'sales', given: true, source: 'written', at: '2026-10-13', ...more },
];

describe('CP3: consent of a row', () => {
  test.each([
    [['sales', 'written', '2026-10-13'], dated()],
    [['yes', 'Signed', '13.10.2026'], dated()],
    [['x', 'written', '2026-10-13T09:30:00Z'], dated()],
    [['nein', 'spoken', '2026-10-13'], dated({ given: false, source: 'spoken' })],
    [['sales: yes (written)', '', '2026-10-13'], dated()],
    [['sales: yes (written)', 'written', '2026-10-13'], dated()],
    [
      ['sales, reminder', 'web', '2026-10-13'],
      [...dated({ source: 'web' }), ...dated({ source: 'web', purpose: 'reminder' })],
    ],
    [['', '', ''], []],
  ])('in three cells: %j', (cells, expected) => {
    expect(read(cells)).toEqual(expected);
  });

  test('in one cell is read as before, also where the file has the others', () => {
    expect(read(['sales: yes (written, 2026-10-13)'], false)).toEqual(dated());
    expect(read(['sales: yes (written, 2026-10-13)', '', ''])).toEqual(dated());
    // Yes to what, nobody has said.
    expect(read(['yes'], false)).toEqual({ reason: 'bad_consent', detail: 'yes' });
  });

  test.each([
    [['', 'written', '2026-10-13'], 'no_consent_kind', 'written'],
    [['maybe', 'written', '2026-10-13'], 'bad_consent', 'maybe'],
    [['sales', 'by pigeon', '2026-10-13'], 'bad_consent_source', 'by pigeon'],
    [['sales', 'written', '03/04/2026'], 'bad_consent_date', '03/04/2026'],
    [['sales', 'written', '2026-02-30'], 'bad_consent_date', '2026-02-30'],
    [['sales', 'written', '2026-11-19'], 'bad_consent_date', '2026-11-19'],
    [['sales: yes (web)', 'written', ''], 'bad_consent', 'sales: yes (web)'],
    [['sales: yes (2026-10-12)', '', '2026-10-13'], 'bad_consent', 'sales: yes (2026-10-12)'],
  ])('that cannot be read has to be corrected: %j', (cells, reason, detail) => {
    expect(read(cells)).toEqual({ reason, detail });
  });
});

test('CP23: consent without a day is of the import, and says so; it never counts against what has a day', () => {
  const consent = read(['sales', 'written', '']);
  expect(consent).toEqual(dated({ at: today, undated: true }));
  if (!Array.isArray(consent)) throw new Error('It was not read.');
  expect(consentFor(consent, 'sales')).toBe('written');
  const refused = { purpose: 'sales', given: false, source: 'spoken', at: '2020-01-02' } as const;
  expect(consentFor([...consent, refused], 'sales')).toBe('refused');
  // A refusal without a day counts from the import on.
  const no = read(['no', '', '']);
  if (!Array.isArray(no)) throw new Error('It was not read.');
  const earlier = { purpose: 'sales', given: true, source: 'written', at: '2026-11-16' } as const;
  expect(consentFor([earlier, ...no], 'sales')).toBe('refused');
});
