/** A stretch of audio inside a response, which can hold several. */
export interface AudioPart {
  readonly itemId: string;
  readonly contentIndex: number;
  ms: number;
}

/** One response of the service: requested, active, or over and perhaps still playing. */
export interface EngineResponse {
  readonly id: string;
  /** The events that request it; empty when the service answers by itself. */
  readonly request: readonly string[];
  readonly eventId: string | null;
  responseId: string | null;
  /** Nothing more of it is reported. */
  dropped: boolean;
  /** Something of it has been reported. */
  reported: boolean;
  /** Its audio so far. */
  readonly parts: AudioPart[];
  /** It has been truncated to what was heard. */
  cut: boolean;
}

/** Older responses are not truncated any more; a carrier's buffer holds fewer than this. */
const maxRemembered = 16;

/**
 * The active response and those that wait. The service gives one response at a time and refuses a request for another
 * meanwhile.
 */
export class ResponseQueue {
  /** Not requested yet, because another response is active. */
  readonly waiting: EngineResponse[] = [];
  /** Requested; the service has not begun. */
  requested: EngineResponse | null = null;
  running: EngineResponse | null = null;
  readonly #byId = new Map<string, EngineResponse>();
  readonly #byResponse = new Map<string, EngineResponse>();

  find(id: string): EngineResponse | undefined {
    return this.#byId.get(id);
  }

  ofResponse(responseId: string): EngineResponse | undefined {
    // Almost always the active one: its audio comes fifty times a second.
    return this.running?.responseId === responseId ? this.running : this.#byResponse.get(responseId);
  }

  /** Responses that are still expected. */
  open(): EngineResponse[] {
    const known = [this.running, this.requested, ...this.waiting];
    return known.filter((turn): turn is EngineResponse => turn !== null && !turn.dropped);
  }

  add(id: string, eventId: string, request: readonly string[]): EngineResponse {
    const turn = newTurn(id, request, eventId);
    this.#remember(turn);
    this.waiting.push(turn);
    return turn;
  }

  /** The next one to request, if none is active. */
  next(): EngineResponse | null {
    if (this.running || this.requested) return null;
    this.requested = this.waiting.shift() ?? null;
    return this.requested;
  }

  /** The service has begun a response: the one requested, or one of its own. */
  begin(responseId: string, name: string | null | undefined): EngineResponse {
    const isOurs = this.requested !== null && (name === undefined || name === this.requested.id);
    const turn = isOurs && this.requested ? this.requested : newTurn(responseId, [], null);
    if (isOurs) this.requested = null;
    else this.#remember(turn);
    turn.responseId = responseId;
    this.#byResponse.set(responseId, turn);
    this.running = turn;
    return turn;
  }

  end(turn: EngineResponse): void {
    if (this.running === turn) this.running = null;
  }

  /** The service was busy with a response of its own: it is requested again after that. */
  putBack(): void {
    if (this.requested && !this.requested.dropped) this.waiting.unshift(this.requested);
    this.requested = null;
  }

  forget(turn: EngineResponse): void {
    const index = this.waiting.indexOf(turn);
    if (index >= 0) this.waiting.splice(index, 1);
  }

  #remember(turn: EngineResponse): void {
    this.#byId.set(turn.id, turn);
    if (this.#byId.size <= maxRemembered) return;
    const oldest = this.#byId.values().next().value;
    if (!oldest) return;
    this.#byId.delete(oldest.id);
    if (oldest.responseId !== null) this.#byResponse.delete(oldest.responseId);
  }
}

function newTurn(id: string, request: readonly string[], eventId: string | null): EngineResponse {
  return {
    ...{ id, request, eventId, responseId: null, dropped: false, reported: false },
    ...{ parts: [], cut: false },
  };
}

export function addAudio(turn: EngineResponse, itemId: string, contentIndex: number, ms: number): void {
  const last = turn.parts.at(-1);
  if (last?.itemId === itemId && last.contentIndex === contentIndex) last.ms += ms;
  else turn.parts.push({ itemId, contentIndex, ms });
}

export interface Cut {
  readonly itemId: string;
  readonly contentIndex: number;
  readonly audioEndMs: number;
}

/**
 * Where to truncate the parts of a response of which only `heardMs` were heard. Never past the end of what has arrived: the
 * service refuses that and would keep the whole as heard. While it is active, the last part is truncated even if all of it
 * was heard, because the service has generated more by now.
 */
export function cutsOf(parts: readonly AudioPart[], heardMs: number, stillSpeaking: boolean): Cut[] {
  const cuts: Cut[] = [];
  let start = 0;
  for (const [index, { itemId, contentIndex, ms }] of parts.entries()) {
    const heard = Math.min(Math.max(heardMs - start, 0), ms);
    const openEnd = stillSpeaking && index === parts.length - 1;
    if (heard < ms || openEnd) cuts.push({ itemId, contentIndex, audioEndMs: Math.floor(heard) });
    start += ms;
  }
  return cuts;
}
