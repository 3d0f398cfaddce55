import type {
  CarrierConnection,
  CarrierNotice,
  CarrierRequest,
  WebhookRequest,
} from '../src/ports/carrier-connection.ts';

/** What the carrier reports in a webhook of this test. */
export interface ReportedFacts {
  readonly callId: string | null;
  readonly sid: string;
  readonly from: string;
  readonly to: string;
}

export type SentWebhook = WebhookRequest & { readonly path: string };

/** The carrier's side of its protocol. */
export interface CarrierSide {
  /** A sid in the form of this carrier. */
  readonly sid: string;
  /** Each kind of notice as the carrier sends and signs it. */
  readonly webhooks: Readonly<Record<CarrierNotice['kind'], (facts: ReportedFacts) => SentWebhook>>;
  /** The end of a text session, as the carrier reports it: of the one in this response, ended by this message of ours. */
  readonly sessionEnded: (facts: ReportedFacts, response: string, endMessage: string) => SentWebhook;
  readonly handshake: (speech: 'text' | 'audio') => CarrierRequest & { readonly path: string };
  readonly text: {
    setup(sid: string, given: { callId: string; token: string } | null): string;
    prompt(text: string, last: boolean): string;
    interrupt(heard: string): string;
    dtmf(digit: string): string;
    played(text: string): string;
    speaking(who: 'agent' | 'caller', on: boolean): string;
    error(description: string): string;
    readonly unknown: string;
    /** What the carrier makes of a message of ours. */
    understand(
      message: string,
    ):
      | { say: string; last: boolean; interruptible: boolean }
      | { digits: string }
      | { language: string }
      | 'end'
      | null;
  };
  readonly audio: {
    setup(sid: string, streamId: string, given: { callId: string; token: string } | null): string;
    frame(payload: string, streamMs: number): string;
    mark(name: string): string;
    digit(digit: string): string;
    readonly stop: string;
    readonly unknown: string;
    understand(message: string): { media: string } | { mark: string } | 'clear' | null;
  };
}

export interface ConnectionUnderTest {
  readonly connection: CarrierConnection;
  /** Another account of the same carrier. */
  readonly other: CarrierConnection;
  readonly carrier: CarrierSide;
}
