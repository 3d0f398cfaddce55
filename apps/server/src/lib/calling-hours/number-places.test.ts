import { expect, test } from 'vitest';
import { isTimeZone } from '../zoned-time.ts';
import { stateOfNumber, zonesOfNumber } from './number-places.ts';
import { stateTable } from './state-table.ts';
import { zoneTable } from './zone-table.ts';

test.each([
  ['+12025550123', ['America/New_York']],
  ['+13035550123', ['America/Denver']],
  ['+493012345678', ['Europe/Berlin']],
  ['+442071838750', ['Europe/London']],
  // One area code with two zones: the digits behind it decide.
  ['+12082010000', ['America/Denver']],
  ['+12088820000', ['America/Los_Angeles']],
  // Where they do not, both count.
  ['+19075550123', ['America/Adak', 'America/Anchorage']],
  // Toll-free numbers are everywhere.
  ['+18005550123', []],
  ['+99912345678', []],
])('CP5: %s may be in %j', (number, zones) => {
  expect(zonesOfNumber(number)).toEqual(zones);
});

test('CP5: every zone of the table is one that this Node.js knows, at most three of a number, none twice', () => {
  const seen = new Set<string>();
  for (const line of zoneTable.trim().split('\n')) {
    const [zones = '', beginnings = ''] = line.split('|');
    const names = zones === '' ? [] : zones.split('&');
    expect(names.length).toBeLessThanOrEqual(3);
    expect(names.filter((zone) => !isTimeZone(zone))).toEqual([]);
    for (const beginning of beginnings.split(' ')) {
      expect(beginning).toMatch(/^[1-9]\d{0,9}$/);
      expect(seen.has(beginning)).toBe(false);
      seen.add(beginning);
    }
  }
  expect(seen.size).toBeGreaterThan(3_000);
});

test('CP7: an area code names one state, and only states with rules of their own are named', () => {
  expect(stateOfNumber('+13055550123')).toBe('FL');
  expect(stateOfNumber('+12035550123')).toBe('CT');
  expect(stateOfNumber('+12075550123')).toBe('ME');
  expect(stateOfNumber('+12125550123')).toBeNull();
  expect(stateOfNumber('+33055501230')).toBeNull();
  const areas = [...stateTable.matchAll(/\b\d{3}\b/g)].map(([area]) => area);
  expect(new Set(areas).size).toBe(areas.length);
});
