import type { Leg } from '../call/leg.ts';
import { type Clock, Interrupted } from '../clock.ts';
import { readMethod, readWhole, resolveUrl } from './attribute-values.ts';
import { TwimlError } from './document.ts';
import { play } from './play.ts';
import { pause, say } from './speak.ts';
import type { Verb, VerbContext, VerbResult } from './verb.ts';
import type { XmlNode } from './xml.ts';

interface GatherSettings {
  digits: boolean;
  speech: boolean;
  timeoutMs: number;
  speechTimeoutMs: number;
  numDigits: number;
  finishOnKey: string;
  bargeIn: boolean;
}

/** What the party entered or said; null when time ran out. */
export type GatherResult = { digits: string; key: string } | { speech: string } | null;

/** `auto`: about what a speech-to-text engine needs to detect the end of speech. */
const autoSpeechMs = 700;
const prompts: Record<string, Verb | undefined> = { Say: say, Play: play, Pause: pause };

/** Plays prompts, waits for digits or speech, and sends them to `action`; without input the next verb follows. */
export const gather: Verb = async (node, context): Promise<VerbResult> => {
  const { call, signal, documentUrl } = context;
  const { action, method, actionOnEmptyResult } = node.attributes;
  const url = action ? resolveUrl(action, documentUrl) : documentUrl;
  const settings = readSettings(node);
  if (node.attributes.partialResultCallback)
    call.problem('warning', 12200, '<Gather partialResultCallback> is not supported; whole results only.');
  call.answer();
  const stopPrompts = new AbortController();
  const listening = listen(call, settings, () => stopPrompts.abort());
  const onAbort = () => listening.stop();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    await prompt(node, { ...context, signal: AbortSignal.any([signal, stopPrompts.signal]) });
    if (signal.aborted) throw new Interrupted();
    listening.startTimeout();
    const result = await listening.result;
    if (signal.aborted) throw new Interrupted();
    return nextStep(result, actionOnEmptyResult === 'true', url, readMethod(method));
  } finally {
    signal.removeEventListener('abort', onAbort);
    listening.stop();
  }
};

function nextStep(
  result: GatherResult,
  reportsEmpty: boolean,
  url: string | null,
  method: 'GET' | 'POST',
): VerbResult {
  const isEmpty = result === null || ('digits' in result && result.digits === '');
  if (isEmpty && !reportsEmpty) return 'next';
  if (!url) throw new TwimlError(11100, '<Gather> needs an action, because the document has no address.');
  const params: Record<string, string> =
    result !== null && 'speech' in result
      ? { SpeechResult: result.speech, Confidence: '0.95' }
      : { Digits: result?.digits ?? '', FinishedOnKey: result?.key ?? '', msg: 'Gather End' };
  return { goto: { url, method, params, purpose: 'action' } };
}

async function prompt(node: XmlNode, context: VerbContext): Promise<void> {
  try {
    for (const child of node.children) {
      const verb = prompts[child.name];
      if (!verb) throw new TwimlError(12200, `<${child.name}> cannot stand inside <Gather>.`);
      await verb(child, { ...context, isFirst: false });
    }
  } catch (error) {
    // The party began to answer: the rest of the prompts is skipped.
    if (!(error instanceof Interrupted)) throw error;
  }
}

function readSettings(node: XmlNode): GatherSettings {
  const { input = 'dtmf', timeout, speechTimeout, numDigits, finishOnKey = '#', bargeIn } = node.attributes;
  const kinds = input.toLowerCase().split(/\s+/);
  const timeoutMs = (timeout === 'auto' ? 5 : readWhole(timeout, 5)) * 1000;
  const speechMs = /^\d+$/.test(speechTimeout ?? '') ? Number(speechTimeout) * 1000 : autoSpeechMs;
  return {
    digits: kinds.includes('dtmf'),
    speech: kinds.includes('speech'),
    timeoutMs,
    speechTimeoutMs: speechMs,
    numDigits: readWhole(numDigits, 0) || Number.POSITIVE_INFINITY,
    finishOnKey,
    bargeIn: bargeIn !== 'false',
  };
}

interface Listening {
  result: Promise<GatherResult>;
  /** The prompts are over: silence now ends the wait. */
  startTimeout(): void;
  stop(): void;
}

function listen(call: Leg, settings: GatherSettings, onBegin: () => void): Listening {
  const { promise, resolve } = Promise.withResolvers<GatherResult>();
  const timer = new Timer(call.carrier.clock);
  let digits = '';
  let words = '';
  let promptsAreOver = false;
  const finish = (result: GatherResult) => {
    timer.stop();
    stopListening();
    resolve(result);
  };
  const begin = () => {
    if (settings.bargeIn) onBegin();
  };
  const onDigit = (digit: string) => {
    if (digit !== '' && settings.finishOnKey.includes(digit)) return finish({ digits, key: digit });
    digits += digit;
    begin();
    if (digits.length >= settings.numDigits) return finish({ digits, key: '' });
    timer.set(settings.timeoutMs, () => finish({ digits, key: '' }));
  };
  const stopListening = call.channel.listen((event) => {
    if (event.type === 'closed') return finish(null);
    if (event.type === 'digit') {
      if (event.side === 'party' && settings.digits) onDigit(event.digit);
      return;
    }
    if (event.speech.side !== 'party' || !settings.speech || digits) return;
    if (event.type === 'word') {
      timer.stop();
      begin();
    }
    if (event.type === 'ended') {
      words = `${words} ${event.speech.heard}`.trim();
      if (words) timer.set(settings.speechTimeoutMs, () => finish({ speech: words }));
      else if (promptsAreOver) timer.set(settings.timeoutMs, () => finish(null));
    }
  });
  return {
    result: promise,
    startTimeout() {
      promptsAreOver = true;
      const isTalking = settings.speech && call.channel.speaking('party') !== null;
      if (!digits && !words && !isTalking) timer.set(settings.timeoutMs, () => finish(null));
    },
    stop: () => finish(null),
  };
}

/** One timer at a time, in lab milliseconds. */
class Timer {
  readonly #clock: Clock;
  #cancel: (() => void) | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  set(ms: number, act: () => void): void {
    this.stop();
    this.#cancel = this.#clock.after(ms, act);
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
  }
}
