import { describe, expect, test } from 'vitest';
import type { CampaignReport } from '../../../lib/parsing/campaign-run.ts';
import { figuresOf } from './figures.ts';

const empty: CampaignReport = {
  ...{
    rows: 0,
    called: 0,
    reached: 0,
    calls: 0,
    answered: 0,
    machines: 0,
    hungUp: 0,
    optOuts: 0,
    seconds: 0,
  },
  ...{ results: [], suppressed: [], hours: [], zones: [], fields: [], costs: [] },
};
const texts = (report: Partial<CampaignReport>) =>
  Object.fromEntries(
    figuresOf({ ...empty, ...report }).map(({ name, value, note }) => [name, `${value} (${note})`]),
  );

describe('CP30: rates stand beside what they are parts of', () => {
  test('each has its own whole', () => {
    const costs = [{ currency: 'USD', micros: 2_000_000, estimate: true }];
    const some = { rows: 30, called: 20, reached: 8, calls: 40, answered: 10, machines: 5, costs };
    expect(texts({ ...some, hungUp: 2, optOuts: 1, seconds: 400 })).toEqual({
      'People called': '20 (of 30 rows)',
      'People reached': '40% (8 of 20 people called)',
      Answered: '25% (10 of 40 calls)',
      Machines: '12.5% (5 of 40 calls)',
      'Hung up at once': '20% (2 of 10 answered calls)',
      'Opted out': '10% (1 of 10 answered calls)',
      'Average length': '50 s (of 8 conversations)',
      Cost: '$2.00 ($0.25 per person reached, estimated)',
    });
  });

  test('whoever answered and heard nothing is a part of those who answered, beside the line of 3 per cent', () => {
    const attested = { A: 0, B: 0, C: 0 };
    const numbers = [3, 1].map((unwanted) => ({
      ...{ number: `+1202555014${unwanted}`, calls: 200, answered: 100, unwanted, attested },
    }));
    expect(texts({ abandonment: { liveAnswers: 200, abandoned: 5 }, numbers })).toMatchObject({
      Rejected: '1% (4 of 400 calls, as from spam)',
      Abandoned: '2.5% (5 of 200 people who answered heard nothing for 2 s; for sales at most 3%)',
    });
    expect(texts({ abandonment: { liveAnswers: 0, abandoned: 0 } })).not.toHaveProperty('Abandoned');
  });

  test('without calls there is no rate', () => {
    expect(Object.values(texts({}))).toEqual([
      '0 (of 0 rows)',
      '– (0 of 0 people called)',
      ...['– (0 of 0 calls)', '– (0 of 0 calls)'],
      ...['– (0 of 0 answered calls)', '– (0 of 0 answered calls)'],
      ...['– (of 0 conversations)', '– (Nothing is known)'],
    ]);
  });
});
