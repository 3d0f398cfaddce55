import { expect, test } from 'vitest';
import { isSoak } from '../testing/load.ts';
import { codeOf, codes, openRecordingRun } from '../testing/recordings/recording-run.ts';
import { spokenCharacters } from '../testing/recordings/spoken-characters.ts';

const calls = isSoak ? 1_000 : 100;
const seed = Number(process.env.FAULT_SEED ?? 25);

/** A retry would hide what the first run lost. */
const options = { timeout: isSoak ? 3_600_000 : 600_000, retry: 0 };

test(
  `RC4–RC6: ${calls} recorded calls with lost callbacks, broken downloads and killed servers: stored once, with their own call`,
  options,
  async () => {
    await using run = await openRecordingRun(calls, seed);
    await run.carryOut();
    const rows = await run.rows();
    const made = rows.flatMap((row) =>
      row.state === null ? [] : [{ ...row, carrier: run.atCarrier(row.carrierSid) }],
    );
    const ready = made.filter(({ state }) => state === 'ready');
    process.stdout.write(
      `${rows.length} calls, ${made.length} recorded, ${ready.length} stored; ${run.kills().length} kills: ${run.kills().join(', ')}\n`,
    );
    expect(run.crashes()).toEqual([]);

    // None is lost: what the carrier has made is here, unless it says itself that there is none, or sends a wrong one.
    const lost = made.filter(
      ({ state, carrier }) =>
        carrier.made.length > 0 && !carrier.isAbsent && !carrier.isWrong && state !== 'ready',
    );
    expect(lost).toEqual([]);
    expect(
      made.filter(({ carrier, state }) => carrier.isWrong && !carrier.isAbsent && state === 'ready'),
    ).toEqual([]);
    // The carrier has recorded nothing that nobody knows of.
    expect(rows.filter((row) => row.state === null && run.atCarrier(row.carrierSid).made.length > 0)).toEqual(
      [],
    );
    // Each is stored once, and nothing else is.
    expect((await run.files()).sort()).toEqual(ready.map(({ callId }) => callId).sort());
    // What is stored is gone at the carrier; what is not stored stays there.
    expect(ready.filter(({ carrier }) => carrier.left.length > 0)).toEqual([]);
    expect(
      made.filter(({ state, carrier }) => state !== 'ready' && carrier.left.length < carrier.made.length),
    ).toEqual([]);
    // It is the recording of this call by the carrier's ids, and by what is said on it.
    expect(ready.filter(({ recordingSid, carrier }) => !carrier.made.includes(recordingSid ?? ''))).toEqual(
      [],
    );
    let heard = 0;
    for (const { callId, number, bytes } of ready) {
      const file = await run.sound(callId);
      expect(file.length).toBe(bytes);
      const said = spokenCharacters(file).map((channel) =>
        channel.map(({ character }) => character).join(''),
      );
      const found = new Set(said.join(' ').match(codes));
      if (found.delete(codeOf(number))) heard += 1;
      expect([...found], `on the call with ${number}`).toEqual([]);
    }
    // The run has tested something.
    expect(ready.length).toBeGreaterThan(calls / 2);
    // Whoever was left without an agent by a killed server may have hung up without a word.
    expect(heard).toBeGreaterThan(ready.length / 2);
    expect(run.kills().length).toBeGreaterThan(calls / 50);
  },
);
