import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { normalizeNumber } from '../phone-number-format.ts';
import type { Callee } from './callee.ts';
import { type CalleeRangeSettings, CalleeRanges, type CalleesInTurn, noSuchNumber } from './callee-ranges.ts';
import { CalleeError, readScript, readYaml } from './read-script.ts';
import type { CalleeScript } from './script.ts';
import { scripted } from './scripted.ts';

/** A script, or the name of a known callee. */
export type CalleeChoice = string | Omit<CalleeScript, 'name'>;

/** `default` and phone numbers choose who answers; any other key defines a callee of that name. */
export type CalleeSettings = Record<string, CalleeChoice>;

/** Numbers with a fixed outcome, whoever is the default callee. */
const fixedOutcomes: Record<string, string | undefined> = {
  '+15005550101': 'busy',
  '+15005550102': 'no-answer',
  '+15005550103': 'voicemail',
  '+15005550104': 'hangs-up',
  '+15005550105': 'silent',
  '+15005550106': 'interrupts',
  '+15005550107': 'unreachable',
  '+15005550108': 'never-again',
  '+15005550109': 'voicemail-long',
  '+15005550110': 'voicemail-no-beep',
  '+15005550111': 'voicemail-full',
  '+15005550112': 'screens-calls',
  '+15005550113': 'screens-calls-silently',
  '+15005550114': 'sounds-like-a-machine',
  '+15005550115': 'colleague',
  '+15005550116': 'colleague-does-not-press',
  '+15005550117': 'colleague-declines',
  '+15005550118': 'fax',
  '+15005550119': 'ivr',
  '+15005550186': 'declined',
  '+15005550187': 'blocked-as-spam',
};

const builtIn = fileURLToPath(new URL('./built-in/', import.meta.url));

/** Who answers which number, and who calls in. */
export class CalleeDirectory {
  readonly #scripts = new Map<string, CalleeScript>();
  readonly #byNumber = new Map<string, string>();
  readonly #ranges = new CalleeRanges();
  #default = 'confirms';
  readonly #defaultCaller = 'wants-appointment';

  constructor(settings: CalleeSettings = {}) {
    this.addFolder(builtIn);
    this.apply(settings);
  }

  /** Every YAML file of a folder is a callee, named as the file. */
  addFolder(folder: string): void {
    for (const file of readdirSync(folder).sort()) {
      const name = /^(.+)\.ya?ml$/.exec(file)?.[1];
      if (name) this.#scripts.set(name, readYaml(readFileSync(join(folder, file), 'utf8'), name, folder));
    }
  }

  apply(settings: CalleeSettings): void {
    const chosen = Object.entries(settings).map(([key, choice]) => [key, this.#name(key, choice)] as const);
    for (const [key, name] of chosen) {
      if (key === 'default') this.setDefault(name);
      else if (normalizeNumber(key)) this.setNumber(key, name);
      else if (typeof settings[key] === 'string')
        throw new CalleeError(`"${key}" is neither "default" nor a phone number; a name takes a script.`);
    }
  }

  define(name: string, script: unknown): CalleeScript {
    const read = readScript(script, name);
    this.#scripts.set(name, read);
    return read;
  }

  setDefault(name: string): void {
    this.#default = this.#known(name);
  }

  /** Null resets the number to its fixed outcome or to the default callee. */
  setNumber(number: string, name: string | null): void {
    const key = normalizeNumber(number) ?? number;
    if (name === null) this.#byNumber.delete(key);
    else this.#byNumber.set(key, this.#known(name));
  }

  /** Everybody whose number begins so, unless it has a callee or an outcome of its own. Null: nobody in particular. */
  setRange(beginning: string, callees: readonly CalleesInTurn[] | null): void {
    if (callees === null) this.#ranges.remove(beginning);
    else this.#ranges.set(beginning, callees, (name) => this.#known(name));
  }

  /** @deprecated The old name of `setRange`. */
  setPeople(beginning: string, callees: readonly CalleesInTurn[] | null): void {
    this.setRange(beginning, callees);
  }

  /** Whether a carrier refuses to call the number because nobody has it. */
  isNobodys(number: string): boolean {
    return !this.isSet(number) && this.#ranges.calleesOf(number) === noSuchNumber;
  }

  /** Whether the default callee answers this number. */
  isFree(number: string): boolean {
    return !this.isSet(number) && this.#ranges.calleesOf(number) === null;
  }

  isSet(number: string): boolean {
    return this.#byNumber.has(number) || fixedOutcomes[number] !== undefined;
  }

  isChosen(number: string): boolean {
    return this.#byNumber.has(number);
  }

  forNumber(number: string): Callee {
    const own = this.#byNumber.get(number) ?? fixedOutcomes[number];
    return this.named(own ?? this.#ranges.next(number) ?? this.#default);
  }

  /** The callee that calls in: by name, by its number, or the default one. */
  caller(name: string | undefined, from: string): Callee {
    return this.named(name ?? this.#byNumber.get(from) ?? this.#defaultCaller);
  }

  named(name: string): Callee {
    return scripted(this.script(name));
  }

  script(name: string): CalleeScript {
    const script = this.#scripts.get(this.#known(name));
    if (!script) throw new CalleeError(`There is no callee "${name}".`);
    return script;
  }

  list(): {
    default: string;
    numbers: Record<string, string>;
    ranges: CalleeRangeSettings;
    /** @deprecated The old name of `ranges`. */
    people: CalleeRangeSettings;
    callees: { name: string; about: string }[];
  } {
    const callees = [...this.#scripts.values()].map(({ name, about = '' }) => ({ name, about }));
    const fixed = Object.fromEntries(
      Object.entries(fixedOutcomes).filter((entry): entry is [string, string] => !!entry[1]),
    );
    const numbers = { ...fixed, ...Object.fromEntries(this.#byNumber) };
    const ranges = this.#ranges.list();
    return { default: this.#default, numbers, ranges, people: ranges, callees };
  }

  #name(key: string, choice: CalleeChoice): string {
    if (typeof choice === 'string') return this.#known(choice);
    return this.define(key, choice).name;
  }

  #known(name: string): string {
    if (this.#scripts.has(name)) return name;
    throw new CalleeError(`There is no callee "${name}". Known: ${[...this.#scripts.keys()].join(', ')}.`);
  }
}
