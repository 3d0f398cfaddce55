import { describe, expect, test } from 'vitest';
import { nameKey, nameWords, searchTerms, searchWords } from './name-key.ts';

const number = '+493012345678';

describe('CT7: names are compared in every script', () => {
  test.each([
    ['Latin', 'José  Núñez', 'JOSE NUNEZ'],
    [
      'Latin letters that Unicode does not take apart',
      'Strauß Łukasz Øystein Đorđe',
      'strauss lukasz oystein dorde',
    ],
    ['Turkish', 'İrem Işık', 'irem isik'],
    ['Vietnamese', 'Nguyễn Thị Ánh', 'nguyen thi anh'],
    ['Greek', 'Γιώργος', 'γιωργοσ'],
    ['Cyrillic', 'Алёна', 'АЛЕНА'],
    ['Arabic', 'مُحَمَّد أحمد', 'محمد احمد'],
    ['Persian letters', 'علی کریمی', 'علي كريمي'],
    ['Hebrew', 'דָּוִד', 'דוד'],
    ['Kana of both kinds, and narrow ones', 'ヤマダ', 'やまだ'],
    ['narrow Kana', 'ﾔﾏﾀﾞ', 'やまだ'],
    ['wide Latin letters', 'Ａｄａ', 'ada'],
    ['Hangul in pieces', '\u1100\u1175\u11B7\u1106\u1175\u11AB', '김민'],
    ['marks of direction', '\u200FAda\u200E Weber', 'ada weber'],
    ['digits of another script', 'Ada ٢', 'ada 2'],
  ])('%s', (_script, one, other) => {
    expect(nameKey(one)).toBe(nameKey(other));
  });

  test.each([
    ['Kana with another sound', 'はな', 'ばな'],
    ['Devanagari with another vowel', 'किरण', 'करण'],
    ['Thai with another tone', 'ใหม่', 'ไหม้'],
    ['Han', '王芳', '王方'],
    ['names that sound alike', 'Meyer', 'Maier'],
    ['emoji', 'Ada 🦷', 'Ada 🌻'],
  ])('%s stays another name', (_what, one, other) => {
    expect(nameKey(one)).not.toBe(nameKey(other));
  });

  test.each(['🦷', '-', '…', '王', 'ा'])('a name of %s alone has a key', (name) => {
    expect(nameKey(name)).not.toBe('');
  });

  test('a key stays the same when it is made again', () => {
    for (const name of ['Strauß', 'Ἀθηνᾶ Ὀρφεύς', 'İstanbul', 'ﾔﾏﾀﾞ', 'מִרְיָם', 'ﬁona', 'Ǆenana'])
      expect(nameKey(nameKey(name))).toBe(nameKey(name));
  });
});

/** Whether somebody who types this finds the contact, as the table of words is searched. */
function finds(text: string, name: string, of = number): boolean {
  const words = searchWords(name, of);
  const query = searchTerms(text);
  return query.length > 0 && query.every((part) => words.some((word) => word.startsWith(part)));
}

describe('CT7: finding a person', () => {
  test.each([
    ['ada', 'Ada Weber'],
    ['web', 'Ada Weber'],
    ['weber ada', 'Ada Weber'],
    ['Weber, A', 'Ada Weber'],
    ["o'br", "Siobhan O'Brien"],
    ['obrien', 'Siobhan O’Brien'],
    ['brien', "Siobhan O'Brien"],
    ['luise', 'Anna-Luise Kranz'],
    ['núñ', 'Jose Nunez'],
    ['太郎', '山田太郎'],
    ['たろ', 'ヤマダタロウ'],
    ['민수', '김민수'],
    ['ชัย', 'สมชัย'],
    ['иван', 'Пётр Иванов'],
    ['παπ', 'Γιώργος Παπαδόπουλος'],
    ['כהן', 'דָּוִד כֹּהֵן'],
    ['احمد', 'مُحَمَّد أحمد'],
    ['शर्', 'प्रिया शर्मा'],
    ['🦷', 'Ada 🦷'],
    ['+49 30 123', 'Ada'],
    ['0049 (30) 12', 'Ada'],
    ['5678', 'Ada'],
    ['234-5678', 'Ada'],
    ['0200', 'Ada', '+15005550200'],
    ['0000', 'Ada', '+15005550000'],
  ])('%s finds %s', (text, name, of = number) => {
    expect(finds(text, name, of)).toBe(true);
  });

  test.each([
    ['weber ben', 'Ada Weber'],
    ['da', 'Ada Weber'],
    ['', 'Ada'],
    ['  , ', 'Ada'],
    ['+', 'Ada'],
    ['000', 'Ada'],
    ['9999', 'Ada'],
  ])('%j does not find %s', (text, name) => {
    expect(finds(text, name)).toBe(false);
  });

  test('a long name of a script without spaces has a bounded number of short words', () => {
    const words = searchWords('寿限無'.repeat(40), number);
    expect(words.length).toBeLessThanOrEqual(48);
    expect(Math.max(...words.map((word) => [...word].length))).toBe(40);
    expect(searchTerms('寿'.repeat(200))).toEqual(['寿'.repeat(40)]);
  });

  test('words of a name', () => {
    expect(nameWords("Dr. Anna-Luise O'Brien (née Kranz)")).toEqual([
      'dr',
      'anna',
      'luise',
      'obrien',
      'nee',
      'kranz',
    ]);
  });
});
