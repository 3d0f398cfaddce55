import type { ConversationEntry } from '../../ports/language-model.ts';
import type { CallerInput, Reply } from './planning/outbound-dialogue.ts';

/** The rules of one kind of call: its first state, and the next state and reply for what the other party says. */
export interface DialogueRules<State> {
  start(): State;
  nextMove(state: State, heard: CallerInput): { readonly dialogue: State; readonly reply: Reply };
}

interface Exchange {
  readonly agent: readonly Extract<ConversationEntry, { kind: 'agent' }>[];
  readonly text: string;
  readonly pressed: string;
}

/**
 * Replays the whole conversation and returns the next reply. No state is kept between turns, so a reply that was not
 * heard has no effect.
 */
export function nextReply<State>(rules: DialogueRules<State>, history: readonly ConversationEntry[]): Reply {
  let dialogue = rules.start();
  let reply: Reply = { text: '', tools: [] };
  for (const exchange of exchangesIn(history)) {
    const heard = heardIn(exchange, reply.text);
    ({ dialogue, reply } = rules.nextMove(dialogue, heard));
  }
  return reply;
}

/** Consecutive entries of the other party are one exchange. */
function exchangesIn(history: readonly ConversationEntry[]): Exchange[] {
  const exchanges: Exchange[] = [];
  let agent: Exchange['agent'] = [];
  let open = false;
  for (const entry of history) {
    if (entry.kind === 'agent') {
      agent = open ? [entry] : [...agent, entry];
      open = false;
      continue;
    }
    // Tool calls follow from the replies, and after a cut the last reply is given again.
    if (entry.kind === 'tool' || entry.kind === 'lateResult' || entry.kind === 'cut') continue;
    const last = exchanges.at(-1);
    const text = entry.kind === 'said' ? entry.text : '';
    const pressed = entry.kind === 'pressed' ? entry.digits : '';
    if (open && last) {
      exchanges[exchanges.length - 1] = {
        ...last,
        text: `${last.text} ${text}`.trim(),
        pressed: last.pressed + pressed,
      };
    } else exchanges.push({ agent, text, pressed });
    open = true;
  }
  return exchanges;
}

function heardIn({ agent, text, pressed }: Exchange, intended: string): CallerInput {
  const last = agent.at(-1);
  const own = agent.filter(
    (entry) => intended !== '' && lettersAndDigits(intended).includes(lettersAndDigits(entry.text)),
  );
  return {
    text,
    pressed,
    heardAll: intended === '' || own.at(-1)?.interrupted !== true,
    share:
      intended === '' || own.length === 0
        ? 1
        : Math.max(...own.map((entry) => entry.text.length)) / intended.length,
    // The last entry is not part of the agent's reply: the session asked whether the other party is still there.
    askedIfThere: intended !== '' && last !== undefined && !own.includes(last),
  };
}

function lettersAndDigits(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}
