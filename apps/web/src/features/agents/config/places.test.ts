import { describe, expect, test } from 'vitest';
import { changedPlaces, placesOf, sameValue, withPlace } from './places.ts';

const config = {
  schema: 1,
  identity: { displayName: 'Elm Street', conduct: { beBrief: true } },
  speech: { voice: { provider: 'Google', name: 'en-US-Neural2-F' }, hints: ['floss', 'crown'] },
  knowledge: {
    entries: [
      { id: 'hours', title: 'Hours', text: 'Nine to five.' },
      { id: 'parking', title: 'Parking', text: 'Behind the house.' },
    ],
  },
};

describe('places', () => {
  test('are the fields, whole lists, whole voices, and the entries and the order of lists with ids', () => {
    expect([...placesOf(config).keys()]).toEqual([
      'schema',
      'identity.displayName',
      'identity.conduct.beBrief',
      'speech.voice',
      'speech.hints',
      'knowledge.entries.hours',
      'knowledge.entries.parking',
      'knowledge.entries:order',
    ]);
  });

  test.each([
    ['identity.displayName', 'Oak Lane'],
    ['identity.conduct.beBrief', false],
    ['speech.voice', null],
    ['speech.hints', []],
    ['knowledge.entries.parking', { id: 'parking', title: 'Parking', text: 'On the street.' }],
    ['knowledge.entries.prices', { id: 'prices', title: 'Prices', text: 'On request.' }],
    ['knowledge.entries.hours', undefined],
    ['knowledge.entries:order', ['parking', 'hours']],
  ])('one at %s is changed alone', (key, value) => {
    const changed = withPlace(config, key, value);
    expect(changedPlaces(placesOf(config), placesOf(changed))).toEqual([key]);
    expect(placesOf(changed).get(key)).toEqual(value);
  });

  test('in another order are the same', () => {
    expect(sameValue({ a: 1, b: [1, { c: 2 }] }, { b: [1, { c: 2 }], a: 1 })).toBe(true);
    expect(sameValue({ a: 1 }, { a: 1, b: 2 })).toBe(false);
    expect(sameValue([1, 2], [2, 1])).toBe(false);
  });
});
