import { expect, test } from 'vitest';
import { slowedBy } from './slowed-by.ts';

const now = new Date('2026-11-17T11:00:00Z');
const secondsAgo = (seconds: number) => new Date(now.getTime() - seconds * 1_000);
const free = {
  ...{ now, due: true, ofCampaign: 0, ofAccount: 0, atOnce: 2, lines: 3, perMinute: 20 },
  lastDialAt: null,
};

test.each<[string, Partial<Parameters<typeof slowedBy>[0]>, string | null]>([
  ['nothing', {}, null],
  ['nobody is due', { due: false, ofCampaign: 2, ofAccount: 2 }, null],
  ['its own lines first', { ofCampaign: 2, ofAccount: 2 }, 'campaign_lines'],
  ['those of the account but the one for the desk', { ofCampaign: 1, ofAccount: 2 }, 'account_lines'],
  ['an account with as many as there are', { ofCampaign: 1, ofAccount: 200, lines: null }, null],
  ['twenty a minute', { lastDialAt: secondsAgo(2) }, 'rate'],
  ['the next token is there', { lastDialAt: secondsAgo(3) }, null],
])('CP28: what holds up a campaign: %s', (_, change, reason) => {
  expect(slowedBy({ ...free, ...change })).toBe(reason);
});
