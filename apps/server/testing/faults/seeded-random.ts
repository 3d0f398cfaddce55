/** Random numbers that can be repeated: the same seed and name give the same ones. */
export interface SeededRandom {
  /** From 0 up to 1. */
  next(): number;
  /** A whole number, both ends included. */
  between(least: number, most: number): number;
  happens(probability: number): boolean;
  /** One of them, each as likely as its weight says. */
  weighted<Choice extends string>(weights: Readonly<Record<Choice, number>>): Choice;
}

/** mulberry32, seeded with the seed and a name so that one use does not shift the numbers of another. */
export function seededRandom(seed: number, name: string): SeededRandom {
  let state = seed >>> 0;
  for (const char of name) state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 16_777_619) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    happens: (probability) => next() < probability,
    weighted: <Choice extends string>(weights: Readonly<Record<Choice, number>>) => {
      const choices = Object.entries(weights) as [Choice, number][];
      let left = next() * choices.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [choice, weight] of choices) {
        left -= weight;
        if (left < 0) return choice;
      }
      throw new RangeError('Nothing to choose from.');
    },
  };
}
