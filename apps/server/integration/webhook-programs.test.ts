import { expect, test } from 'vitest';
import { isSoak, load } from '../testing/load.ts';
import { type Happened, keyOf } from '../testing/webhook-programs/happened.ts';
import { chosenEvents, type Off, openProgramsRun, paths } from '../testing/webhook-programs/programs-run.ts';
import type { Arrival } from '../testing/webhook-programs/receivers.ts';

/** As the outbox has them. They are sent to two endpoints, some of them to a third. */
const events = load(10_000);
const seed = Number(process.env.FAULT_SEED ?? 26);

/** A retry would hide what the first run lost. */
const options = { timeout: isSoak ? 3_600_000 : 600_000, retry: 0 };

/** Between what a server says of a time and what a test says. */
const slackMs = 1_000;

test(
  `WH2 WH3 WH7 WH8: ${events} events of calls that programs place reach receivers that fail, in order and verified, though servers are killed`,
  options,
  async () => {
    await using run = await openProgramsRun(events, seed);
    await run.carryOut();
    const { happened, receivers, offs } = run;
    const types = Object.groupBy(happened, ({ type }) => type);
    const all = Object.values(paths).map((path) => receivers.arrivalsAt(path).length);
    process.stdout.write(
      `${run.placed.curl} calls by curl, ${run.placed.client} by the client; ${run.kills()} kills; ${happened.length} events, ${all.join(' + ')} requests: ${Object.entries(
        types,
      )
        .map(([type, each]) => `${type} ${each?.length}`)
        .join(', ')}\n`,
    );
    expect(run.crashes()).toEqual([]);
    // Nothing came unsigned, and no redirect was followed.
    expect(receivers.refused).toEqual([]);
    const keys = new Set(happened.map(({ key }) => key));
    expect(keys.size).toBe(happened.length);

    const wanted = {
      [paths.all]: happened,
      [paths.gone]: happened.filter((event) => !offs.some((off) => wasOff(event, off))),
      [paths.chosen]: happened.filter(({ type }) => (chosenEvents as readonly string[]).includes(type)),
    };
    for (const [path, expected] of Object.entries(wanted)) {
      const arrivals = receivers.arrivalsAt(path);
      const byId = Map.groupBy(arrivals, ({ id }) => id);
      const idOf = new Map([...byId].map(([id, [one]]) => [keyOfArrival(one), id]));
      // Repeats are recognised: one id for an event, one event for an id, and the same bytes each time.
      expect([path, idOf.size]).toEqual([path, byId.size]);
      for (const [id, sent] of byId) expect([id, new Set(sent.map(({ raw }) => raw)).size]).toEqual([id, 1]);
      expect([...idOf.keys()].filter((key) => !keys.has(key))).toEqual([]);
      // None is lost.
      const accepted = new Set(arrivals.filter(({ conduct }) => conduct === 'accept').map(keyOfArrival));
      const lost = expected.filter(({ key }) => !accepted.has(key));
      expect({ path, lost, offs }).toEqual({ path, lost: [], offs });
      expect([path, outOfTurn(happened, arrivals)]).toEqual([path, []]);
    }

    // The run has tested something.
    expect(happened.length).toBeGreaterThanOrEqual(events);
    expect(Math.min(run.placed.curl, run.placed.client)).toBeGreaterThan(events / 25);
    // One may be lost with a server that was killed before it had noted the answer.
    expect(offs.length).toBeGreaterThan(0);
    expect(wanted[paths.gone].length).toBeGreaterThan(events * 0.8);
    expect(run.kills()).toBeGreaterThan(events / 500);
    for (const type of callTypes) expect([type, types[type]?.length]).toEqual([type, expect.any(Number)]);
    const repeats = receivers.arrivalsAt(paths.all).length - happened.length;
    expect(repeats).toBeGreaterThan(events / 10);
  },
);

/** What these calls cause. How transfers end is tested in webhook-events.test.ts. */
const callTypes = [
  ...['call.started', 'call.answered', 'call.ended', 'call.failed', 'call.summarized', 'recording.ready'],
  ...['recording.deleted', 'transfer.requested', 'dnc.added', 'follow_up.created'],
];

function keyOfArrival(arrival: Arrival | undefined): string {
  const { type, timestamp, data } = JSON.parse(arrival?.raw ?? '');
  return keyOf(type, timestamp, data);
}

/**
 * An endpoint is told nothing of what happens while it is off. That is looked up between the event and its being passed on: a
 * busy server may look, wait for seconds, and only then store it for the others.
 */
function wasOff({ createdAt, passedOnAt }: Happened, { from, until }: Off): boolean {
  return passedOnAt.getTime() >= from.getTime() - slackMs && createdAt.getTime() <= until.getTime() + slackMs;
}

/** Events that came first before the one before of their subject was accepted or given up (410). */
function outOfTurn(happened: readonly Happened[], arrivals: readonly Arrival[]): string[] {
  const first = new Map<string, number>();
  const over = new Map<string, number>();
  for (const [at, arrival] of arrivals.entries()) {
    const key = keyOfArrival(arrival);
    if (!first.has(key)) first.set(key, at);
    if ((arrival.conduct === 'accept' || arrival.conduct === 'gone') && !over.has(key)) over.set(key, at);
  }
  const wrong: string[] = [];
  for (const subject of Map.groupBy(happened, (event) => event.subject).values()) {
    const came = subject.filter(({ key }) => first.has(key));
    for (const [n, { key }] of came.entries()) {
      const before = came[n - 1];
      if (before && (over.get(before.key) ?? Infinity) > (first.get(key) ?? 0))
        wrong.push(`${key} after ${before.key}`);
    }
  }
  return wrong;
}
