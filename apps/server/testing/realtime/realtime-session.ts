import { ProtocolSession } from './protocol-session.ts';
import { sessionExpired } from './wire-error.ts';

/** A session that a test controls: what the caller says, what the service does, and what was received. */
export class RealtimeSession extends ProtocolSession {
  /** The caller starts to say this, without audio on the wire; the item id of the utterance. */
  callerStarts(text: string): string {
    return this.input.startUtterance(text);
  }

  callerStops(): void {
    this.input.stop();
  }

  callerSays(text: string): string {
    const itemId = this.callerStarts(text);
    this.callerStops();
    return itemId;
  }

  /** Continues an answer that is paused or stalled. */
  release(): void {
    this.run?.release();
  }

  /** Answers an update that was held back. */
  answerUpdate(): void {
    this.heldUpdate?.();
    this.heldUpdate = null;
  }

  /** Sixty minutes are over. */
  expire(): void {
    this.closeWith(sessionExpired);
  }

  close(code = 1000, reason = ''): void {
    this.socket.close(code, reason);
  }

  /** Reads nothing from the socket until `resumeReading`, so that the client's buffers fill. */
  pauseReading(): void {
    this.socket.pause();
  }

  resumeReading(): void {
    this.socket.resume();
  }

  get answering(): boolean {
    return this.run !== null;
  }

  /** The types of the events received, in order, without audio. */
  requests(): string[] {
    return this.received.types().filter((type) => type !== 'input_audio_buffer.append');
  }

  /** All audio that was appended, in order. */
  audio(): Buffer {
    return Buffer.concat(this.appended);
  }

  /** The conversation as the service stores it; for truncated speech its length. */
  history(): string[] {
    return this.conversation.items.map(({ role, type, text, audioMs }) => {
      const cut = text === null && role === 'assistant' ? `[${audioMs} ms]` : text;
      return `${role ?? type}: ${cut ?? ''}`;
    });
  }
}
