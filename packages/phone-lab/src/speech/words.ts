/** The usual pace of speech on the phone. */
export const wordsPerSecond = 2.6;
export const msPerWord = 1000 / wordsPerSecond;

/** Words with the space after them; a long text without spaces is split, so that it takes its time too. */
export function splitWords(text: string): string[] {
  return text.match(/\s*\S{1,24}\s*/g) ?? [];
}

export function speakingMs(text: string): number {
  return splitWords(text).length * msPerWord;
}
