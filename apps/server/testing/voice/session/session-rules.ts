import type { ConversationEntry } from '../../../src/ports/language-model.ts';
import type { Effect, Segment } from '../../../src/voice/session/effects.ts';
import type { SessionEvent, TimerName } from '../../../src/voice/session/events.ts';
import type { SessionState } from '../../../src/voice/session/state.ts';
import { historyFault } from '../../model-providers/turn-faults.ts';

/** Watches a session from outside and throws when a rule of docs/voice-session.md is broken. */
export class SessionRules {
  readonly #finals = new Set<number>();
  /** When each place was reserved. */
  readonly #places = new Map<number, number>();
  readonly #open = new Set<number>();
  readonly #thinking = new Set<string>();
  readonly #runs = new Set<string>();
  #ends = 0;
  #transfers = 0;
  #lists = 0;
  #closedNotifications = 0;
  #reopenings = 0;
  #spoke = false;
  #claims = 0;
  #granted = false;
  #messages = 0;

  check(
    before: SessionState,
    event: SessionEvent,
    after: SessionState,
    effects: readonly Effect[],
    trace: readonly object[],
  ): void {
    try {
      this.#check(before, event, after, effects);
    } catch (fault) {
      throw new Error(`${String(fault)} after\n${trace.map((step) => JSON.stringify(step)).join('\n')}`);
    }
  }

