import { type JsonFields, jsonFields } from '../../lib/json-fields.ts';
import { isBase64 } from '../../lib/telephone-audio.ts';
import type { AudioFrame, AudioMessage, AudioProtocol, AudioWriter } from '../../ports/voice-connection.ts';
import { setupOf } from './setup-parameters.ts';

/** Messages of a media stream: JSON in text frames. */
type StreamMessage =
  | AudioMessage
  | { readonly kind: 'connected' }
  | {
      readonly kind: 'started';
      readonly streamSid: string;
      readonly callSid: string;
      /** The parameters we gave the carrier when it was told to connect. */
      readonly parameters: Readonly<Record<string, string>>;
      /** Whether it is the one format that is passed through here: µ-law, 8 kHz, one channel. */
      readonly telephone: boolean;
    };

export const streamProtocol: AudioProtocol = {
  readSetup: (text) => {
    const message = readStreamMessage(text);
    if (message?.kind === 'connected') return 'later';
    if (message?.kind !== 'started' || !message.telephone) return null;
    return { ...setupOf(message.callSid, message.parameters), streamId: message.streamSid };
  },
  read: (text) => {
    const message = readStreamMessage(text);
    return message?.kind === 'connected' || message?.kind === 'started' ? other : message;
  },
  readFrame: readAudioFrame,
  writer: streamWriter,
};

const other: AudioMessage = { kind: 'other' };

/** Audio in the form in which the carrier usually writes it: matching costs half of parsing. Other forms are parsed. */
const audioFrame =
  /^\{"event":"media","sequenceNumber":"\d+",(?:"streamSid":"\w+",)?"media":\{"track":"inbound","chunk":"\d+","timestamp":"(\d{1,15})","payload":"([A-Za-z0-9+/]+={0,2})"\}(?:,"streamSid":"\w+")?\}$/;

const longestFrame = 4_096;

/** Null for audio in another form, and for other messages. */
function readAudioFrame(json: string): AudioFrame | null {
  const sound = json.length < longestFrame ? audioFrame.exec(json) : null;
  const payload = sound?.[2] ?? '';
  // The form allows half a byte of base64.
  if (sound === null || payload.length % 4 !== 0) return null;
  return { kind: 'media', payload, streamMs: Number(sound[1]) };
}

/** Null for what is not a message of this protocol. */
function readStreamMessage(json: string): StreamMessage | null {
  const sound = readAudioFrame(json);
  if (sound) return sound;
  let raw: unknown;
  try {
    raw = JSON.parse(json);
  } catch {
    return null;
  }
  const message = jsonFields(raw);
  switch (message.event) {
    case 'media':
      return readMedia(jsonFields(message.media));
    case 'mark':
      return named(jsonFields(message.mark).name, (name) => ({ kind: 'mark', name }));
    case 'dtmf':
      return named(jsonFields(message.dtmf).digit, (digit) => ({ kind: 'digit', digit }));
    case 'start':
      return readStart(jsonFields(message.start));
    case 'connected':
      return { kind: 'connected' };
    case 'stop':
      return { kind: 'stopped' };
    default:
      return typeof message.event === 'string' ? other : null;
  }
}

/** The payload is forwarded as it is, so it is checked here. */
function readMedia({ track, payload, timestamp }: JsonFields): StreamMessage | null {
  if (typeof payload !== 'string' || payload.length % 4 !== 0 || !isBase64(payload)) return null;
  if (track !== undefined && track !== 'inbound') return other;
  const streamMs =
    typeof timestamp === 'string' || typeof timestamp === 'number' ? Number(timestamp) : Number.NaN;
  return { kind: 'media', payload, streamMs: Number.isFinite(streamMs) ? streamMs : null };
}

function readStart({ streamSid, callSid, customParameters, mediaFormat }: JsonFields): StreamMessage | null {
  if (typeof streamSid !== 'string' || typeof callSid !== 'string') return null;
  const { encoding, sampleRate, channels } = jsonFields(mediaFormat);
  const telephone = encoding === 'audio/x-mulaw' && sampleRate === 8_000 && channels === 1;
  const parameters = Object.fromEntries(
    Object.entries(jsonFields(customParameters)).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );
  return { kind: 'started', streamSid, callSid, parameters, telephone };
}

function named(name: unknown, message: (name: string) => StreamMessage): StreamMessage | null {
  return typeof name === 'string' && name !== '' ? message(name) : null;
}

function streamWriter(streamSid: string): AudioWriter {
  const sid = JSON.stringify(streamSid);
  return {
    media: (payload) => `{"event":"media","streamSid":${sid},"media":{"payload":"${payload}"}}`,
    mark: (name) => `{"event":"mark","streamSid":${sid},"mark":{"name":${JSON.stringify(name)}}}`,
    clear: `{"event":"clear","streamSid":${sid}}`,
  };
}
