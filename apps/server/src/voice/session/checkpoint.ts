import { changeUtterance } from './agent.ts';
import { change, type Draft, emit, setCaller } from './draft.ts';
import { heardUntil } from './heard.ts';

/** Writes down what was heard so far, so that a process that dies now loses no more than the last second. */
export function checkpoint(draft: Draft): void {
  const { agent, caller, settings, playbackTold, checkpoints } = draft.state;
  change(draft, { checkpoints: checkpoints + 1 });
  if (agent.kind === 'speaking') {
    const { utterance } = agent;
    const text = heardUntil(utterance, draft.at, settings, playbackTold).trim();
    if (text !== '' && text !== utterance.saved) {
      changeUtterance(draft, { saved: text });
      saveOpen(draft, utterance.ordinal, 'agent', text, utterance.startedAt);
    }
  }
  if (caller.kind === 'speaking' && caller.text !== '' && caller.text !== caller.saved) {
    setCaller(draft, { ...caller, saved: caller.text });
    saveOpen(draft, caller.ordinal, 'user', caller.text, caller.startedAt);
  }
}

function saveOpen(draft: Draft, ordinal: number, speaker: 'agent' | 'user', text: string, at: number): void {
  // Whoever reads it unfinished reads of a speech that was cut off.
  const segment = { ordinal, speaker, text, at, interrupted: true, unconfirmed: false };
  emit(draft, { type: 'save', segment, final: false });
}