  #check(before: SessionState, event: SessionEvent, after: SessionState, effects: readonly Effect[]): void {
    // What was said in a session that was lost counts (VS37).
    this.#spoke ||= before.settings.resumed?.some(({ entry }) => entry.kind === 'said') ?? false;
    if (before.phase.kind === 'closed') hold('VS1', effects.length === 0 && after === before);
    this.#life(before, event, after);
    this.#hears(event);
    for (let place = before.nextOrdinal; place < after.nextOrdinal; place += 1)
      this.#places.set(place, event.at);
    for (const effect of effects) {
      this.#effect(effect, before, after);
      if (effect.type === 'save') this.#time(effect.segment, event.at);
    }
    waiting(after);
    toolHistory(after);
    if (after.phase.kind === 'closed' && before.phase.kind !== 'closed') {
      hold('VS13', this.#open.size === 0);
      hold('VS13', after.caller.kind === 'silent' && after.agent.kind === 'idle' && after.digits === null);
      hold('VS13', after.pendingPlayout.length === 0);
      hold('VS32', after.tools.running.length === 0);
      hold('VS1', this.#closedNotifications === 1);
    }
  }

  #life(before: SessionState, event: SessionEvent, after: SessionState): void {
    const rank = { connecting: 0, live: 1, ending: 2, closed: 3 };
    if (rank[after.phase.kind] >= rank[before.phase.kind]) return;
    hold('VS1', before.phase.kind === 'ending' && after.phase.kind === 'live');
    if (event.type === 'control.transferFailed') {
      hold('VS23', this.#transfers === 1 && !after.settings.canTransfer);
      this.#ends = 0;
      return;
    }
    this.#reopenings += 1;
    hold('VS21', this.#reopenings <= 1 && this.#ends === 0);
  }

  #hears(event: SessionEvent): void {
    const words =
      (event.type === 'carrier.prompt' || event.type === 'engine.userText') && event.text.trim() !== '';
    if (words || event.type === 'carrier.dtmf' || event.type === 'engine.speechStopped') this.#spoke = true;
    if (event.type === 'control.messageClaimed' && event.granted && this.#claims > 0) this.#granted = true;
    if (event.type === 'engine.done' || event.type === 'engine.failed') this.#thinking.delete(event.itemId);
  }

  #effect(effect: Effect, before: SessionState, after: SessionState): void {
    switch (effect.type) {
      case 'respond':
        hold('VS4', this.#spoke);
        hold('VS40', before.answering.by !== 'recorder');
        // An audio engine names its own answers, so only text turns can be followed from outside.
        hold('VS5', before.settings.speech === 'audio' || this.#thinking.size === 0);
        this.#thinking.add(effect.itemId);
        if (before.settings.speech === 'text') acceptable(effect.history);
        hold(
          'VS33',
          before.settings.speech === 'audio' || effect.history.every((entry) => !isRunning(entry)),
        );
        break;
      case 'runTool':
        hold('VS32', !this.#runs.has(effect.callId) && after.phase.kind === 'live' && this.#spoke);
        hold('VS32', !isOfLostSession(before, effect.callId));
        this.#runs.add(effect.callId);
        break;
      case 'toolResult':
        hold('VS35', before.settings.speech === 'audio' && effect.result.status !== 'running');
        break;
      case 'cancel':
        this.#thinking.delete(effect.itemId);
        break;
      case 'save':
        this.#save(effect);
        break;
      case 'remove':
        hold('VS12', !this.#finals.has(effect.ordinal));
        this.#open.delete(effect.ordinal);
        break;
      case 'end':
      case 'transfer':
        this.#ends += 1;
        if (effect.type === 'transfer') this.#transfers += 1;
        hold('VS22', this.#ends === 1 && this.#transfers <= 1);
        hold('VS21', after.agent.kind === 'idle' && after.pendingPlayout.length === 0);
        break;
      case 'claimMessage':
        this.#claims += 1;
        hold('VS40', this.#claims === 1 && after.agent.kind === 'idle');
        break;
      case 'sayText':
        hold('VS22', this.#ends === 0);
        if (effect.text === before.settings.manners.voicemailMessage) this.#messages += 1;
        hold('VS40', this.#messages <= (this.#granted ? 1 : 0));
        // Once a machine talks, nothing but the message is said.
        hold('VS40', before.answering.by !== 'recorder' || after.phase.kind !== 'live');
        break;
      case 'endOfAudio':
        hold('VS30', before.settings.speech === 'audio' && after.awaitedTexts.length > 0);
        break;
      case 'doNotCall':
        this.#lists += 1;
        hold('VS24', this.#lists === 1 && after.refusal !== 'none');
        break;
      case 'truncate':
        hold('VS8', isCutWhereHeard(before, effect));
        break;
      case 'publish':
        if (effect.event.kind === 'closed') this.#closedNotifications += 1;
        if (effect.event.kind === 'turn') hold('VS27', (effect.event.timing.firstTokenMs ?? -1) >= 0);
        break;
      default:
    }
  }

  #save({ segment, final }: Extract<Effect, { type: 'save' }>): void {
    hold('VS12', !this.#finals.has(segment.ordinal));
    hold(
      'VS16',
      segment.text.length > 0 && segment.text.length <= 8_000 + 4_000 && !/\p{Cc}/u.test(segment.text),
    );
    if (!final) {
      this.#open.add(segment.ordinal);
      return;
    }
    this.#open.delete(segment.ordinal);
    this.#finals.add(segment.ordinal);
  }

  /** The agent may be heard later than its place was reserved; everything else has the time of its place. */
  #time({ ordinal, speaker, at }: Segment, now: number): void {
    const reserved = this.#places.get(ordinal) ?? Number.NaN;
    hold('VS11', speaker === 'agent' ? at >= reserved && at <= now : at === reserved);
  }
}

/** The rule of waits, written down again independently of the code that sets the timers. */
function waiting(state: SessionState): void {
  const has = (name: TimerName) => state.timers[name] !== undefined;
  const { phase, agent, pendingPlayout, caller, digits, answering } = state;
  const gone = phase.kind === 'ending' && phase.stage !== 'speaking';
  if (phase.kind === 'closed') hold('VS2', Object.keys(state.timers).length === 0);
  if (phase.kind === 'connecting') hold('VS2', has('connect'));
  if (gone) hold('VS2', has('closing'));
  if (gone || phase.kind === 'closed' || phase.kind === 'connecting') return;
  if (phase.kind === 'ending' && phase.stage === 'speaking' && state.refusal === 'promiseDue')
    hold('VS2', has('refusal'));
  else if (phase.kind === 'ending') hold('VS21', agent.kind !== 'idle' || pendingPlayout.length > 0);
  if (pendingPlayout.length > 0) hold('VS29', has('pendingPlayout') && has('checkpoint'));
  if (phase.kind === 'live') hold('VS18', has('maxLength'));
  const isToolRunning = state.tools.running.some(({ overdue }) => !overdue);
  if (phase.kind === 'live' && isToolRunning) hold('VS34', has('tool'));
  const busy = caller.kind === 'speaking' || digits || (agent.kind !== 'idle' && agent.turn);
  if (phase.kind === 'live' && state.tools.answerOwed && !busy && answering.by === 'person')
    hold('VS33', isToolRunning);
  if (phase.kind === 'live' && answering.by === 'machine') hold('VS40', has('greeting') && !has('silence'));
  if (phase.kind === 'live' && answering.by === 'recorder') hold('VS40', has('claim') && !has('silence'));
  if (caller.kind === 'speaking') hold('VS2', has('listen'));
  if (digits) hold('VS2', has('digits'));
  if (agent.kind === 'thinking' || (agent.kind === 'speaking' && agent.turn)) hold('VS2', has('model'));
  if (agent.kind === 'speaking') hold('VS14', has('checkpoint'));
  if (agent.kind === 'speaking' && !agent.turn) hold('VS2', has('playout') || pendingPlayout.length > 0);
  if (
    phase.kind === 'live' &&
    agent.kind === 'idle' &&
    caller.kind === 'silent' &&
    !digits &&
    pendingPlayout.length === 0
  )
    quiet(state, has, isToolRunning);
}

/** Nobody speaks: what is waited for depends on who has answered. */
function quiet({ answering }: SessionState, has: (name: TimerName) => boolean, isToolRunning: boolean): void {
  if (answering.by === 'machine' || answering.by === 'recorder') return;
  if (answering.by === 'screener') hold('VS39', has('screening'));
  else if (answering.openingDue) hold('VS42', has('firstWords'));
  else hold(isToolRunning ? 'VS36' : 'VS17', has(isToolRunning ? 'toolFiller' : 'silence'));
}

/** Every provider accepts it: results behind their calls, sides that take turns, the last word not the agent's. */
function acceptable(history: readonly ConversationEntry[]): void {
  const fault = historyFault(history);
  if (fault !== null) throw new Error(`VS31 is broken: ${fault}`);
}

/** Every call has an id of its own, a name that providers accept, and one result. */
function toolHistory({ history, tools: { running }, phase }: SessionState): void {
  const calls = history.flatMap(({ entry }) => (entry.kind === 'tool' ? [entry] : []));
  hold('VS35', new Set(calls.map(({ id }) => id)).size === calls.length);
  for (const { id, call, result } of calls) {
    hold('VS35', /^[a-zA-Z0-9_-]{1,64}$/.test(call.name) && JSON.stringify(call.input).length <= 2_048);
    const waits = running.some(({ callId, overdue }) => callId === id && !overdue);
    if (phase.kind !== 'closed') hold('VS34', (result.status === 'running') === waits);
  }
}

function isOfLostSession({ settings: { resumed = [] } }: SessionState, callId: string): boolean {
  return resumed.some(({ entry }) => entry.kind === 'tool' && entry.id === callId);
}

function isRunning(entry: ConversationEntry): boolean {
  return entry.kind === 'tool' && entry.result.status === 'running';
}

function hold(rule: string, holds: boolean): void {
  if (!holds) throw new Error(`${rule} is broken`);
}

/** Only what was being heard is cut at a place of its own; whatever waited behind it was not heard at all. */
function isCutWhereHeard(
  { pendingPlayout, agent }: SessionState,
  { itemId, ms }: Extract<Effect, { type: 'truncate' }>,
): boolean {
  const current = agent.kind === 'speaking' ? [agent.utterance] : [];
  const queue = [...pendingPlayout.map(({ utterance }) => utterance), ...current];
  const place = queue.findIndex((utterance) => utterance.itemId === itemId);
  return place >= 0 && (place === 0 ? ms <= (queue[0]?.sentMs ?? 0) : ms === 0);
}
