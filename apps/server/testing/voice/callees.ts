import type { Callee } from './play-call.ts';

/** What somebody says when they hear something; each line is used as often as it says, once if it does not. */
export interface Habit {
  readonly hears: RegExp;
  readonly says: string | null | false;
  readonly times?: number;
}

/** A person who knows what they want: the first habit that fits decides. */
export function person(...habits: readonly Habit[]): Callee {
  const used = new Map<Habit, number>();
  return (heard) => {
    const habit = habits.find((one) => one.hears.test(heard) && (used.get(one) ?? 0) < (one.times ?? 1));
    if (!habit) return 'Sorry, what do you mean?';
    used.set(habit, (used.get(habit) ?? 0) + 1);
    return habit.says;
  };
}
