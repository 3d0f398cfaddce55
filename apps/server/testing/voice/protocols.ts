import { relayProtocol } from '../../src/adapters/twilio/relay-messages.ts';
import { streamProtocol } from '../../src/adapters/twilio/stream-messages.ts';
import type { AudioProtocol, TextProtocol } from '../../src/ports/voice-connection.ts';

/** The protocols of the carrier that most tests of sessions play. */
export const textProtocol: TextProtocol = relayProtocol;
export const audioProtocol: AudioProtocol = streamProtocol;
