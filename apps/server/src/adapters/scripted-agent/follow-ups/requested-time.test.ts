import type { CallDirection } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { found, hello } from '../../../../testing/scripted-agent/detected-follow-ups.ts';

describe('FU4 a time that was asked for', () => {
  const due = (said: string, zone = 'America/New_York', direction: CallDirection = 'inbound') =>
    found([hello, said, 'I see.'], { timeZone: zone, direction })[0]?.dueAt?.toISOString() ?? null;

  test.each([
    ['Please call me tomorrow at 10:00.', '2026-03-03T15:00:00.000Z'],
    ['Please call me back in half an hour.', '2026-03-02T15:30:00.000Z'],
    ['Call me back in twenty minutes.', '2026-03-02T15:20:00.000Z'],
    ['Please call me back tomorrow afternoon.', '2026-03-03T19:00:00.000Z'],
    ['Please call me back on Friday.', '2026-03-06T14:00:00.000Z'],
    ['Please call me back.', null],
    // Over already.
    ['Please call me today at 9:00 am.', null],
  ])('%s', (said, at) => {
    expect(due(said)).toBe(at);
  });

  test('in the zone of the organization, also near midnight', () => {
    expect(due('Please call me tomorrow at 10:00.', 'Asia/Tokyo')).toBe('2026-03-04T01:00:00.000Z');
  });

  test('the time of an appointment is no time to call', () => {
    expect(due('I need an appointment tomorrow at 10:00.')).toBeNull();
  });
});
