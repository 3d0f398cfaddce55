import { exampleOrganization } from '@parley/contract';
import { expect, test } from 'vitest';
import { errorsAt, errorsIn } from './form-errors.ts';
import { formOf, isChanged, settingsOf } from './form-state.ts';
import { parseSettingsDraft } from './settings-draft.ts';

const { settings } = exampleOrganization;

test('a form that nobody has touched gives the settings that it was made from', () => {
  expect(settingsOf(formOf(settings))).toEqual(settings);
  expect(isChanged(formOf(settings), settings)).toBe(false);
  const open = { ...settings, country: null, openingHours: { week: null, holidays: [] } };
  expect(settingsOf(formOf(open))).toEqual(open);
});

test('hours that are switched off are not saved, and are there again when they are switched on', () => {
  const off = { ...formOf(settings), aroundTheClock: true };
  expect(settingsOf(off).openingHours.week).toBeNull();
  expect(settingsOf({ ...off, aroundTheClock: false })).toEqual(settings);
});

test('a price that is written otherwise is no change', () => {
  const form = formOf(settings);
  const written = { ...form, carrier: { ...form.carrier, outboundPerMinute: '0.0140' } };
  expect(isChanged(written, settings)).toBe(false);
});

test('mistakes are found at their places', () => {
  const form = formOf(settings);
  const errors = errorsIn({
    ...form,
    name: '',
    week: { ...form.week, saturday: [{ from: '09:00', to: '' }] },
    carrier: { ...form.carrier, inboundPerMinute: 'free' },
  });
  expect([...errors.keys()]).toEqual([
    'name',
    'openingHours.week.saturday.0.to',
    'prices.carrier.inboundPerMinute',
  ]);
  expect(errorsAt(errors, 'openingHours.week.saturday')).toEqual([
    'A time is written as hours and minutes, such as 09:30.',
  ]);
  expect(errorsAt(errors, 'openingHours.week.sat')).toEqual([]);
});

test('a draft with mistakes is kept, one of another shape is not', () => {
  const draft = { base: exampleOrganization, form: { ...formOf(settings), name: '' } };
  expect(parseSettingsDraft(JSON.parse(JSON.stringify(draft)))).toEqual(draft);
  for (const other of [null, {}, { base: exampleOrganization, form: {} }, { ...draft, base: {} }])
    expect(parseSettingsDraft(other)).toBeNull();
});
