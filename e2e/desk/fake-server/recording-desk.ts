import { type Recording, type RecordingSettings, startingRecordingSettings } from '@parley/contract';

const rate = 8_000;
/** 2 minutes: longer than any test listens. */
export const soundSeconds = 120;

/** Two channels of 16 bits: the parties take turns of four seconds, each with a tone of its own. */
function soundFile(): Buffer {
  const bytes = soundSeconds * rate * 4;
  const file = Buffer.alloc(44 + bytes);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(36 + bytes, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(2, 22);
  file.writeUInt32LE(rate, 24);
  file.writeUInt32LE(rate * 4, 28);
  file.writeUInt16LE(4, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(bytes, 40);
  for (let at = 0; at < soundSeconds * rate; at += 1) {
    const agent = Math.floor(at / rate / 4) % 2 === 0;
    const value = Math.round(8_000 * Math.sin((2 * Math.PI * (agent ? 440 : 330) * at) / rate));
    file.writeInt16LE(value, 44 + at * 4 + (agent ? 2 : 0));
  }
  return file;
}

let made: Buffer | null = null;

/** As loud as people speak: words with pauses between them. */
const peaksOf = (agent: boolean) =>
  Array.from({ length: 1_200 }, (_, at) => {
    const speaks = (Math.floor(at / 40) % 2 === 0) === agent;
    return speaks ? Math.round(30 + 25 * Math.abs(Math.sin(at / 3)) * Math.abs(Math.cos(at / 11))) : 1;
  });

export function recordingOf(more: Partial<Recording> = {}): Recording {
  return {
    ...{ state: 'ready', problem: null, sentence: null, milliseconds: soundSeconds * 1000 },
    ...{ bytes: 44 + soundSeconds * rate * 4, agentChannel: 2, atCarrier: 'removed', canRetry: false },
    peaks: { perSecond: 10, channels: [peaksOf(false), peaksOf(true)] },
    ...more,
  };
}

/** Of a call that is up. */
export function runningRecording(more: Partial<Recording> = {}): Recording {
  return recordingOf({
    ...{ state: 'recording', milliseconds: null, bytes: null, peaks: null, atCarrier: 'kept' },
    ...{ paused: null, canPause: true, ...more },
  });
}

/** The recording of whichever call says that it has one. */
export class RecordingDesk {
  recording: Recording | null = recordingOf();
  addresses = 0;
  /** Whether the carrier answers pauses. */
  confirmsPauses = true;
  settings: RecordingSettings = startingRecordingSettings;

  get sound(): Buffer {
    made ??= soundFile();
    return made;
  }
}
