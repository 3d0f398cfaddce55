/** A stretch of sound inside an answer; an answer can hold more than one. */
export interface AudioPart {
  readonly itemId: string;
  readonly contentIndex: number;
  ms: number;
}

/** One answer of the service: asked for, under way, or over and perhaps still being played. */
export interface EngineResponse {
  readonly id: string;
  /** What has to be sent to get it; empty when the service answers by itself. */
  readonly request: readonly string[];
  readonly eventId: string | null;
  responseId: string | null;
  /** Nobody wants to hear any more of it. */
  dropped: boolean;
  /** Something of it has been told. */
  reported: boolean;
  /** It called a tool in a way that cannot be carried out. */
  unusable: boolean;
  /** Its sound as far as it has come. */
  readonly parts: AudioPart[];
  /** What was not heard of it has been cut away. */
  cut: boolean;
}

/** Old answers cannot be cut any more; this many are more than a carrier's buffer can hold. */
const maxRemembered = 16;

/**
 * Who is speaking and who is next. The service gives one answer at a time and refuses to be asked for another meanwhile,
 * so requests wait here.
 */
export class ResponseQueue {
  /** Not asked for yet, because another answer is still under way. */
  readonly waiting: EngineResponse[] = [];
  /** Asked for; the service has not begun. */
  requested: EngineResponse | null = null;
  running: EngineResponse | null = null;
  readonly #byId = new Map<string, EngineResponse>();
  readonly #byResponse = new Map<string, EngineResponse>();

  find(id: string): EngineResponse | undefined {
    return this.#byId.get(id);
  }

  ofResponse(responseId: string): EngineResponse | undefined {
    // Almost always the one that runs: its sound comes fifty times a second.
    return this.running?.responseId === responseId ? this.running : this.#byResponse.get(responseId);
  }

  /** Answers that somebody still waits for. */
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

  /** The next one to ask for, if the service is free. */
  next(): EngineResponse | null {
    if (this.running || this.requested) return null;
    this.requested = this.waiting.shift() ?? null;
    return this.requested;
  }

  /** The service has begun an answer: the one asked for, or one of its own. */
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

  /** The service was busy with an answer of its own: ask again after it. */
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
    ...{ id, request, eventId, responseId: null, dropped: false, reported: false, unusable: false },
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
 * Where the parts of an answer have to be cut when only so much of it was heard. Never past the end of what has come:
 * the service refuses that and would go on believing that it was heard. While it still speaks, the last part is cut
 * even if all that has come was heard, because more has been said by now.
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
