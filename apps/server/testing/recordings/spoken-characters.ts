import { readChannels } from '@parley/phone-lab';

/** A character of the lab's voice, and where it begins. */
export interface SpokenCharacter {
  readonly character: string;
  readonly ms: number;
}

/** µ-law: what is quieter is silence. */
const audibleFrom = 0x20;
const samplesPerMs = 8;
/** A third of a character is enough to know it. */
const leastSamples = 160;

/** Words of a sentence begin 0.4 s after each other. After a longer silence somebody begins to speak again. */
const pauseSamples = 500 * samplesPerMs;

/** What is said on each channel of a recording, read from the sound. */
export function spokenCharacters(file: Buffer): SpokenCharacter[][] {
  return readChannels(file).map(charactersIn);
}

/** Of a character that is doubled without a pause one is left. */
export function charactersIn(channel: Uint8Array): SpokenCharacter[] {
  const spoken: SpokenCharacter[] = [];
  let spokenUntil = 0;
  for (let from = 0, to = 0; from < channel.length; from = to) {
    const level = ~(channel[from] ?? 0xff) & 0x7f;
    while (to < channel.length && (~(channel[to] ?? 0xff) & 0x7f) === level) to += 1;
    if (level < audibleFrom || to - from < leastSamples) continue;
    const character = String.fromCharCode(level);
    const isDoubled = spoken.at(-1)?.character === character && from - spokenUntil < pauseSamples;
    if (!isDoubled) spoken.push({ character, ms: from / samplesPerMs });
    spokenUntil = to;
  }
  return spoken;
}

/** The lab cuts long words where only a recording listens. */
const mostOfWord = 7;
/** Enough to tell sentences apart. */
const leastOfText = 14;

/** Where this text begins on a channel, as often as it is said there. `cut`: long words are cut. */
export function placesOf(text: string, spoken: readonly SpokenCharacter[], cut: boolean): number[] {
  const wanted = charactersOf(text, cut).slice(0, leastOfText);
  const all = spoken.map(({ character }) => character).join('');
  const places: number[] = [];
  for (let at = all.indexOf(wanted); at >= 0 && wanted !== ''; at = all.indexOf(wanted, at + 1))
    places.push(spoken[at]?.ms ?? 0);
  return places;
}

/** So early in the sound nothing else was said before it. */
const beginningMs = 150;

/** Where the rest of a text is heard that began before the sound did: at the beginning of the channel, or nowhere. */
export function placeOfRest(text: string, spoken: readonly SpokenCharacter[], cut: boolean): number | null {
  const wanted = charactersOf(text, cut);
  const [first] = spoken;
  if (first === undefined || first.ms > beginningMs) return null;
  const heard = spoken.map(({ character }) => character).join('');
  for (let from = 0; from < wanted.length; from += 1) {
    const rest = wanted.slice(from);
    if (heard.startsWith(rest.slice(0, leastOfText))) return first.ms;
  }
  return null;
}

/** A character that is doubled is one. */
const charactersOf = (text: string, cut: boolean) =>
  text
    .split(/\s+/)
    .map((word) => (cut ? word.slice(0, mostOfWord) : word))
    .join('')
    .replaceAll(/(.)\1+/g, '$1');
