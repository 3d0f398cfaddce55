import type { Clock } from '../clock.ts';
import type { Speech } from '../speech/speech.ts';
import type { ChannelEvent } from '../speech/voice-channel.ts';
import { allows, type RelayAttributes } from './attributes.ts';
import type { Speaker } from './speaker.ts';

export interface ListenerHooks {
  onInterrupt(): void;
  onPrompt(text: string, last: boolean): void;
  onDigit(digit: string): void;
}

/** Backchannel: sounds of listening that do not interrupt. */
const backchannel =
  /^(uh[- ]?huh|mm+[- ]?hm+|mm+|mhm|hm+|yeah|yep|yes|ok|okay|right|sure|i see|got it|ah|oh)$/u;
/** Words between two partial prompts. */
const wordsPerPartial = 3;

interface Utterance {
  words: number;
  /** Not reported, because it was said while the agent was speaking. */
  muted: boolean;
}

/** Turns what the party says and presses into prompts, interruptions and digits. */
export class Listener {
  readonly #clock: Clock;
  readonly #attributes: RelayAttributes;
  readonly #speaker: Speaker;
  readonly #hooks: ListenerHooks;
  readonly #utterances = new Map<Speech, Utterance>();
  /** Said, but perhaps not yet complete. */
  #pending = '';
  #cancel: (() => void) | null = null;

  constructor(clock: Clock, attributes: RelayAttributes, speaker: Speaker, hooks: ListenerHooks) {
    this.#clock = clock;
    this.#attributes = attributes;
    this.#speaker = speaker;
    this.#hooks = hooks;
  }

  onChannelEvent(event: ChannelEvent): void {
    if (event.type === 'digit') {
      if (event.side === 'party') this.#digit(event.digit);
      return;
    }
    if (event.type === 'closed' || event.speech.side !== 'party') return;
    if (event.type === 'word') this.#word(event.speech);
    if (event.type === 'ended') this.#ended(event.speech);
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
  }

  #word(speech: Speech): void {
    this.#cancel?.();
    this.#cancel = null;
    const known = this.#utterances.get(speech);
    const utterance = known ?? { words: 0, muted: false };
    this.#utterances.set(speech, utterance);
    utterance.words += 1;
    if (this.#speaker.audible) this.#overlap(speech, utterance);
    const { partialPrompts } = this.#attributes;
    if (!partialPrompts || utterance.muted || utterance.words % wordsPerPartial !== 0) return;
    this.#hooks.onPrompt(`${this.#pending} ${speech.heard}`.trim(), false);
  }

  /** The party speaks while the agent speaks. */
  #overlap(speech: Speech, utterance: Utterance): void {
    const { ignoreBackchannel, wordsToInterrupt, reportInput } = this.#attributes;
    const isBackchannel = ignoreBackchannel && isBackchannelText(speech.heard);
    if (this.#speaker.canBeInterruptedBy('speech') && !isBackchannel && utterance.words >= wordsToInterrupt) {
      utterance.muted = false;
      this.#hooks.onInterrupt();
      return;
    }
    if (utterance.words === 1) utterance.muted = isBackchannel || !allows(reportInput, 'speech');
  }

  #ended(speech: Speech): void {
    const utterance = this.#utterances.get(speech);
    this.#utterances.delete(speech);
    if (!utterance || utterance.muted || !speech.heard.trim()) return;
    this.#pending = `${this.#pending} ${speech.heard}`.trim();
    this.#cancel?.();
    this.#cancel = this.#clock.after(this.#attributes.speechTimeoutMs, () => {
      this.#cancel = null;
      const text = this.#pending;
      this.#pending = '';
      this.#hooks.onPrompt(text, true);
    });
  }

  #digit(digit: string): void {
    const { dtmfDetection, reportInput } = this.#attributes;
    if (!dtmfDetection) return;
    const talking = this.#speaker.audible;
    if (this.#speaker.canBeInterruptedBy('dtmf')) this.#hooks.onInterrupt();
    else if (talking && !allows(reportInput, 'dtmf')) return;
    this.#hooks.onDigit(digit);
  }
}

function isBackchannelText(text: string): boolean {
  const words = text
    .toLowerCase()
    .replace(/[.,!?]/g, '')
    .trim();
  return backchannel.test(words);
}
