/** Apart from the schemas, so that a page that needs only the limits does not load them. */
export const tryLimits = {
  /** What a person types at once. */
  inputMax: 1_000,
  keysMax: 20,
  minutesMax: 10,
  /** Live tries of one person. */
  livePerPerson: 2,
  /** Tries that an organization may begin within 24 hours. */
  perDay: 300,
  /** How often the model is asked in one try. */
  requestsMax: 200,
} as const;
