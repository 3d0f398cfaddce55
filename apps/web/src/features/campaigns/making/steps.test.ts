import { campaignResponse, examples } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import type { Campaign, RecipientCount } from '../../../lib/parsing/campaigns.ts';
import { asStep, isOpen, missingRows, nextStep } from './steps.ts';

const { campaign } = campaignResponse.parse(examples.createCampaign.response);
const draft = (more: Partial<Campaign>): Campaign => ({ ...campaign, ...more });
const { campaign: described } = campaignResponse.parse(examples.addCampaignRows.response);
const file = described.file === null ? null : { ...described.file, rowsInFile: 3 };
const counts = (state: RecipientCount['state'], count: number): RecipientCount[] => [
  { state, reason: null, count },
];

describe('P322: a draft is opened where somebody goes on', () => {
  test('at the file until all of its rows are there', () => {
    expect(nextStep({ campaign: draft({}), counts: [] })).toBe('file');
    const half = draft({ file, rows: 2 });
    expect([missingRows(half), nextStep({ campaign: half, counts: counts('pending', 2) })]).toEqual([
      1,
      'file',
    ]);
    expect(isOpen('check', { campaign: half, counts: [] })).toBe(false);
    expect(isOpen('policy', { campaign: half, counts: [] })).toBe(true);
  });

  test('then at the check while something can be mended, then at the start', () => {
    const whole = draft({ file, rows: 3 });
    const mixed = [...counts('pending', 2), ...counts('to_fix', 1)];
    expect(nextStep({ campaign: whole, counts: mixed })).toBe('check');
    expect(nextStep({ campaign: whole, counts: counts('refused', 3) })).toBe('check');
    expect(nextStep({ campaign: whole, counts: counts('pending', 3) })).toBe('start');
  });

  test('an address with another word is none of the steps', () => {
    expect([asStep('policy'), asStep('nothing'), asStep(undefined)]).toEqual(['policy', null, null]);
  });
});
