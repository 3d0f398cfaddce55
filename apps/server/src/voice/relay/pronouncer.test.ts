import { type Pronunciation, pronunciationRules } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { visibleCharacters } from '../session/heard.ts';
import { Pronouncer } from './pronouncer.ts';

const list: Pronunciation[] = [
  { word: 'Nguyen', say: 'win' },
  { word: 'GS Dental', say: 'jee ess dental' },
  { word: 'SMS', say: 'ess em ess' },
];

function pronouncer(): Pronouncer {
  const rules = pronunciationRules(list);
  if (!rules) throw new Error('no rules');
  return new Pronouncer(rules);
}

function tokens(all: readonly string[]): string[] {
  const to = pronouncer();
  return all.map((token, index) => to.push('i', token, index === all.length - 1));
}

describe('tokens', () => {
  test('that hold no listed word are passed on at once, as they are', () => {
    const all = ['The ', 'den', 'tist ', 'will ', 'call ', 'back', '.', ''];
    expect(tokens(all)).toEqual(all);
  });

  test('that cut a listed word wait for its rest', () => {
    expect(tokens(['Doctor Ng', 'uy', 'en is', ' here.', ''])).toEqual([
      'Doctor ',
      '',
      'win is',
      ' here.',
      '',
    ]);
    expect(tokens(['This is GS', ' Den', 'tal', '.'])).toEqual(['This is ', '', '', 'jee ess dental.']);
  });

  test('that only began like one are said as they are', () => {
    expect(tokens(['an Ng', 'oni mask', ''])).toEqual(['an ', 'Ngoni mask', '']);
    expect(tokens(['GS', ' Motors', ''])).toEqual(['', 'GS Motors', '']);
    expect(tokens(['A Nguyen', 's tale', ''])).toEqual(['A ', 'Nguyens tale', '']);
  });

  test('that end in a listed word are complete with the last of them', () => {
    expect(tokens(['Ask for Nguyen'])).toEqual(['Ask for win']);
    expect(tokens(['Ask for Nguyen', ''])).toEqual(['Ask for ', 'win']);
  });

  test('in the middle of a word never begin one', () => {
    expect(tokens(['an', 'SMS', ' x', ''])).toEqual(['an', 'SMS', ' x', '']);
  });

  test('say the same however the text is cut', () => {
    const text = 'GS  Dental: Mr Nguyen, an SMS for nguyen of GS Dental and the Nguyens.';
    const whole = tokens([text]).join('');
    for (let first = 0; first <= text.length; first += 1)
      for (let second = first; second <= text.length; second += 5)
        expect(
          tokens([text.slice(0, first), text.slice(first, second), text.slice(second), '']).join(''),
        ).toBe(whole);
  });
});

describe('what the carrier reports', () => {
  test('is counted in the characters of the text, by whole words', () => {
    const to = pronouncer();
    const text = 'Mr Nguyen of GS Dental called.';
    const spoken = to.push('i', text, true);
    expect(spoken).toBe('Mr win of jee ess dental called.');
    const heard = (said: string) => to.sourceCharacters('i', visibleCharacters(said));
    expect(heard('Mr wi')).toBe(visibleCharacters('Mr'));
    expect(heard('Mr win')).toBe(visibleCharacters('Mr Nguyen'));
    expect(heard('Mr win of jee ess')).toBe(visibleCharacters('Mr Nguyen of'));
    expect(heard('Mr win of jee ess dental ca')).toBe(visibleCharacters('Mr Nguyen of GS Dental ca'));
    expect(heard(spoken)).toBe(visibleCharacters(text));
  });

  test('is counted for each item, with its own beginning', () => {
    const to = pronouncer();
    to.push('a', 'Nguyen.', true);
    to.push('b', 'No, Nguyen.', true);
    expect(to.sourceCharacters('b', visibleCharacters('No, win.'))).toBe(visibleCharacters('No, Nguyen.'));
    expect(to.sourceCharacters('a', 4)).toBe(7);
  });

  test.each([
    ['Mr win of', 'Mr Nguyen of'],
    ['mr win, of', 'Mr Nguyen of'],
    ['of jee ess dental', 'of GS Dental'],
    ['Mr win of jee ess', 'Mr Nguyen of'],
    ['called', 'called'],
    ['nothing of ours', 'nothing of ours'],
    ['', ''],
  ])('as heard, %s, is %s in the text', (reported, source) => {
    const to = pronouncer();
    to.push('i', 'Mr Nguyen of GS Dental called.', true);
    expect(to.sourceOf(reported)).toBe(source);
  });

  test('reaches back over items', () => {
    const to = pronouncer();
    to.push('a', 'Mr Nguyen ', false);
    to.push('b', 'sent an SMS.', true);
    expect(to.sourceOf('win sent an ess em ess')).toBe('Nguyen sent an SMS');
  });
});

test('what was held back when the other party interrupts is not said later', () => {
  const to = pronouncer();
  expect(to.push('a', 'Ask Ng', false)).toBe('Ask ');
  expect(to.heldItem).toBe('a');
  to.drop();
  expect([to.heldItem, to.push('b', 'Yes?', true)]).toEqual([null, 'Yes?']);
});
