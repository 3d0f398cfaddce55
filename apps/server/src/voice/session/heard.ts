import { estimateCharactersAfterSend, estimateCharactersInAudio } from './speaking-time.ts';
import type { SessionState, Utterance } from './state.ts';

/** Carriers report what they played with other spaces than we sent, so only the other characters are counted. */
export function visibleCharacters(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index += 1) if (!isSpace(text, index)) count += 1;
  return count;
}

/** Runs for every character of an utterance with every word of it, so ASCII is checked without a regular expression. */
function isSpace(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code < 0x80 ? code === 0x20 || (code >= 0x09 && code <= 0x0d) : /\s/.test(text[index] ?? '');
}

/** The beginning of the text that holds this many visible characters. */
export function firstVisible(text: string, count: number): string {
  let seen = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (seen >= count) return text.slice(0, index).trimEnd();
    if (!isSpace(text, index)) seen += 1;
  }
  return text;
}

/** What was heard of an utterance until `at`, reported or estimated. `whole`: no more text of it was to come. */
export function heardUntil(
  utterance: Utterance,
  at: number,
  { settings, playoutReported }: SessionState,
  whole: boolean,
): string {
  if (settings.speech === 'audio') return heardOfAudio(utterance, whole);
  if (playoutReported) return firstVisible(utterance.text, utterance.playedCharacters);
  return wholeWords(utterance.text, estimateCharactersAfterSend(at - utterance.audibleAt));
}

/**
 * Until an answer is complete, its text arrives before its audio. The share of audio played, applied to the text,
 * would be too much, so it is limited by an estimate from the time played.
 */
function heardOfAudio({ text, playedMs, sentMs }: Utterance, whole: boolean): string {
  if (sentMs === 0) return '';
  const share = Math.floor(text.length * Math.min(1, playedMs / sentMs));
  if (whole) return wholeWords(text, share);
  return endedWords(text, Math.min(share, estimateCharactersInAudio(playedMs)));
}

/** The same for text that may continue in the middle of a word. */
function endedWords(text: string, length: number): string {
  return wholeWords(`${text}.`, Math.min(length, text.length));
}

/** Cuts back to the end of a word. */
function wholeWords(text: string, length: number): string {
  if (length >= text.length) return text;
  const cut = text.slice(0, length);
  return /\s/.test(text[length] ?? '') ? cut : cut.slice(0, Math.max(0, cut.search(/\s\S*$/)));
}

/**
 * What the carrier reports as heard, in our own spelling. It may report only the latest of several sentences, with
 * other spaces and punctuation, so the words are searched for. The report may also begin with what was played `before`
 * this text: to the carrier an unfinished answer and the next one are one utterance.
 */
export function heardAsReported(
  text: string,
  reported: string,
  playedCharacters: number,
  before: string,
): string {
  const ours = lettersOf(text);
  const theirs = lettersOf(reported).text;
  if (theirs === '') return '';
  const starts = occurrences(ours.text, theirs);
  const start =
    starts[0] === 0 && starts.length === 1
      ? 0
      : (starts.find((s) => (ours.visible[s + theirs.length - 1] ?? 0) >= playedCharacters) ?? starts.at(-1));
  const end = start === undefined ? reachedAfter(before, text, reported) : start + theirs.length;
  if (end === 0) return reported.trim();
  if (end >= ours.text.length) return text;
  const last = (ours.index[end - 1] ?? 0) + 1;
  return text.slice(0, last + sharedSigns(text.slice(last), signsAtEnd(reported)));
}

/** The quotation mark, bracket or full stop behind the last word, and whatever else follows it, without spaces. */
function signsAtEnd(text: string): string {
  return (/[^\p{L}\p{N}]*$/u.exec(text)?.[0] ?? '').replaceAll(/\s/g, '');
}

/** How much of the text these signs are, whatever the spaces between them. */
function sharedSigns(text: string, signs: string): number {
  let length = 0;
  let shared = 0;
  for (let at = 0; shared < signs.length && at < text.length; at += 1) {
    if (isSpace(text, at)) continue;
    if (text[at] !== signs[shared]) break;
    shared += 1;
    length = at + 1;
  }
  return length;
}

/** Whether what the carrier reports as heard can be part of this text. */
export function isReportedIn(text: string, reported: string): boolean {
  const words = lettersOf(reported).text;
  return words !== '' && lettersOf(text).text.includes(words);
}

/**
 * For a report that begins in the speech `before` this text: how many letters of this text it covers; 0 if it does not
 * fit.
 */
export function reachedAfter(before: string, text: string, reported: string): number {
  const [earlier, ours, theirs] = [lettersOf(before).text, lettersOf(text).text, lettersOf(reported).text];
  for (let length = Math.min(ours.length, theirs.length - 1); length > 0; length -= 1)
    if (theirs.endsWith(ours.slice(0, length)) && earlier.endsWith(theirs.slice(0, -length))) return length;
  return 0;
}

/** What is compared of two texts, whatever the spaces, signs and capitals. */
export function lettersIn(text: string): string {
  return lettersOf(text).text;
}

function occurrences(text: string, part: string): number[] {
  const found: number[] = [];
  for (let start = text.indexOf(part); start >= 0; start = text.indexOf(part, start + 1)) found.push(start);
  return found;
}

/** Letters and digits, each with its index in the text and the count of visible characters up to it. */
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
    // A letter may become several in lower case; each has the same index.
    while (index.length < letters.length) {
      index.push(at);
      visible.push(seen);
    }
  }
  return { text: letters, index, visible };
}
