import { setTimeout as wallSleep } from 'node:timers/promises';
import type { Leg } from '../call/leg.ts';
import type { TwimlSource } from '../call/plan.ts';
import { Interrupted, untilAborted } from '../clock.ts';
import { recordWebhook } from '../webhook/callbacks.ts';
import { sendWebhook } from '../webhook/request.ts';
import type { Params } from '../webhook/signature.ts';
import { parseDocument, readDocument, type TwimlDocument, TwimlError } from './document.ts';
import { supportedTwimlVerbs, unsupportedVerbs, type VerbContext, type VerbResult } from './verb.ts';
import { verbs } from './verbs.ts';

const apology = 'We are sorry, an application error has occurred. Goodbye.';

/** Verbs that would take the leg elsewhere while its <Dial> waits to join it. */
const refusedInScreening: ReadonlySet<string> = new Set(['Dial', 'Connect']);

/** Carries out TwiML for one call, document after document, until it ends or is replaced. */
export class DocumentRun {
  readonly #call: Leg;
  readonly #stopped = new AbortController();
  #isScreening = false;
  #hungUp = false;

  constructor(call: Leg) {
    this.#call = call;
  }

  stop(): void {
    this.#stopped.abort();
  }

  async run(first: TwimlSource): Promise<void> {
    if (!(await this.#toItsEnd(first))) return;
    this.#call.answer();
    this.#call.apply({ type: 'hangup' });
  }

  /** The `url` of a <Number>: true when its documents ran to their end without a hang-up. */
  async screen(first: TwimlSource): Promise<boolean> {
    this.#isScreening = true;
    if (!(await this.#toItsEnd(first))) return false;
    if (this.#hungUp) this.#call.apply({ type: 'hangup' });
    return !this.#hungUp;
  }

  /** False when it was stopped, or when it failed and the call was ended with an apology. */
  async #toItsEnd(first: TwimlSource): Promise<boolean> {
    const signal = this.#stopped.signal;
    try {
      let next: TwimlSource | null = first;
      while (next) next = await this.#one(next);
      signal.throwIfAborted();
      return true;
    } catch (error) {
      if (error instanceof Interrupted || signal.aborted) return false;
      const message = error instanceof Error ? error.message : String(error);
      this.#call.problem('error', error instanceof TwimlError ? error.code : 20500, message);
      await this.#apologize();
      return false;
    }
  }

  /** Runs one document; an error in it leads to the fallback URL where there is one. */
  async #one(source: TwimlSource): Promise<TwimlSource | null> {
    try {
      return await this.#perform(await this.#load(source));
    } catch (error) {
      const { fallback } = this.#call.plan;
      if (!(error instanceof TwimlError) || !fallback) throw error;
      this.#call.problem('error', error.code, error.message);
      const failed = 'url' in source ? source.url : '';
      const params = { ErrorCode: String(error.code), ErrorUrl: failed };
      return this.#perform(await this.#load({ ...fallback, params }, 'fallback'));
    }
  }

  async #load(
    source: TwimlSource,
    purpose = 'url' in source ? (source.purpose ?? 'twiml') : 'twiml',
  ): Promise<TwimlDocument> {
    if ('twiml' in source) return parseDocument(source.twiml, null);
    const call = this.#call;
    const signal = this.#stopped.signal;
    const params: Params = { ...call.params(), ...source.params };
    const { url, method } = source;
    const slow = call.carrier.faults.trigger('slowTwiml', { to: call.record.to });
    if (slow) {
      call.carrier.ledger.append(call.sid, {
        kind: 'fault',
        knob: 'slowTwiml',
        detail: `${slow.ms ?? 5000} ms`,
      });
      await untilAborted(wallSleep(slow.ms ?? 5_000, undefined, { ref: false }), signal);
    }
    const { authToken } = call.carrier.account;
    const sent = sendWebhook({ url, method, params, authToken, cookies: call.cookies });
    // The result is written to the ledger even when the call ends before it arrives.
    void sent.then((result) =>
      recordWebhook(call.carrier.ledger, { callSid: call.sid, purpose, url, method, params }, result),
    );
    const { response, errorCode, attempts } = await untilAborted(sent, signal);
    if (!response || errorCode !== null) {
      const why = response ? `HTTP ${response.status}` : (attempts.at(-1)?.error ?? 'no answer');
      throw new TwimlError(errorCode ?? 11200, `HTTP retrieval failure: ${why} from ${url}`);
    }
    return readDocument(response.body.toString('utf8'), response.contentType, response.url);
  }

  async #perform(document: TwimlDocument): Promise<TwimlSource | null> {
    const signal = this.#stopped.signal;
    for (const [index, node] of document.verbs.entries()) {
      if (signal.aborted) throw new Interrupted();
      const verb = verbs[node.name];
      if (!verb) {
        this.#unknown(node.name);
        continue;
      }
      if (this.#isScreening && refusedInScreening.has(node.name))
        throw new TwimlError(12200, `<${node.name}> cannot stand in the document of a <Number url>.`);
      const context: VerbContext = {
        call: this.#call,
        signal,
        isFirst: index === 0,
        documentUrl: document.url,
      };
      const outcome: VerbResult = await verb(node, context);
      if (outcome === 'end') {
        this.#hungUp = true;
        return null;
      }
      if (outcome !== 'next') return outcome.goto;
    }
    return null;
  }

  /** Unknown elements are skipped with a warning, as by Twilio; verbs that the lab does not support are an error. */
  #unknown(name: string): void {
    if (unsupportedVerbs.has(name)) {
      throw new TwimlError(
        12200,
        `phone-lab does not support <${name}>. It supports ${supportedTwimlVerbs.join(', ')}.`,
      );
    }
    this.#call.problem(
      'warning',
      12200,
      `Schema validation warning: <${name}> is not a TwiML verb; it was skipped.`,
    );
  }

  async #apologize(): Promise<void> {
    const call = this.#call;
    if (call.ended) return;
    call.answer();
    await call.channel.say('app', apology).done;
    call.apply({ type: 'hangup' });
  }
}
