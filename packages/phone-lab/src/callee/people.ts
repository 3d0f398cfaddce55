import { CalleeError } from './read-script.ts';

/** The name of a callee, or of several: the first answers the first call to a number, and so on; the last all further ones. */
export type Fate = string | readonly string[];

/** By the beginning of numbers: what happens to those who have them. */
export type PeopleSettings = Readonly<Record<string, readonly Fate[]>>;

/** Calls to them are refused as those to a number that does not exist. */
export const noSuchNumber = 'no-such-number';

/**
 * Thousands of people, whose fates are chosen by their numbers: the digits after the beginning, divided by the number of
 * fates, leave the place of the fate. Only those who were called take memory, and only where their fate has several parts.
 */
export class People {
  readonly #fates = new Map<string, readonly Fate[]>();
  readonly #calls = new Map<string, number>();

  set(beginning: string, fates: readonly Fate[], isKnown: (name: string) => void): void {
    if (!/^\+\d{1,14}$/.test(beginning))
      throw new CalleeError(`"${beginning}" is not the beginning of numbers, such as +1202555.`);
    if (!Array.isArray(fates) || fates.length === 0 || fates.some((fate) => fate.length === 0))
      throw new CalleeError(
        `The people of ${beginning} need at least one fate, such as ["confirms", "busy"].`,
      );
    for (const fate of fates) {
      const names: readonly unknown[] = Array.isArray(fate) ? fate : [fate];
      for (const name of names) {
        if (typeof name !== 'string')
          throw new CalleeError('A fate is the name of a callee, or a list of names.');
        if (name !== noSuchNumber) isKnown(name);
        else if (names.length > 1)
          throw new CalleeError(
            `"${noSuchNumber}" stands alone: such a number cannot be called at another time.`,
          );
      }
    }
    this.#fates.set(beginning, fates);
  }

  remove(beginning: string): void {
    this.#fates.delete(beginning);
  }

  list(): PeopleSettings {
    return Object.fromEntries(this.#fates);
  }

  /** The longest beginning decides; null: nobody was described. */
  scriptedFate(number: string): Fate | null {
    for (let length = number.length - 1; length > 1; length -= 1) {
      const fates = this.#fates.get(number.slice(0, length));
      if (fates) return fates[Number(number.slice(length)) % fates.length] ?? null;
    }
    return null;
  }

  /** The name of the callee who answers the next call to the number; null: nobody was described. */
  next(number: string): string | null {
    const fate = this.scriptedFate(number);
    if (fate === null || typeof fate === 'string') return fate;
    const calls = this.#calls.get(number) ?? 0;
    this.#calls.set(number, calls + 1);
    return fate[Math.min(calls, fate.length - 1)] ?? null;
  }
}
