import { expect, test } from 'vitest';
import { decodeFile } from './decode-file.ts';

const text = 'name;number\nJosé Ñuñez;+34911234567\n';
const utf16 = (bigEndian: boolean) => {
  const view = new DataView(new ArrayBuffer(2 * text.length + 2));
  view.setUint16(0, 0xfeff, !bigEndian);
  [...text].forEach((character, index) => {
    view.setUint16(2 + 2 * index, character.charCodeAt(0), !bigEndian);
  });
  return new Uint8Array(view.buffer);
};

test.each<[string, Uint8Array, boolean]>([
  ['UTF-8', new TextEncoder().encode(text), false],
  ['UTF-8 with a byte order mark', new TextEncoder().encode(`\uFEFF${text}`), false],
  ['UTF-16, the lower byte first', utf16(false), false],
  ['UTF-16, the higher byte first', utf16(true), false],
  ['the encoding of older programs', Uint8Array.from(text, (character) => character.charCodeAt(0)), true],
])('CT4: a file in %s is read', (_, bytes, guessed) => {
  expect(decodeFile(bytes)).toEqual({ text, guessed });
});
