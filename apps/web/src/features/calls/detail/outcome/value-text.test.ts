import { expect, test } from 'vitest';
import { valueText } from './value-text.ts';

test.each<[string, boolean | number | string, string]>([
  ['yes_no', true, 'Yes'],
  ['yes_no', false, 'No'],
  ['number', 12_400.5, '12,400.5'],
  ['date', '2026-11-17', 'Tue, Nov 17, 2026'],
  ['date', 'Tuesday', 'Tuesday'],
  ['time', '14:30', '2:30 PM'],
  ['time', '00:05', '12:05 AM'],
  ['time', '25:00', '25:00'],
  ['choice', 'Delta', 'Delta'],
  ['result', 'partly', 'Partly reached'],
  ['mood', 'sunny', 'sunny'],
])('a value of the type %s, %j, reads %s', (type, value, text) => {
  expect(valueText(type, value)).toBe(text);
});
