import type { WebSocket } from 'ws';
import { type ClientEvent, type ResponseShape, readClientEvent } from './client-events.ts';
import { Conversation, type Item } from './conversation.ts';
import { EventLog, type WireEvent } from './event-log.ts';
import { InputAudio, type Utterance } from './input-audio.ts';
import { type AnswerPlan, type AnswerRequest, stepsOf } from './plan.ts';
import { type ResponseHost, ResponseRun } from './response-run.ts';
import { SessionSettings } from './session-settings.ts';
import { wordsIn } from './speech.ts';
import { Transcripts } from './transcripts.ts';
import { type ClosingError, invalid, type WireError } from './wire-error.ts';

const largestAppend = 15 * 1024 * 1024;
/** A commit of less than this is refused. */
const shortestCommitMs = 100;

export interface Script {
  /** What to do when it is time to answer. */
  plan(request: AnswerRequest): AnswerPlan;
  readonly answersUpdates: boolean;
}

/** The service's side of one session, strictly by the protocol. */
export class ProtocolSession implements ResponseHost {
  readonly received = new EventLog();
  readonly sent = new EventLog();
  readonly settings: SessionSettings;
  readonly conversation: Conversation;
  readonly transcripts: Transcripts;
  protected readonly socket: WebSocket;
  readonly #script: Script;
  protected readonly input: InputAudio;
  protected readonly appended: Buffer[] = [];
  #ids = 0;
  #answers = 0;
  protected run: ResponseRun | null = null;
  #lastHeard: string | null = null;
  protected heldUpdate: (() => void) | null = null;

  constructor(socket: WebSocket, model: string, script: Script) {
    this.socket = socket;
    this.#script = script;
    this.settings = new SessionSettings(model);
    this.conversation = new Conversation(this.newId('conv'));
    this.transcripts = new Transcripts((event) => this.send(event));
    this.input = new InputAudio({
      newId: (prefix) => this.newId(prefix),
      started: (itemId, atMs) => this.#onSpeechStarted(itemId, atMs),
      stopped: (utterance, atMs) => this.#onSpeechStopped(utterance, atMs),
    });
    socket.on('message', (data, isBinary) => this.#onMessage(String(data), isBinary));
    socket.on('close', () => {
      this.run?.abandon();
      this.received.end('the session is closed');
      this.sent.end('the session is closed');
    });
    this.send({ type: 'session.created', session: this.#show() });
  }

  fail(error: WireError): void {
    this.send({ type: 'error', error: { ...error, event_id: null } });
  }

  closeWith({ error, closeCode }: ClosingError): void {
    this.fail(error);
    this.socket.close(closeCode, closeCode === 1001 ? error.message : `${error.type}.${error.code}`);
  }

  /** Drops the connection without a close frame. */
  cut(): void {
    this.socket.terminate();
  }

  send(event: WireEvent): void {
    if (this.socket.readyState !== this.socket.OPEN) return;
    const { type, ...fields } = event;
    const whole = { type, event_id: this.newId('event'), ...fields };
    if (type === 'response.output_audio.delta') this.settings.voiceHeard = true;
    this.socket.send(JSON.stringify(whole));
    this.sent.add(whole);
  }

  newId(prefix: string): string {
    this.#ids += 1;
    return `${prefix}_${this.#ids}`;
  }

  ended(run: ResponseRun): void {
    if (this.run === run) this.run = null;
    this.send({
      type: 'rate_limits.updated',
      rate_limits: [
        { name: 'requests', limit: 1_000, remaining: 999, reset_seconds: 60 },
        { name: 'tokens', limit: 50_000, remaining: 49_000, reset_seconds: 60 },
      ],
    });
  }

  #show(): object {
    return { object: 'realtime.session', id: 'sess_1', ...this.settings.current };
  }

  #onMessage(json: string, isBinary: boolean): void {
    if (isBinary) {
      this.fail(invalid('invalid_event', 'Events are text.'));
      return;
    }
    const read = readClientEvent(json);
    if ('closing' in read) {
      this.closeWith(read.closing);
      return;
    }
    if ('error' in read) {
      this.received.add({ type: 'refused', code: read.error.code, param: read.error.param });
      this.send({ type: 'error', error: { ...read.error, event_id: read.eventId } });
      return;
    }
    const { event } = read;
    const error = this.#take(event);
    if (error) this.send({ type: 'error', error: { ...error, event_id: event.event_id ?? null } });
    this.received.add(event as WireEvent);
  }

  #take(event: ClientEvent): WireError | null {
    switch (event.type) {
      case 'session.update':
        return this.#onUpdate(event.session);
      case 'input_audio_buffer.append':
        return this.#onAppend(event.audio);
      case 'input_audio_buffer.commit':
        return this.#onCommit();
      case 'input_audio_buffer.clear':
        this.input.take();
        this.send({ type: 'input_audio_buffer.cleared' });
        return null;
      case 'conversation.item.create':
        return this.#onItemCreate(event);
      case 'conversation.item.delete': {
        const error = this.conversation.delete(event.item_id);
        if (!error) this.send({ type: 'conversation.item.deleted', item_id: event.item_id });
        return error;
      }
      case 'conversation.item.truncate': {
        const { item_id, content_index, audio_end_ms } = event;
        const error = this.conversation.truncate(item_id, audio_end_ms);
        if (!error) this.send({ type: 'conversation.item.truncated', item_id, content_index, audio_end_ms });
        return error;
      }
      case 'response.create':
        return this.#onResponseCreate(event.response ?? {});
      case 'response.cancel':
        return this.#onCancel(event.response_id);
    }
  }

