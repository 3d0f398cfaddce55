import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { defaultNumbers, type VoiceKind } from '../lab.ts';
import { readNumberAtStart } from '../phone-numbers.ts';

export interface CliOptions {
  port: number;
  dataDir: string;
  speed: number;
  cps: number;
  numbers: string[];
  poses: boolean;
  faultsFile: string | null;
  /** The default callee. */
  callee: string | null;
  calleesDir: string | null;
  seed: number;
  voice: VoiceKind;
  /** Keep running when the parent process ends. */
  stay: boolean;
}

export const usage = `phone-lab: a Twilio-compatible voice carrier on this machine. No real calls are made.

  --port N           where it listens on 127.0.0.1, 0 for any free port (PHONE_LAB_PORT, 4010)
  --data-dir DIR     folder for credentials, ledger and recordings (PHONE_LAB_DATA_DIR, .data/phone-lab)
  --speed N          how many times faster than real time (PHONE_LAB_SPEED, 1)
  --cps N            calls per second that leave the queue (PHONE_LAB_CPS, 10)
  --number +1…       a number of the account, repeatable (${defaultNumbers.join(' and ')});
                     +1…:no-voice for one without voice
  --pose-as-twilio   for tests of real mode: it does not say that it is a lab
  --callee NAME      who answers by default (confirms)
  --callees DIR      a folder with callees as YAML files
  --faults FILE      YAML or JSON file with faults to switch on
  --seed N           seed of the faults (1)
  --voice KIND       how recordings sound: spoken, or tones that a test can read (PHONE_LAB_VOICE, spoken)
  --stay             keep running when the parent process ends
  --help`;

/** Reads flags and environment; reports all mistakes in one message. */
export function readOptions(argv: string[], env: NodeJS.ProcessEnv): CliOptions | 'help' {
  const { values } = parseArgs({
    args: argv,
    options: {
      port: { type: 'string' },
      'data-dir': { type: 'string' },
      speed: { type: 'string' },
      cps: { type: 'string' },
      number: { type: 'string', multiple: true },
      'pose-as-twilio': { type: 'boolean' },
      callee: { type: 'string' },
      callees: { type: 'string' },
      faults: { type: 'string' },
      seed: { type: 'string' },
      voice: { type: 'string' },
      stay: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return 'help';
  const wrong: string[] = [];
  const number = (name: string, text: string, fits: (value: number) => boolean) => {
    const value = Number(text);
    if (text.trim() === '' || !fits(value)) wrong.push(`${name} cannot be "${text}".`);
    return value;
  };
  const positive = (value: number) => value > 0 && Number.isFinite(value);
  const numbers = (values.number ?? defaultNumbers).map((given) => {
    const normal = readNumberAtStart(given);
    if (!normal) wrong.push(`--number takes numbers like +15005550006, not "${given}".`);
    return given;
  });
  const voice = values.voice ?? env.PHONE_LAB_VOICE ?? 'spoken';
  if (voice !== 'spoken' && voice !== 'tones') wrong.push(`--voice is spoken or tones, not "${voice}".`);
  const isPort = (value: number) => Number.isInteger(value) && value >= 0 && value <= 65_535;
  const options: CliOptions = {
    port: number('--port', values.port ?? env.PHONE_LAB_PORT ?? '4010', isPort),
    dataDir: resolve(values['data-dir'] ?? env.PHONE_LAB_DATA_DIR ?? '.data/phone-lab'),
    speed: number('--speed', values.speed ?? env.PHONE_LAB_SPEED ?? '1', positive),
    cps: number('--cps', values.cps ?? env.PHONE_LAB_CPS ?? '10', positive),
    numbers,
    poses: values['pose-as-twilio'] ?? false,
    faultsFile: values.faults ?? null,
    callee: values.callee ?? null,
    calleesDir: values.callees ?? null,
    seed: number('--seed', values.seed ?? '1', Number.isInteger),
    voice: voice === 'tones' ? 'tones' : 'spoken',
    stay: values.stay ?? false,
  };
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
  return options;
}
