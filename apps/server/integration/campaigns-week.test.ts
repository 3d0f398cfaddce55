import { expect, test } from 'vitest';
import { auditWeek } from '../testing/campaign-week/auditor.ts';
import type { Dial } from '../testing/campaign-week/evidence.ts';
import { runWeek, type WeekResult, type WeekSize } from '../testing/campaign-week/week-run.ts';

/** Clocks are put back on the Sunday of the one week, and forward on that of the other. */
const weeks = { autumn: new Date('2026-10-30T12:00Z'), spring: new Date('2026-03-06T12:00Z') };

// 500 together in `npm test`. WEEK_PEOPLE takes another number for the first week.
const most = Number(process.env.WEEK_PEOPLE ?? (process.env.SOAK ? 10_000 : 400));
const peopleOf = { autumn: most, spring: Math.ceil(most / (process.env.SOAK ? 5 : 4)) };

function sizeOf(people: number): Omit<WeekSize, 'begins'> {
  return {
    ...{ people, campaigns: Math.min(20, Math.max(4, Math.ceil(people / 50))) },
    ...{ kills: Math.min(30, Math.ceil(people / 150)), databaseKills: Math.min(10, Math.ceil(people / 500)) },
    ...{ probability: 0.05, stepMs: 3_600_000 },
    // Long enough for a busy machine.
    timeoutMs: 300_000 + people * 1_000,
  };
}

test.for(['autumn', 'spring'] as const)(
  'CP22: people in 12 zones over a week of %s: nobody is called wrongly, and nobody is forgotten',
  // A retry would hide what the first run did wrong.
  { timeout: sizeOf(most).timeoutMs + 300_000, retry: 0 },
  async (week) => {
    const size = sizeOf(peopleOf[week]);
    const began = Date.now();
    const result = await runWeek({ ...size, begins: weeks[week] });
    const { evidence, kills, ended } = result;
    const seconds = Math.round((Date.now() - began) / 1_000);
    process.stdout.write(
      `${week}: ${size.people} people, ${evidence.dials.length} calls, ${kills} kills, until ${ended.toISOString()}, ${seconds} s\n`,
    );
    const differences = auditWeek(evidence)
      .map((one) => `${one.property}: ${one.about}: ${one.detail}`)
      .join('\n');
    writeCallsOf(differences, result);
    expect(differences).toBe('');
    expect(evidence.dials.length).toBeGreaterThan(size.people / 2);
    expect(evidence.pauses.length).toBeGreaterThan(0);
    expect(evidence.dials.some(({ optedOut }) => optedOut)).toBe(true);
  },
);

/** A run this long is not repeated to learn what differed, and what the carrier noted of the calls to these people. */
function writeCallsOf(differences: string, { evidence, ledgerOf }: WeekResult): void {
  if (differences !== '') process.stdout.write(`${differences}\n`);
  const attempts = new Map(evidence.attempts.map((attempt) => [attempt.callId, attempt]));
  const namesOf = ({ number, sid, callId }: Dial) => {
    const { campaign, row } = attempts.get(callId ?? '') ?? {};
    return [number, sid, callId ?? sid, `${campaign} row ${row}:`];
  };
  const about = evidence.dials.filter((dial) => namesOf(dial).some((name) => differences.includes(name)));
  for (const entry of about.slice(0, 20).flatMap(({ sid }) => ledgerOf(sid)))
    process.stdout.write(`${JSON.stringify(entry)}\n`);
}