  #onUpdate(given: Parameters<SessionSettings['update']>[0]): WireError | null {
    const error = this.settings.update(given);
    if (error) return error;
    const answer = () => this.send({ type: 'session.updated', session: this.#show() });
    if (this.#script.answersUpdates) answer();
    else this.heldUpdate = answer;
    return null;
  }

  #onAppend(base64: string): WireError | null {
    if (base64.length > (largestAppend * 4) / 3) {
      return invalid('invalid_value', 'Audio of more than 15 MiB in one event.', 'audio');
    }
    if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64) || base64.length % 4 !== 0) {
      return invalid('invalid_value', 'Invalid base64.', 'audio');
    }
    if (!this.settings.speaksTelephone) {
      return invalid('emulator_unsupported', 'The emulator accepts audio/pcmu only; set both formats first.');
    }
    const audio = Buffer.from(base64, 'base64');
    this.appended.push(audio);
    this.input.append(audio, this.settings.detection);
    return null;
  }

  #onCommit(): WireError | null {
    const audio = this.input.take();
    const ms = InputAudio.ms(audio);
    if (ms < shortestCommitMs) {
      return invalid(
        'input_audio_buffer_commit_empty',
        `Error committing input audio buffer: buffer too small. Expected at least 100ms of audio, but buffer only has ${ms.toFixed(2)}ms of audio.`,
      );
    }
    this.#commit({ itemId: this.newId('item'), audio });
    return null;
  }

  #onItemCreate(event: Extract<ClientEvent, { type: 'conversation.item.create' }>): WireError | null {
    const { item: given } = event;
    const id = given.id ?? this.newId('item');
    let item: Item;
    if (given.type === 'function_call_output') {
      const { call_id: callId, output } = given;
      if (!this.conversation.awaitsResult(callId)) {
        return invalid(
          'invalid_tool_call_id',
          `Tool call ID '${callId}' not found in conversation.`,
          'item.call_id',
        );
      }
      item = { id, type: given.type, role: null, status: 'completed', text: output, audioMs: null, callId };
    } else if (given.type === 'function_call') {
      const { call_id: callId, name, arguments: text } = given;
      if (this.conversation.items.some((known) => known.callId === callId)) {
        return invalid('invalid_tool_call_id', `There is a call with id '${callId}'.`, 'item.call_id');
      }
      item = { id, type: given.type, role: null, status: 'completed', text, audioMs: null, callId, name };
    } else {
      const text = given.content.map((part) => part.text).join('');
      item = { id, type: 'message', role: given.role, status: 'completed', text, audioMs: null };
    }
    this.#addItem(item);
    return null;
  }

  #onResponseCreate(shape: ResponseShape): WireError | null {
    if (shape.conversation === 'none' || shape.input) {
      return invalid('emulator_unsupported', 'The emulator answers in the conversation only.');
    }
    return this.#answer('asked', shape.instructions ?? this.settings.instructions, shape.metadata);
  }

  #onCancel(responseId: string | undefined): WireError | null {
    if (!this.run || (responseId !== undefined && responseId !== this.run.id)) {
      return invalid('response_cancel_not_active', 'Cancellation failed: no active response found');
    }
    this.run.cancel('client_cancelled');
    return null;
  }

  #answer(cause: AnswerRequest['cause'], instructions: string, metadata: unknown): WireError | null {
    if (this.run) {
      return invalid(
        'conversation_already_has_active_response',
        `Conversation already has an active response in progress: ${this.run.id}. Wait until the response is finished before creating a new one.`,
      );
    }
    this.#answers += 1;
    const request = { number: this.#answers, cause, instructions, heard: this.#lastHeard };
    this.run = new ResponseRun(this, metadata);
    void this.run.perform(stepsOf(this.#script.plan(request)));
    return null;
  }

  #onSpeechStarted(itemId: string, atMs: number): void {
    const { detection } = this.settings;
    const start = Math.max(0, atMs - (detection?.prefixMs ?? 0));
    this.send({ type: 'input_audio_buffer.speech_started', audio_start_ms: start, item_id: itemId });
    if (detection?.interrupts) this.run?.cancel('turn_detected');
  }

  #onSpeechStopped(utterance: Utterance, atMs: number): void {
    const { detection } = this.settings;
    const { itemId } = utterance;
    this.send({ type: 'input_audio_buffer.speech_stopped', audio_end_ms: atMs, item_id: itemId });
    this.#commit(utterance);
    if (!detection?.creates) return;
    // While the model is speaking, the service reports an error that refers to no client event.
    const error = this.#answer('heard', this.settings.instructions, null);
    if (error) this.fail(error);
  }

  #commit(utterance: Utterance): void {
    const { itemId, audio } = utterance;
    this.#lastHeard = wordsIn(audio);
    const previous = this.conversation.lastId();
    this.send({ type: 'input_audio_buffer.committed', previous_item_id: previous, item_id: itemId });
    const ms = InputAudio.ms(audio);
    this.#addItem({
      ...{ id: itemId, type: 'message', role: 'user', status: 'completed' },
      ...{ text: this.#lastHeard, audioMs: ms },
    });
    if (this.settings.transcribes) this.transcripts.take(utterance);
  }

  #addItem(item: Item): void {
    const previous = this.conversation.lastId();
    this.conversation.add(item);
    const shown = Conversation.show(item);
    this.send({ type: 'conversation.item.added', previous_item_id: previous, item: shown });
    this.send({ type: 'conversation.item.done', previous_item_id: previous, item: shown });
  }
}
