/** What must hold between the carrier's ledger and the database. */
export const properties = {
  acknowledged: 'every acknowledged request has its call',
  sent: 'every acknowledged request was sent',
  once: 'each request was dialled at most once',
  refused: 'a refused request was not dialled',
  known: 'every call at the carrier has its row, and one only',
  status: "each call has the carrier's final status",
  duration: "each call has the carrier's duration",
  finished: 'nothing is left unfinished',
  uncutConversations: 'every sentence, where nothing was cut',
  cutConversations: 'every sentence older than a second, where something was',
  interrupted: 'interrupted speech, as far as it was heard',
  invented: 'no entry that nobody said',
  resumed: 'each resumed session begins with the apology',
  unexplainedCuts: 'no conversation broke without a kill or a cut',
  summaries: 'a summary for each conversation, written once',
  events: 'each call has its events in the outbox, once and in order',
  outcomes: 'what came of each conversation was read, once',
  followUps: 'what somebody has to do after a call stands in the inbox, once',
  toolsOnce: 'no tool made a change twice, and each change is known',
  toolsPromised: 'what was promised of a tool was done',
  toolsUnknown: 'of each unknown result somebody is asked to check, once',
  figures: 'the sums of reports equal a scan of the calls',
  promises: 'each promise not to call again was kept',
  crashes: 'no server ended that nobody killed',
} as const;

export type Property = keyof typeof properties;

export interface Difference {
  readonly property: Property;
  /** The call, request or server it is about. */
  readonly about: string;
  readonly detail: string;
}

/** Counts the checks and keeps the differences. */
export class Findings {
  readonly checked: Record<Property, number>;
  readonly differences: Difference[] = [];

  constructor() {
    const names = Object.keys(properties) as Property[];
    this.checked = Object.fromEntries(names.map((name) => [name, 0])) as Record<Property, number>;
  }

  check(property: Property, about: string, fits: boolean, detail: () => string): void {
    this.checked[property] += 1;
    if (!fits) this.differences.push({ property, about, detail: detail() });
  }
}
