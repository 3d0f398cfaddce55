import { ProtocolSession } from './protocol-session.ts';
import { sessionExpired } from './wire-error.ts';

/** A session in the hands of a test: what the caller does, what the service does, and what came of it. */
export class RealtimeSession extends ProtocolSession {
  /** The caller begins to say this, without a sound on the wire; returns the name of the utterance. */
  callerStarts(text: string): string {
    return this.input.startTold(text);
  }

  callerStops(): void {
    this.input.stop();
  }

  callerSays(text: string): string {
    const itemId = this.callerStarts(text);
    this.callerStops();
    return itemId;
  }

  /** Lets an answer go on that holds or stalls. */
  release(): void {
    this.run?.release();
  }

  /** Answers an update that was kept waiting. */
  answerUpdate(): void {
    this.heldUpdate?.();
    this.heldUpdate = null;
  }

  /** Sixty minutes are over. */
  expire(): void {
    this.expel(sessionExpired);
  }

  close(code = 1000, reason = ''): void {
    this.socket.close(code, reason);
  }

  /** Takes nothing off the wire until `listen`: the other end's buffers fill. */
  deafen(): void {
    this.socket.pause();
  }

  listen(): void {
    this.socket.resume();
  }

  get answering(): boolean {
    return this.run !== null;
  }

  /** What it was asked to do, in order; sound is left out. */
  orders(): string[] {
    return this.received.types().filter((type) => type !== 'input_audio_buffer.append');
  }

  /** All the sound that was ever appended, in order. */
  audio(): Buffer {
    return Buffer.concat(this.appended);
  }

  /** The conversation as the model remembers it; of speech that was cut, how much of it. */
  memory(): string[] {
    return this.conversation.items.map(({ role, type, text, audioMs }) => {
      const cut = text === null && role === 'assistant' ? `[${audioMs} ms]` : text;
      return `${role ?? type}: ${cut ?? ''}`;
    });
  }
}
