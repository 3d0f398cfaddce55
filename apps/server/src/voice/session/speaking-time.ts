/** Unhurried speech: fifteen characters in a second, and a breath after each sentence. */
const msPerCharacter = 66;
const msPerSentence = 250;
/** From sending text to its first sound. */
const onsetMs = 400;

/** How long a voice takes to say this. Rather too long than too short: words that are cut off cannot be repaired. */
export function speakingMs(text: string): number {
  if (text.trim() === '') return 0;
  const sentences = text.match(/[.!?…]+(?=\s|$)/g)?.length ?? 0;
  return onsetMs + text.length * msPerCharacter + Math.max(1, sentences) * msPerSentence;
}

/** How many characters a voice has said so long after it was asked to. */
export function charactersSaid(ms: number): number {
  return charactersHeard(Math.max(0, ms - onsetMs));
}

/** How many characters are in so much sound of a voice. */
export function charactersHeard(ms: number): number {
  return Math.floor(ms / msPerCharacter);
}
