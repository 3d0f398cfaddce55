/** What can be made to go wrong, for programs that must cope with it. */
export const faultKinds = ['late', 'twice', 'error', 'errorAfter', 'drop', 'dropBefore'] as const;
export type FaultKind = (typeof faultKinds)[number];
export type Operation = 'find' | 'book' | 'move' | 'cancel';

export interface FaultRule {
  /** 0 to 1; 1 when not given. */
  chance?: number;
  /** At most so often. */
  times?: number;
  /** Only for this operation. */
  only?: Operation;
  /** `late`: by how much. */
  ms?: number;
}

export type FaultSettings = Partial<Record<FaultKind, FaultRule>>;

export class Faults {
  #rules = new Map<FaultKind, FaultRule & { left: number }>();
  #state: number;

  constructor(settings: FaultSettings = {}, seed = 1) {
    this.#state = seed;
    this.set(settings);
  }

  /** Replaces all rules. */
  set(settings: FaultSettings): void {
    const entries = Object.entries(settings).map(([name, rule]) => {
      const kind = faultKinds.find((one) => one === name);
      if (!kind || typeof rule !== 'object' || rule === null)
        throw new RangeError(`Faults are ${faultKinds.join(', ')}, each with {chance, times, only, ms}.`);
      return [kind, { ...rule, left: rule.times ?? Number.POSITIVE_INFINITY }] as const;
    });
    this.#rules = new Map(entries);
  }

  /** The rule where the fault happens this time. */
  happens(kind: FaultKind, operation: Operation): FaultRule | null {
    const rule = this.#rules.get(kind);
    if (!rule || rule.left <= 0 || (rule.only !== undefined && rule.only !== operation)) return null;
    if (this.#random() >= (rule.chance ?? 1)) return null;
    rule.left -= 1;
    return rule;
  }

  /** A small generator (mulberry32), so that the same seed gives the same faults. */
  #random(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
}
