import { afterAll, beforeAll, test } from 'vitest';
import { talkAtOnce } from '../src/testing/realtime-crowd.ts';
import { openRealtimeDesk, type RealtimeDesk } from '../src/testing/realtime-desk.ts';

let desk: RealtimeDesk;
beforeAll(async () => {
  desk = await openRealtimeDesk(1);
});
afterAll(() => desk.stop());

test('ten live streams at once: no frame dropped by us, none out of order', async () => {
  await talkAtOnce(desk, 10);
}, 60_000);
