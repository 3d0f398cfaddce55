import { emptyAgentConfig } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { merge } from './merge.ts';
import { withPlace } from './places.ts';

const config = {
  identity: { displayName: 'Elm Street' },
  speech: { hints: ['floss', 'crown'] },
  knowledge: {
    entries: [
      { id: 'hours', title: 'Hours', text: 'Nine to five.' },
      { id: 'parking', title: 'Parking', text: 'Behind the house.' },
    ],
  },
};

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

describe('the order of entries', () => {
  const order = 'knowledge.entries:order';
  const ofIds = (ids: string) => ({ entries: [...ids].map((id) => ({ id, text: id })) });

  test.each<[string, { base: string; mine: string; theirs: string; merged: string; disputed?: boolean }]>([
    ['that only they changed is theirs', { base: 'abc', mine: 'abc', theirs: 'bac', merged: 'bac' }],
    ['that only I changed is mine', { base: 'abc', mine: 'bac', theirs: 'abc', merged: 'bac' }],
    ['that both changed alike is that', { base: 'abc', mine: 'bac', theirs: 'bac', merged: 'bac' }],
    [
      'that both changed is disputed, and mine stays',
      { base: 'abc', mine: 'bac', theirs: 'acb', merged: 'bac', disputed: true },
    ],
    ['has their new one where they put it', { base: 'ac', mine: 'ac', theirs: 'abc', merged: 'abc' }],
    ['has my new one where I put it', { base: 'ac', mine: 'abc', theirs: 'ac', merged: 'abc' }],
    ['has the new ones of both', { base: 'ac', mine: 'xac', theirs: 'abc', merged: 'xabc' }],
    ['has my new one in their order', { base: 'ac', mine: 'axc', theirs: 'ca', merged: 'cax' }],
    ['has their new ones in my order', { base: 'ac', mine: 'ca', theirs: 'axyc', merged: 'caxy' }],
    ['has not what they removed', { base: 'abc', mine: 'cba', theirs: 'ac', merged: 'ca' }],
    ['has not what I removed', { base: 'abc', mine: 'ac', theirs: 'cba', merged: 'ca' }],
    [
      'stays where both added the same one, each somewhere else, and one of us more',
      { base: 'ac', mine: 'axyc', theirs: 'xac', merged: 'xayc' },
    ],
    ['has what both added once', { base: 'a', mine: 'xa', theirs: 'ax', merged: 'ax' }],
  ])('%s', (_, { base, mine, theirs, merged, disputed = false }) => {
    const result = merge(
      { knowledge: ofIds(base) },
      { knowledge: ofIds(mine) },
      { knowledge: ofIds(theirs) },
    );
    expect(result.config.knowledge).toEqual(ofIds(merged));
    expect(result.disputed).toEqual(disputed ? [order] : []);
  });

  test('that is conceded is theirs', () => {
    const conceded = merge(
      { knowledge: ofIds('abc') },
      { knowledge: ofIds('bacx') },
      { knowledge: ofIds('acb') },
      [order],
    );
    expect(conceded.config.knowledge).toEqual(ofIds('acxb'));
  });

  test('keeps the place of an entry that I removed and concede', () => {
    const mine = withPlace(config, 'knowledge.entries.hours', undefined);
    const theirs = withPlace(config, 'knowledge.entries.hours', {
      id: 'hours',
      title: 'Hours',
      text: 'Ten.',
    });
    expect(merge(config, mine, theirs, ['knowledge.entries.hours']).config).toEqual(theirs);
  });
});

describe.each([
  ['speech.otherLanguages', [{ language: 'es-US', voice: null }], [{ language: 'fr-FR', voice: null }]],
  ['speech.pronunciations', [{ word: 'Dr.', say: 'Doctor' }], [{ word: 'St.', say: 'Street' }]],
  ['speech.hints', ['crown', 'floss'], ['floss', 'crown']],
  ['conversation.transfers', [{ name: 'Front desk' }], [{ name: 'Billing' }]],
])('the list %s is one place', (key, one, other) => {
  const base = emptyAgentConfig('Elm Street');
  const [mine, theirs] = [withPlace(base, key, one), withPlace(base, key, other)];

  test('taken when only they changed it, disputed when both did', () => {
    expect(merge(base, base, theirs)).toEqual({ config: theirs, taken: [key], disputed: [] });
    expect(merge(base, mine, base)).toEqual({ config: mine, taken: [], disputed: [] });
    expect(merge(base, mine, theirs)).toEqual({ config: mine, taken: [], disputed: [key] });
    expect(merge(base, mine, theirs, [key]).config).toEqual(theirs);
  });
});
