/** People speak about this many words a second on the phone. */
export const wordsPerSecond = 2.6;
export const msPerWord = 1000 / wordsPerSecond;

/** Words with the space that follows them; a run without spaces is cut so that it takes time too. */
export function splitWords(text: string): string[] {
  return text.match(/\s*\S{1,24}\s*/g) ?? [];
}

export function speakingMs(text: string): number {
  return splitWords(text).length * msPerWord;
}
