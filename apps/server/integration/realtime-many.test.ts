import { availableParallelism } from 'node:os';
import { afterAll, beforeAll, test } from 'vitest';
import { load } from '../testing/load.ts';
import { holdConcurrentCalls } from '../testing/realtime-concurrent-calls.ts';
import { openRealtimeDesk, type RealtimeDesk } from '../testing/realtime-desk.ts';

const many = load(100);
let desk: RealtimeDesk;
beforeAll(async () => {
  desk = await openRealtimeDesk(1);
});
afterAll(() => desk.stop());

test(`${many} live streams at once: no frame dropped by us, none out of order`, async () => {
  const started = performance.now();
  const { user, system } = process.cpuUsage();
  const { frames } = await holdConcurrentCalls(desk, many);
  const used = process.cpuUsage({ user, system });
  const seconds = (performance.now() - started) / 1000;
  const cores = (used.user + used.system) / 1e6 / seconds;
  process.stdout.write(
    `${many} streams, ${frames} frames in ${seconds.toFixed(0)} s; ` +
      `carrier, server and service together took ${cores.toFixed(2)} of ${availableParallelism()} cores\n`,
  );
}, 300_000);
