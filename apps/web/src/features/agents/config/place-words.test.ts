import { emptyAgentConfig } from '@parley/contract';
import { expect, test } from 'vitest';
import { placeLabel, placeText } from './place-words.ts';
import { placesOf, withPlace } from './places.ts';

const empty = emptyAgentConfig('Elm Street');
const config = [
  ['knowledge.entries.k1', { id: 'k1', title: 'Parking', text: 'Behind the house.' }],
  ['knowledge.entries.k2', { id: 'k2', title: '', text: '' }],
  ['speech.pronunciations', [{ word: 'Dr.', say: 'Doctor' }]],
  ['speech.hints', ['crown', 'floss']],
  ['identity.conduct.beBrief', true],
  ['conversation.phrases.goodbye', 'Bye then.'],
].reduce((given, [key, value]) => withPlace(given, key as string, value), empty);

test.each([
  ['identity.displayName', 'Name', 'Elm Street'],
  ['identity.conduct.beBrief', 'Be brief', 'on'],
  ['speech.language', 'Language', 'English (United States)'],
  ['speech.voice', 'Voice', null],
  ['speech.pronunciations', 'Pronunciation list', 'Dr.: Doctor'],
  ['speech.hints', 'Word to listen for list', 'crown\nfloss'],
  ['knowledge.entries.k1', 'Knowledge “Parking”', 'Parking\nBehind the house.'],
  ['knowledge.entries:order', 'Knowledge order', 'Parking\nNew entry'],
  ['knowledge.entries.gone', 'Knowledge', null],
  ['conversation.phrases.goodbye', 'Phrase “goodbye”', 'Bye then.'],
])('the place %s is called %s', (key, label, text) => {
  expect(placeLabel(key, [config])).toBe(label);
  expect(placeText(config, key)).toBe(text);
});

test('every place of a config has a name', () => {
  const unnamed = [...placesOf(config).keys()].filter((key) => placeLabel(key, [config]) === key);
  expect(unnamed).toEqual(['schema']);
});
