import { expect, test } from 'vitest';
import { auditWeek } from '../testing/campaign-week/auditor.ts';
import { runWeek, type WeekSize } from '../testing/campaign-week/week-run.ts';
import { isSoak } from '../testing/load.ts';

/** Clocks are put back on the Sunday of the one week, and forward on that of the other. */
const weeks = { autumn: new Date('2026-10-30T12:00Z'), spring: new Date('2026-03-06T12:00Z') };

const short: Omit<WeekSize, 'begins'> = {
  ...{ people: 150, campaigns: 6, kills: 2, databaseKills: 1, probability: 0.05 },
  ...{ stepMs: 7_200_000, timeoutMs: 300_000 },
};
const long: Omit<WeekSize, 'begins'> = {
  ...{ people: 10_000, campaigns: 40, kills: 30, databaseKills: 5, probability: 0.1 },
  ...{ stepMs: 900_000, timeoutMs: 2_300_000 },
};
const size = isSoak ? long : short;
const chosen = isSoak ? (['autumn', 'spring'] as const) : (['autumn'] as const);
/** A retry would hide what the first run did wrong. */
const options = { timeout: isSoak ? 2_400_000 : 400_000, retry: 0 };

test.for(chosen)(
  `CP30: ${size.people} people in 12 zones over a week of %s: nobody is called wrongly, and nobody is forgotten`,
  options,
  async (week) => {
    const began = Date.now();
    const { evidence, kills, ended } = await runWeek({ ...size, begins: weeks[week] });
    const seconds = Math.round((Date.now() - began) / 1_000);
    process.stdout.write(
      `${week}: ${evidence.dials.length} calls, ${kills} kills, until ${ended.toISOString()}, ${seconds} s\n`,
    );
    const differences = auditWeek(evidence).map((one) => `${one.property}: ${one.about}: ${one.detail}`);
    expect(differences.join('\n')).toBe('');
    expect(evidence.dials.length).toBeGreaterThan(size.people / 2);
    expect(evidence.pauses.length).toBeGreaterThan(0);
    expect(evidence.dials.some(({ optedOut }) => optedOut)).toBe(true);
  },
);
