import type { ProviderStep, Shown } from './model-providers/provider-server.ts';

const goodbye: readonly ProviderStep[] = [
  { say: 'Your appointment is now on Thursday at three. Goodbye.' },
  { call: 'end_call', input: { reason: 'finished' } },
];

/**
 * How a model moves an appointment: it looks for it and for free times, asks, moves it with the id and the time that the
 * tools answered, and promises nothing before the last answer.
 */
export function movingModel({ said, results }: Shown): readonly ProviderStep[] {
  const heard = said.at(-1) ?? '';
  const [appointments = '', times = '', moved] = results;
  if (moved !== undefined)
    return /T15:00/.test(moved) ? goodbye : [{ say: 'I could not move it. The desk will call you.' }];
  if (results.length === 2) {
    const id = /\bA1\d{3}\b/.exec(appointments)?.[0];
    const start = /\d{4}-\d\d-\d\dT15:00/.exec(times)?.[0];
    if (!/three/i.test(heard)) return [{ say: 'What time would you like?' }];
    return [{ call: 'move_appointment', input: { id, start } }];
  }
  if (results.length === 1)
    return [{ call: 'find_free_times', input: { day: 'Thursday', part: 'afternoon' } }];
  if (/Thursday/.test(heard)) return [{ call: 'find_appointments', input: { patient: 'Ann Miller' } }];
  if (/cannot|not work|move/i.test(heard)) return [{ say: 'Which day would suit you better?' }];
  return [{ say: 'You have an appointment on Monday at nine. Can you come?' }];
}
