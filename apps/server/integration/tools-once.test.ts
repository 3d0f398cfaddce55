import { expect, test } from 'vitest';
import { isSoak, load } from '../testing/load.ts';
import type { LedgerEntry } from '../testing/tools/booking-calendar.ts';
import { type BookedRow, openBookingRun } from '../testing/tools/booking-run.ts';

const calls = load(500);
const seed = Number(process.env.FAULT_SEED ?? 7);

/** A retry would hide what the first run lost. */
const options = { timeout: isSoak ? 3_600_000 : 900_000, retry: 0 };

test(
  `VS45–VS48: ${calls} calls that book, with faulty calendars and killed servers: booked once`,
  options,
  async () => {
    await using run = await openBookingRun(calls, seed);
    await run.carryOut();
    const { rows, promised, booked, summary, ledger } = await run.result();
    process.stdout.write(`${summary}\n`);

    const timesBooked = (start: string) => booked.filter((each) => each === start).length;
    const rowsOf = (start: string) => rows.filter((row) => row.start === start);
    expect(run.crashes()).toEqual([]);
    expect(rows.filter(({ state }) => state === 'running')).toEqual([]);
    // Every promised slot is booked once, and nothing is booked twice.
    expect([...promised].filter((start) => timesBooked(start) !== 1)).toEqual([]);
    expect(booked.filter((start) => timesBooked(start) > 1)).toEqual([]);
    // What was booked and not promised stands on its call, as unknown or as done, and one follow-up asks somebody to tell.
    const isOpen = ({ state, followUps }: BookedRow) =>
      (state === 'done' || state === 'unknown') && followUps === 1;
    expect(booked.filter((start) => !promised.has(start) && !rowsOf(start).some(isOpen))).toEqual([]);
    // What is unknown has one follow-up, and nothing has two.
    expect(rows.filter(({ state, followUps }) => state === 'unknown' && followUps !== 1)).toEqual([]);
    expect(rows.filter(({ followUps }) => followUps > 1)).toEqual([]);
    // A calendar that honours keys leaves nothing unknown unless both tries were lost; the other one is never asked twice.
    const keyed = rows.filter(({ state, tool }) => state === 'unknown' && tool === 'book_keyed');
    expect(keyed.filter((row) => row.tries !== 2 || !bothWereLost(row, ledger, run.kills()))).toEqual([]);
    expect(rows.filter(({ tool, tries }) => tool === 'book_plain' && tries > 1)).toEqual([]);
    // The run has tested something.
    expect(promised.size).toBeGreaterThan(calls / 10);
    expect(rows.some(({ state }) => state === 'unknown')).toBe(true);
    expect(run.kills().length).toBeGreaterThan(calls / 20);
  },
);

/** Between the answer of the calendar and the notice that whoever asked is dead. */
const slackMs = 100;

/**
 * By the books of the calendar: a try that it did not answer was lost there. One that it answered, or that never reached it,
 * was lost with a server that was killed before the tool call ended.
 */
function bothWereLost(
  { key, startedAt, endedAt }: BookedRow,
  ledger: readonly LedgerEntry[],
  kills: readonly number[],
): boolean {
  const seen = ledger.filter((entry) => entry.key === key);
  const killedAfter = (at: number) =>
    kills.filter((kill) => kill >= at - slackMs && kill <= endedAt.getTime() + slackMs).length;
  const answered = seen.flatMap(({ answeredAt }) => answeredAt ?? []);
  const unseen = 2 - seen.length;
  return (
    unseen >= 0 &&
    answered.every((at) => killedAfter(at) > 0) &&
    killedAfter(startedAt.getTime()) >= answered.length + unseen
  );
}
