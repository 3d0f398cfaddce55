/** What a callee knows about itself; a script can override each of these. */
export interface Facts {
  name: string;
  born: string;
  phone: string;
  email: string;
  address: string;
  /** The day and the time that suit best. */
  day: string;
  time: string;
}

export const commonFacts: Facts = {
  name: 'Ann Miller',
  born: 'the fourth of May, nineteen eighty',
  phone: 'five five five, zero one nine nine',
  email: 'ann dot miller at example dot com',
  address: '12 Oak Street, Springfield',
  day: 'Tuesday',
  time: "three o'clock",
};

/** An answer, and the same in one or two words. */
export type Said = readonly [whole: string, short: string];
