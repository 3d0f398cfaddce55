import { asksWhetherPerson, disclosesAi, disclosureAnswer } from '@parley/contract';
import type { EngineEvent } from '../session/events.ts';
import type { SessionState } from '../session/state.ts';

/**
 * A speech engine answers by itself, so its answer can only be checked afterwards: if somebody asked whether a person
 * speaks and the answer did not tell, the session says the sentence once the answer was played.
 */
export class DisclosureWatch {
  readonly #language: string;
  #asked = false;

  constructor(language: string) {
    this.#language = language;
  }

  /** The other party's words arrive late, often after the answer. */
  hear(event: EngineEvent): void {
    if (event.type === 'engine.userText' && asksWhetherPerson(event.text, this.#language)) this.#asked = true;
  }

  /** The sentence that is due now; null when none is. */
  due({ phase, agent, history }: SessionState): string | null {
    if (!this.#asked || phase.kind !== 'live' || agent.kind !== 'idle') return null;
    const entries = history.toSorted((a, b) => a.ordinal - b.ordinal).map(({ entry }) => entry);
    const question = entries.findLastIndex(
      (entry) => entry.kind === 'said' && asksWhetherPerson(entry.text, this.#language),
    );
    const answer = entries
      .slice(question + 1)
      .map((entry) => (entry.kind === 'agent' ? entry.text : ''))
      .join(' ');
    if (question < 0 || answer.trim() === '') return null;
    this.#asked = false;
    return disclosesAi(answer, this.#language) ? null : disclosureAnswer(this.#language);
  }
}
