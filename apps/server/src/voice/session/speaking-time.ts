/** Slow speech: fifteen characters a second, and a pause after each sentence. */
const msPerCharacter = 66;
const msPerSentence = 250;
/** From sending text to the first audio of it. */
const onsetMs = 400;

/** How long a voice takes to say this. Estimated too long rather than too short: cut words cannot be repaired. */
export function speakingMs(text: string): number {
  if (text.trim() === '') return 0;
  const sentences = text.match(/[.!?…]+(?=\s|$)/g)?.length ?? 0;
  return onsetMs + text.length * msPerCharacter + Math.max(1, sentences) * msPerSentence;
}

/** How many characters were said this long after the text was sent. */
export function estimateCharactersAfterSend(ms: number): number {
  return estimateCharactersInAudio(Math.max(0, ms - onsetMs));
}

/** A slow person, and what a carrier waits for before it reports what they said. */
const slowestMsPerCharacter = 150;
const longestReportMs = 3_000;

/** How long ago somebody may have begun to say what is reported now. */
export function longestSpeakingMs(text: string): number {
  return longestReportMs + text.length * slowestMsPerCharacter;
}

/** How long a voice takes for so many characters, without the time until it begins. */
export function estimateSpeakingMs(characters: number): number {
  return characters * msPerCharacter;
}

/** How many characters this much audio holds. */
export function estimateCharactersInAudio(ms: number): number {
  return Math.floor(ms / msPerCharacter);
}
