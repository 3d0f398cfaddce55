import { expect, test } from 'vitest';
import { auditWeek } from '../testing/campaign-week/auditor.ts';
import { runWeek, type WeekSize } from '../testing/campaign-week/week-run.ts';

/** Clocks are put back on the Sunday of the one week, and forward on that of the other. */
const weeks = { autumn: new Date('2026-10-30T12:00Z'), spring: new Date('2026-03-06T12:00Z') };

// WEEK_PEOPLE takes another number of people.
const people = Number(process.env.WEEK_PEOPLE ?? 500);
const size: Omit<WeekSize, 'begins'> = {
  ...{ people, campaigns: Math.ceil(people / 50), kills: Math.ceil(people / 150) },
  ...{ databaseKills: Math.ceil(people / 500), probability: 0.05, stepMs: 3_600_000 },
  // Long enough for a busy machine.
  timeoutMs: people * 2_000,
};
/** A retry would hide what the first run did wrong. */
const options = { timeout: size.timeoutMs + 300_000, retry: 0 };

test.for(['autumn', 'spring'] as const)(
  `CP22: ${size.people} people in 12 zones over a week of %s: nobody is called wrongly, and nobody is forgotten`,
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
