import type { AgentConfig } from './agent-config.ts';

export type Pace = AgentConfig['conversation']['pace'];

/** What a pace means in numbers. Times are milliseconds. */
export interface PaceNumbers {
  /** How easily speech of the other party stops the agent where the carrier recognises speech. */
  readonly interruptSensitivity: 'low' | 'medium' | 'high';
  /** The pause after which the carrier takes what they said for complete; `auto`: as its recognition decides. */
  readonly speechTimeoutMs: number | 'auto';
  /** Whether "mhm" and "yes" are heard as listening, and do not stop the agent. */
  readonly ignoreBackchannel: boolean;
  /** The pause after which a speech engine takes what they said for complete. */
  readonly engineSilenceMs: number;
  /** How long nobody speaks before the agent asks whether somebody is there, unless the agent sets its own. */
  readonly silenceMs: number;
  /** How long an interruption may be without words before the agent goes on. */
  readonly wordlessMs: number;
  /** The pause after which pressed keys count as complete. */
  readonly digitsMs: number;
  /** How long the other party may take for the first words, where they speak first. */
  readonly firstWordsMs: number;
}

export const paces: Readonly<Record<Pace, PaceNumbers>> = {
  patient: {
    interruptSensitivity: 'low',
    speechTimeoutMs: 1_500,
    ignoreBackchannel: true,
    engineSilenceMs: 900,
    silenceMs: 12_000,
    wordlessMs: 6_000,
    digitsMs: 4_000,
    firstWordsMs: 7_000,
  },
  normal: {
    interruptSensitivity: 'medium',
    speechTimeoutMs: 'auto',
    ignoreBackchannel: true,
    engineSilenceMs: 500,
    silenceMs: 8_000,
    wordlessMs: 4_000,
    digitsMs: 2_500,
    firstWordsMs: 5_000,
  },
  brisk: {
    interruptSensitivity: 'high',
    speechTimeoutMs: 700,
    ignoreBackchannel: false,
    engineSilenceMs: 350,
    silenceMs: 6_000,
    wordlessMs: 3_000,
    digitsMs: 1_800,
    firstWordsMs: 3_500,
  },
};
