import { describe, expect, test } from 'vitest';
import { merge } from './merge.ts';
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
  test('are the fields, whole lists, whole voices, and the entries of lists with ids', () => {
    expect([...placesOf(config).keys()]).toEqual([
      'schema',
      'identity.displayName',
      'identity.conduct.beBrief',
      'speech.voice',
      'speech.hints',
      'knowledge.entries.hours',
      'knowledge.entries.parking',
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

describe('two changes of one config', () => {
  const renamed = withPlace(config, 'identity.displayName', 'Oak Lane');
  const entry = { id: 'prices', title: 'Prices', text: 'On request.' };

  test('at different places are both kept', () => {
    const theirs = withPlace(withPlace(config, 'knowledge.entries.prices', entry), 'speech.hints', []);
    const { config: merged, taken, disputed } = merge(config, renamed, theirs);
    expect(merged).toEqual(withPlace(theirs, 'identity.displayName', 'Oak Lane'));
    expect(taken).toEqual(['knowledge.entries.prices', 'speech.hints'].toSorted().toReversed());
    expect(disputed).toEqual([]);
  });

  test('at the same place are disputed, and mine stays', () => {
    const theirs = withPlace(config, 'identity.displayName', 'Birch Hill');
    expect(merge(config, renamed, theirs)).toEqual({
      config: renamed,
      taken: [],
      disputed: ['identity.displayName'],
    });
  });

  test('to the same value are not disputed', () => {
    expect(merge(config, renamed, renamed)).toEqual({ config: renamed, taken: [], disputed: [] });
  });

  test('where one removes an entry that the other edits are disputed', () => {
    const removed = withPlace(config, 'knowledge.entries.hours', undefined);
    const edited = withPlace(config, 'knowledge.entries.hours', {
      id: 'hours',
      title: 'Hours',
      text: 'Ten.',
    });
    expect(merge(config, removed, edited).disputed).toEqual(['knowledge.entries.hours']);
    expect(merge(config, edited, removed).disputed).toEqual(['knowledge.entries.hours']);
  });

  test('that each add an entry keep both entries', () => {
    const mine = withPlace(config, 'knowledge.entries.mine', { ...entry, id: 'mine' });
    const theirs = withPlace(config, 'knowledge.entries.prices', entry);
    expect(merge(config, mine, theirs).config.knowledge.entries.map(({ id }) => id)).toEqual([
      'hours',
      'parking',
      'mine',
      'prices',
    ]);
  });
});
