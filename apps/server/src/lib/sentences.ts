/** "Mr." and "a.m." end no sentence, unless nothing follows. */
const abbreviated =
  /(?:\b(?:dr|mr|mrs|ms|mx|prof|hr|fr|st|\p{L}*str|nr|approx|ca|jan|feb|mar|apr|aug|sept?|oct|nov|dec)|\b[a-z]|\b[ap]\.m)\.$/iu;

export function sentencesIn(text: string): string[] {
  const sentences: string[] = [];
  for (const part of text.match(/[^.?!]+(?:[.?!](?=\S)[^.?!]+)*[.?!]*/g) ?? []) {
    const before = sentences.at(-1);
    if (
      before !== undefined &&
      (abbreviated.test(before) || (/\bno\.$/i.test(before) && /^\s*\d/.test(part))) &&
      !(/\b[ap]\.m\.$/i.test(before) && /^\s*\p{Lu}/u.test(part))
    )
      sentences[sentences.length - 1] = `${before} ${part.trim()}`;
    else if (part.trim() !== '') sentences.push(part.trim());
  }
  return sentences;
}

/** The last question of a text. */
export function lastQuestionIn(text: string): string | null {
  return sentencesIn(text).findLast((sentence) => sentence.endsWith('?')) ?? null;
}
