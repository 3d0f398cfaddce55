import type { Callee } from './callee.ts';
import { patient } from './patient.ts';

const neverAnswers = { kind: 'no-answer' } as const;

/** Numbers with a fixed fate, whoever is the default callee. */
const special: Record<string, Callee | undefined> = {
  '+15005550101': patient({ name: 'busy', ring: { kind: 'busy', afterMs: 1_000 } }),
  '+15005550102': patient({ name: 'no-answer', ring: neverAnswers }),
  '+15005550103': patient({
    name: 'voicemail',
    nature: 'machine',
    ring: { kind: 'answer', afterMs: 12_000 },
    greeting:
      'Hello, you have reached my voicemail. I cannot take your call right now. Please leave a message after the tone.',
  }),
  '+15005550104': patient({ name: 'hangs-up', greeting: 'Hello?', hangUpAfterWords: 4 }),
  '+15005550105': patient({ name: 'silent', nature: 'silent', patienceMs: null }),
  '+15005550106': patient({ name: 'interrupts', greeting: 'Hello?' }),
  '+15005550107': patient({ name: 'unreachable', ring: { kind: 'unreachable', sipCode: 503 } }),
  '+15005550108': patient({ name: 'never-call-again', greeting: 'Hello?' }),
};

/** Who answers which number. */
export class CalleeDirectory {
  readonly #byNumber = new Map<string, Callee>();
  #default: Callee;

  constructor(fallback: Callee = patient({ name: 'patient', greeting: 'Hello?' })) {
    this.#default = fallback;
  }

  forNumber(number: string): Callee {
    return this.#byNumber.get(number) ?? special[number] ?? this.#default;
  }

  get default(): Callee {
    return this.#default;
  }
}
