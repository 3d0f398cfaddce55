/** What a person of the lab knows of itself; a script may say otherwise. */
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

/** A whole answer, and the same in a word or two. */
export type Said = readonly [whole: string, short: string];
