import * as z from 'zod';
import type {
  AudioMessage,
  AudioProtocol,
  TextMessage,
  TextProtocol,
  VoiceSetup,
} from '../../src/ports/voice-connection.ts';
import { type JsonCarrierAccount, sidOf } from './account.ts';

const data = z.object({ call: z.string(), token: z.string() }).partial().optional();
const begin = z.object({ op: z.literal('begin'), call: z.string(), stream: z.string().optional(), data });

const reported = z.discriminatedUnion('op', [
  z.object({ op: z.literal('heard'), text: z.string(), final: z.boolean() }),
  z.object({ op: z.literal('cut'), played: z.string().nullable() }),
  z.object({ op: z.literal('key'), key: z.string() }),
  z.object({ op: z.literal('spoken'), text: z.string() }),
  z.object({ op: z.literal('voice'), of: z.enum(['agent', 'person']), active: z.boolean() }),
  z.object({ op: z.literal('problem'), info: z.string() }),
]);

export function textProtocol(account: JsonCarrierAccount): TextProtocol {
  return {
    reportsPlayout: true,
    readSetup: (text) => {
      const setup = begin.safeParse(parse(text)).data;
      return setup ? setupOf(account, setup) : null;
    },
    read: readReport,
    say: (text, done, mayCut) => JSON.stringify({ op: 'speak', text, done, mayCut }),
    sendDigits: (keys) => JSON.stringify({ op: 'keys', keys }),
    speakLanguage: (tag) => JSON.stringify({ op: 'tongue', tag }),
    end: (next, to, why = null) => JSON.stringify({ op: 'close', next, to, why }),
    isRegularClose: (code) => code === 1000,
  };
}

function setupOf(account: JsonCarrierAccount, { call, data: given }: z.infer<typeof begin>): VoiceSetup {
  return { sid: sidOf(account, call), callId: given?.call ?? null, token: given?.token ?? null };
}

function readReport(text: string): TextMessage | null {
  const value = parse(text);
  const message = reported.safeParse(value).data;
  switch (message?.op) {
    case 'heard':
      return { type: 'prompt', text: message.text, last: message.final };
    case 'cut':
      return { type: 'interrupt', heard: message.played };
    case 'key':
      return { type: 'dtmf', digit: message.key };
    case 'spoken':
      return { type: 'played', text: message.text };
    case 'voice':
      return { type: 'speaking', who: message.of === 'agent' ? 'agent' : 'caller', on: message.active };
    case 'problem':
      return { type: 'error', description: message.info };
    default: {
      const name = z.object({ op: z.string() }).safeParse(value).data?.op;
      return name === undefined ? null : { type: 'other', name };
    }
  }
}

const audio = /^audio (\d{1,12}) ((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/;

/** Lines of text: a word, and what belongs to it. */
export function audioProtocol(account: JsonCarrierAccount): AudioProtocol {
  return {
    readSetup: (text) => {
      const { data: setup } = begin.safeParse(parse(text));
      return setup?.stream === undefined ? null : { ...setupOf(account, setup), streamId: setup.stream };
    },
    readFrame: (text) => {
      const frame = audio.exec(text);
      return frame && { kind: 'media', payload: frame[2] ?? '', streamMs: Number(frame[1]) };
    },
    read(text): AudioMessage | null {
      const [word, ...rest] = text.split(' ');
      const value = rest.join(' ');
      if (word === 'audio') return this.readFrame(text);
      if (word === 'mark' && value !== '') return { kind: 'mark', name: value };
      if (word === 'key' && value !== '') return { kind: 'digit', digit: value };
      if (text === 'end') return { kind: 'stopped' };
      return /^[a-z]+$/.test(word ?? '') ? { kind: 'other' } : null;
    },
    writer: () => ({
      media: (payload) => `audio ${payload}`,
      mark: (name) => `mark ${name}`,
      clear: 'flush',
    }),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
