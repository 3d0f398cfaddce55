import { hashName, seededRandom } from './random.ts';

/** Every fault that can be switched on. Waits in `ms` are wall-clock times, because the client's time-outs are too. */
export const knobs = [
  'dropCallback',
  'delayCallback',
  'duplicateCallback',
  'reorderCallback',
  'createTimeout',
  'createErrorBefore',
  'createErrorAfter',
  'textTimeout',
  'tooManyRequests',
  'restError',
  'numberUpdateRefused',
  'numberUpdateIgnored',
  'endedCallRefused',
  'staleReads',
  'slowTwiml',
  'cutWebsocket',
  'mediaGap',
  'recordingAbsent',
  'recordingUnknownSource',
  'recordingWrongLength',
  'recordingSwapped',
  'recordingDownload',
] as const;

export type Knob = (typeof knobs)[number];

export interface FaultRule {
  /** How likely the fault is at each opportunity, 0 to 1; 1 when not given. */
  probability?: number;
  /** Happens at most this many times. */
  times?: number;
  /** Skips this many opportunities first. */
  skip?: number;
  /** Only calls to this number; for updates of numbers, only this one. */
  to?: string;
  /** Callback knobs: only these events (initiated, ringing, answered, completed, amd). */
  events?: string[];
  /** delayCallback, createTimeout, textTimeout, slowTwiml, cutWebsocket, mediaGap: how long; staleReads: how old; recordingWrongLength: how much is added. */
  ms?: number;
  /** Each wait is drawn between `ms` and this, by the seed. */
  upToMs?: number;
  /** createErrorBefore, createErrorAfter, restError, numberUpdateRefused, recordingDownload: the HTTP status; recordingAbsent: the error code. */
  status?: number;
}

/** A bare number is a probability. */
export type FaultSettings = Partial<Record<Knob, FaultRule | number>>;

export interface FaultContext {
  to?: string;
  event?: string;
}

interface ArmedRule {
  rule: FaultRule;
  random: () => number;
  chances: number;
  triggered: number;
}

export class FaultError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'FaultError';
  }
}

export class Faults {
  #seed: number;
  #armed = new Map<Knob, ArmedRule>();

  constructor(settings: FaultSettings = {}, seed = 1) {
    this.#seed = seed;
    this.set(settings);
  }

  /** Sets the named knobs and leaves the others as they are. */
  set(settings: FaultSettings): void {
    const rules = Object.entries(settings).map(
      ([name, given]) => [readKnob(name), readRule(name, given)] as const,
    );
    for (const [knob, rule] of rules) {
      const random = seededRandom(this.#seed ^ hashName(knob));
      if (rule.probability === 0) this.#armed.delete(knob);
      else this.#armed.set(knob, { rule, random, chances: 0, triggered: 0 });
    }
  }

  clear(): void {
    this.#armed.clear();
  }

  reseed(seed: number): void {
    this.#seed = seed;
    this.set(this.current());
  }

  current(): FaultSettings {
    const settings: FaultSettings = {};
    for (const [knob, { rule }] of this.#armed) settings[knob] = rule;
    return settings;
  }

  /** The rule of the knob where its fault happens this time, otherwise null. */
  trigger(knob: Knob, context: FaultContext = {}): FaultRule | null {
    const armed = this.#armed.get(knob);
    if (!armed) return null;
    const { rule } = armed;
    if (rule.to !== undefined && rule.to !== context.to) return null;
    if (rule.events && !rule.events.includes(context.event ?? '')) return null;
    armed.chances += 1;
    if (armed.chances <= (rule.skip ?? 0)) return null;
    if (rule.times !== undefined && armed.triggered >= rule.times) return null;
    if (armed.random() >= (rule.probability ?? 1)) return null;
    armed.triggered += 1;
    return rule.upToMs === undefined ? rule : { ...rule, ms: between(rule, rule.upToMs, armed.random()) };
  }
}

function readKnob(name: string): Knob {
  const knob = knobs.find((one) => one === name);
  if (!knob) throw new FaultError(`Unknown fault knob "${name}". Known: ${knobs.join(', ')}.`);
  return knob;
}

function between({ ms = 0 }: FaultRule, upToMs: number, chance: number): number {
  return Math.round(ms + Math.max(0, upToMs - ms) * chance);
}

const numeric = ['probability', 'times', 'skip', 'ms', 'upToMs', 'status'] as const;

function readRule(name: string, given: unknown): FaultRule {
  if (typeof given === 'number') return readRule(name, { probability: given });
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new FaultError(`Knob "${name}" takes a probability or an object.`);
  }
  const rule = given as FaultRule;
  for (const key of numeric) {
    const value = rule[key];
    if (value !== undefined && (typeof value !== 'number' || !(value >= 0))) {
      throw new FaultError(`Knob "${name}": ${key} must be a number of at least 0.`);
    }
  }
  if ((rule.probability ?? 1) > 1) throw new FaultError(`Knob "${name}": probability goes from 0 to 1.`);
  const known = [...numeric, 'to', 'events'] as string[];
  const stray = Object.keys(rule).find((key) => !known.includes(key));
  if (stray) throw new FaultError(`Knob "${name}" has no setting "${stray}". Settings: ${known.join(', ')}.`);
  return rule;
}
