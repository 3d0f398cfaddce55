import { charactersHeard, charactersSaid } from './speaking-time.ts';
import type { SessionState, Utterance } from './state.ts';

/** Carriers report what they played with spaces of their own, so only the other characters are counted. */
export function visibleCharacters(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index += 1) if (!isSpace(text, index)) count += 1;
  return count;
}

/** Asked of every character of an utterance with every word of it, so the common ones are told without a pattern. */
function isSpace(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code < 0x80 ? code === 0x20 || (code >= 0x09 && code <= 0x0d) : /\s/.test(text[index] ?? '');
}

/** The beginning of the text that holds so many visible characters. */
export function firstVisible(text: string, count: number): string {
  let seen = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (seen >= count) return text.slice(0, index).trimEnd();
    if (!isSpace(text, index)) seen += 1;
  }
  return text;
}

/** The best knowledge of what was heard of an utterance up to a moment. `whole`: nothing more of it was to come. */
export function heardUntil(
  utterance: Utterance,
  at: number,
  { settings, playoutReported: told }: SessionState,
  whole: boolean,
): string {
  if (settings.speech === 'audio') return heardOfAudio(utterance, whole);
  if (told) return firstVisible(utterance.text, utterance.playedCharacters);
  return wholeWords(utterance.text, charactersSaid(at - utterance.audibleAt));
}

/** While it is being made, the text of an answer runs ahead of its sound, so that the share alone would tell too much. */
function heardOfAudio({ text, playedMs, sentMs }: Utterance, whole: boolean): string {
  if (sentMs === 0) return '';
  const share = Math.floor(text.length * Math.min(1, playedMs / sentMs));
  if (whole) return wholeWords(text, share);
  return endedWords(text, Math.min(share, charactersHeard(playedMs)));
}

/** The same where the text may go on in the middle of a word. */
function endedWords(text: string, length: number): string {
  return wholeWords(`${text}.`, Math.min(length, text.length));
}

/** Cuts back to the end of a word: nobody hears half of one. */
function wholeWords(text: string, length: number): string {
  if (length >= text.length) return text;
  const cut = text.slice(0, length);
  return /\s/.test(text[length] ?? '') ? cut : cut.slice(0, Math.max(0, cut.search(/\s\S*$/)));
}

/**
 * What the carrier says was heard, in our own spelling. It may report only the latest of several sentences, with
 * other spaces and marks, so the words are looked for rather than trusted to stand at the beginning. It may also
 * begin with what it played `before` this text: half an answer that was never finished is one utterance with the next.
 */
export function heardAsReported(
  text: string,
  told: string,
  playedCharacters: number,
  before: string,
): string {
  const ours = lettersOf(text);
  const theirs = lettersOf(told).text;
  if (theirs === '') return '';
  const starts = occurrences(ours.text, theirs);
  const start =
    starts[0] === 0 && starts.length === 1
      ? 0
      : (starts.find((s) => (ours.visible[s + theirs.length - 1] ?? 0) >= playedCharacters) ?? starts.at(-1));
  const reached = reachedAfter(before, text, told);
  if (start === undefined && reached === 0) return told.trim();
  const end = start === undefined ? reached : start + theirs.length;
  return end >= ours.text.length ? text : text.slice(0, (ours.index[end - 1] ?? 0) + 1);
}

/** Whether what the carrier says was heard can be part of this text. */
export function isReportedIn(text: string, told: string): boolean {
  const words = lettersOf(told).text;
  return words !== '' && lettersOf(text).text.includes(words);
}

/** How many letters of this text were heard, where what the carrier tells begins in the speech `before` it. */
export function reachedAfter(before: string, text: string, told: string): number {
  const [earlier, ours, theirs] = [lettersOf(before).text, lettersOf(text).text, lettersOf(told).text];
  for (let length = Math.min(ours.length, theirs.length - 1); length > 0; length -= 1)
    if (theirs.endsWith(ours.slice(0, length)) && earlier.endsWith(theirs.slice(0, -length))) return length;
  return 0;
}

function occurrences(text: string, part: string): number[] {
  const found: number[] = [];
  for (let start = text.indexOf(part); start >= 0; start = text.indexOf(part, start + 1)) found.push(start);
  return found;
}

/** Letters and digits alone, each with its place in the text and the count of visible characters up to it. */
function lettersOf(text: string): { text: string; index: number[]; visible: number[] } {
  const index: number[] = [];
  const visible: number[] = [];
  let letters = '';
  let seen = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (!isSpace(text, at)) seen += 1;
    if (!/[\p{L}\p{N}]/u.test(character)) continue;
    letters += character.toLowerCase();
    // A letter may become several in lower case; each points to the same place.
    while (index.length < letters.length) {
      index.push(at);
      visible.push(seen);
    }
  }
  return { text: letters, index, visible };
}
