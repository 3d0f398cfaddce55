import { CalleeError } from './read-script.ts';

/** The name of a callee, or of several: the first answers the first call to a number, and so on; the last all further ones. */
export type CalleesInTurn = string | readonly string[];

/** By the beginning of numbers: who answers them. */
export type CalleeRangeSettings = Readonly<Record<string, readonly CalleesInTurn[]>>;

/** Calls to them are refused as those to a number that does not exist. */
export const noSuchNumber = 'no-such-number';

/**
 * Thousands of numbers, whose callees are chosen by the number: the digits after the beginning, divided by the number of
 * callees, leave the place of the callee. Only numbers that were called take memory, and only where several callees take turns.
 */
export class CalleeRanges {
  readonly #ranges = new Map<string, readonly CalleesInTurn[]>();
  readonly #calls = new Map<string, number>();

  set(beginning: string, callees: readonly CalleesInTurn[], isKnown: (name: string) => void): void {
    if (!/^\+\d{1,14}$/.test(beginning))
      throw new CalleeError(`"${beginning}" is not the beginning of numbers, such as +1202555.`);
    if (!Array.isArray(callees) || callees.length === 0 || callees.some((inTurn) => inTurn.length === 0))
      throw new CalleeError(
        `The numbers of ${beginning} need at least one callee, such as ["confirms", "busy"].`,
      );
    for (const inTurn of callees) {
      const names: readonly unknown[] = Array.isArray(inTurn) ? inTurn : [inTurn];
      for (const name of names) {
        if (typeof name !== 'string')
          throw new CalleeError('Each of them is the name of a callee, or a list of names.');
        if (name !== noSuchNumber) isKnown(name);
        else if (names.length > 1)
          throw new CalleeError(
            `"${noSuchNumber}" stands alone: such a number cannot be called at another time.`,
          );
      }
    }
    this.#ranges.set(beginning, callees);
  }

  remove(beginning: string): void {
    this.#ranges.delete(beginning);
  }

  list(): CalleeRangeSettings {
    return Object.fromEntries(this.#ranges);
  }

  /** The longest beginning decides; null: the number is in no range. */
  calleesOf(number: string): CalleesInTurn | null {
    for (let length = number.length - 1; length > 1; length -= 1) {
      const callees = this.#ranges.get(number.slice(0, length));
      if (callees) return callees[Number(number.slice(length)) % callees.length] ?? null;
    }
    return null;
  }

  /** The name of the callee who answers the next call to the number; null: the number is in no range. */
  next(number: string): string | null {
    const inTurn = this.calleesOf(number);
    if (inTurn === null || typeof inTurn === 'string') return inTurn;
    const calls = this.#calls.get(number) ?? 0;
    this.#calls.set(number, calls + 1);
    return inTurn[Math.min(calls, inTurn.length - 1)] ?? null;
  }
}
