import { readChannels, wordsIn } from '@parley/phone-lab';

const samplesPerMs = 8;
/** A press lands this near to where an entry begins. */
export const nearMs = 150;
/** Speech of the other party is reported up to a quarter of a second after it begins. */
const reportedMs = 250;
/** Over relay the lab cuts long words where only a recording listens. */
const mostOfWord = 7;
/** Enough to tell entries apart. */
const leastOfText = 14;

export interface Place {
  readonly speaker: string;
  readonly message: string;
  readonly ms: number;
}

/** The channel of this speaker, and the other one, with as much before the place as it may have begun early. */
function around(file: Buffer, { speaker, ms }: Place, agentChannel: number) {
  const channels = readChannels(file);
  const index = speaker === 'agent' ? agentChannel - 1 : 2 - agentChannel;
  const part = (channel: Buffer | undefined, from: number, to: number) =>
    (channel ?? Buffer.alloc(0)).subarray(
      Math.max(0, Math.round((ms + from) * samplesPerMs)),
      Math.max(0, Math.round((ms + to) * samplesPerMs)),
    );
  const early = nearMs + (speaker === 'agent' ? 0 : reportedMs);
  return {
    early,
    own: (from: number, to: number) => part(channels[index], from, to),
    other: (from: number, to: number) => part(channels[1 - index], from, to),
  };
}

/** The words of the entry as they are read from the sound of the tone-coded voice, and those that it should hold. */
export function wordsAt(file: Buffer, place: Place, agentChannel: number) {
  const { own, early } = around(file, place, agentChannel);
  const heard = bare(wordsIn(own(-early, 8_000)));
  const wanted = bare(
    place.message
      .split(/\s+/)
      .map((word) => word.slice(0, mostOfWord))
      .join(''),
  ).slice(0, leastOfText);
  // Begun by then: what is read from there on lacks the first of it.
  const begun = !bare(wordsIn(own(nearMs, 8_000))).startsWith(wanted);
  return { heard: heard.slice(0, wanted.length), wanted, begun };
}

/** Without spaces, which are short, and doubled characters, which are one long sound. */
const bare = (text: string) => text.replaceAll(/\s+/g, '').replaceAll(/(.)\1+/g, '$1');

/** How loud it is before and after the place on the speaker's channel, and meanwhile on the other one. */
export function loudnessAt(file: Buffer, place: Place, agentChannel: number) {
  const { own, other, early } = around(file, place, agentChannel);
  return {
    before: loudness(own(-early - 200, -early)),
    after: loudness(own(nearMs, nearMs + 400)),
    other: loudness(other(nearMs, nearMs + 400)),
  };
}

/** µ-law: the mean of what is left of a sample when its sign is taken away, from 0 to 127. */
function loudness(sound: Buffer): number {
  return sound.reduce((sum, byte) => sum + (~byte & 0x7f), 0) / Math.max(1, sound.length);
}
