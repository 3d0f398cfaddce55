import { merge } from '../config/merge.ts';
import { sameValue } from '../config/places.ts';

/** A draft as the server has it. */
export interface SavedDraft<Config> {
  revision: number;
  config: Config;
  /** When it was saved, and by whom; null when that is not known. */
  savedAt: string | null;
  savedBy: string | null;
}

/** What is kept in the tab until the server has it. */
export interface UnsavedDraft<Config> {
  base: SavedDraft<Config>;
  typed: Config;
}

export type SavePhase<Config> =
  /** The server has what the fields show. */
  | { name: 'saved' }
  /** Saved when the timer fires. */
  | { name: 'waiting' }
  /** `newer` was fetched meanwhile: looked at once it is known whether it is what was sent. */
  | { name: 'saving'; sent: Config; failures: number; newer: SavedDraft<Config> | null }
  /** No answer, or one that may be another the next time: tried again by itself. */
  | { name: 'unreachable'; failures: number; sentence: string }
  /** Refused as it is: tried again after the next change. */
  | { name: 'refused'; sentence: string }
  /** Somebody else has changed the same places: a person decides. */
  | { name: 'conflict'; theirs: SavedDraft<Config> };

/** Somebody else's changes that were taken over, to be told. */
export interface TakenOver {
  by: string | null;
  places: readonly string[];
}

export interface Autosave<Config> extends UnsavedDraft<Config> {
  phase: SavePhase<Config>;
  takenOver: TakenOver | null;
  /** Whoever may only read sends nothing. */
  readOnly: boolean;
  /** What was sent since `base` without an answer: the server may have it, and then it is nobody else's. */
  unanswered: readonly Config[];
}

export type AutosaveEvent<Config> =
  | { type: 'typed'; config: Config }
  | { type: 'timer.fired' }
  /** The browser says that it has a connection again, or somebody asks to save now. */
  | { type: 'hurried' }
  | { type: 'saved'; revision: number; savedAt: string | null; savedBy: string | null }
  | { type: 'failed'; sentence: string; retryable: boolean }
  /** Not saved, because the revision is no longer the last one. */
  | { type: 'stale'; theirs: SavedDraft<Config> }
  /** Fetched because somebody has changed something, perhaps this page itself. */
  | { type: 'fetched'; draft: SavedDraft<Config> }
  /** This page has put another draft in its place, such as an earlier version. */
  | { type: 'replaced'; draft: SavedDraft<Config> }
  /** A person has decided a conflict. */
  | { type: 'decided'; config: Config }
  | { type: 'told' }
  /** The person's role has changed, or the agent was archived or made active again. */
  | { type: 'access.changed'; readOnly: boolean };

export type AutosaveEffect<Config> =
  | { type: 'save'; config: Config; revision: number }
  | { type: 'arm'; ms: number }
  | { type: 'disarm' };

export interface Step<Config> {
  state: Autosave<Config>;
  effects: readonly AutosaveEffect<Config>[];
}

/** From the first key; later ones do not postpone it. */
export const saveDelayMs = 1_500;
const readOnlySentence = 'The agent can only be read now. What you typed is kept in this tab.';
const retryDelaysMs = [1_000, 2_000, 5_000, 10_000] as const;
/** Only one of them can have arrived: all name the same revision. */
const unansweredMax = 20;

/** Opens the draft of the server, with what an earlier visit of this tab did not get saved. */
export function openDraft<Config extends object>(
  server: SavedDraft<Config>,
  unsaved: UnsavedDraft<Config> | null,
  readOnly = false,
): Step<Config> {
  const fresh: Autosave<Config> = {
    base: server,
    typed: server.config,
    phase: { name: 'saved' },
    takenOver: null,
    readOnly,
    unanswered: [],
  };
  if (unsaved === null || sameValue(unsaved.typed, server.config)) return { state: fresh, effects: [] };
  if (server.revision > unsaved.base.revision) return withNewer({ ...fresh, ...unsaved }, server);
  return settled({ ...fresh, typed: unsaved.typed }, 0);
}

export function autosaveStep<Config extends object>(
  state: Autosave<Config>,
  event: AutosaveEvent<Config>,
): Step<Config> {
  const { phase } = state;
  switch (event.type) {
    case 'typed': {
      const next = { ...state, typed: event.config };
      const waits = phase.name === 'saving' || phase.name === 'unreachable' || phase.name === 'conflict';
      return waits ? unchanged(next) : settled(next);
    }
    case 'timer.fired':
    case 'hurried':
      return phase.name === 'waiting' || phase.name === 'unreachable' || phase.name === 'refused'
        ? saving(state)
        : unchanged(state);
    case 'saved': {
      if (phase.name !== 'saving') return unchanged(state);
      const { revision, savedAt, savedBy } = event;
      const base = { revision, config: phase.sent, savedAt, savedBy };
      const next = { ...state, base, unanswered: [] };
      const { newer } = phase;
      return newer !== null && newer.revision > revision ? withNewer(next, newer) : settled(next);
    }
    case 'failed':
      return phase.name === 'saving' ? failed(state, phase, event) : unchanged(state);
    case 'stale':
      return withNewer(state, phase.name === 'saving' ? latest(event.theirs, phase.newer) : event.theirs);
    case 'fetched': {
      const { draft } = event;
      if (draft.revision <= state.base.revision) return unchanged(state);
      if (phase.name !== 'saving') return withNewer(state, draft);
      return unchanged({ ...state, phase: { ...phase, newer: latest(draft, phase.newer) } });
    }
    case 'replaced':
      return settled({
        ...{ ...state, base: event.draft, typed: event.draft.config },
        ...{ takenOver: null, unanswered: [] },
      });
    case 'decided':
      if (phase.name !== 'conflict') return unchanged(state);
      return settled({ ...state, base: phase.theirs, typed: event.config, unanswered: [] }, 0);
    case 'told':
      return unchanged({ ...state, takenOver: null });
    case 'access.changed':
      return withAccess(state, event.readOnly);
  }
}

/** Whether leaving the page now would leave something behind that the server does not have. */
export function isUnsaved<Config>({ phase }: Autosave<Config>): boolean {
  return phase.name !== 'saved';
}

/** Whether it is never saved by itself: a person should know before they leave. */
export function isStuck<Config>({ phase }: Autosave<Config>): boolean {
  return phase.name === 'refused' || phase.name === 'conflict';
}

function unchanged<Config>(state: Autosave<Config>): Step<Config> {
  return { state, effects: [] };
}

function withAccess<Config>(state: Autosave<Config>, readOnly: boolean): Step<Config> {
  if (readOnly === state.readOnly) return unchanged(state);
  const { name } = state.phase;
  const next = { ...state, readOnly };
  // An answer is on its way, or a person decides: what comes next finds the access as it is then.
  return name === 'saving' || name === 'conflict' ? unchanged(next) : settled(next, 0);
}

function saving<Config>(state: Autosave<Config>): Step<Config> {
  if (state.readOnly) return settled(state);
  const { typed, base, phase } = state;
  const failures = phase.name === 'unreachable' ? phase.failures : 0;
  return {
    state: { ...state, phase: { name: 'saving', sent: typed, failures, newer: null } },
    effects: [{ type: 'disarm' }, { type: 'save', config: typed, revision: base.revision }],
  };
}

/** Saved when the server has what was typed; otherwise it is going to be. */
function settled<Config>(state: Autosave<Config>, ms: number = saveDelayMs): Step<Config> {
  if (sameValue(state.typed, state.base.config))
    return { state: { ...state, phase: { name: 'saved' } }, effects: [{ type: 'disarm' }] };
  if (state.readOnly)
    return {
      state: { ...state, phase: { name: 'refused', sentence: readOnlySentence } },
      effects: [{ type: 'disarm' }],
    };
  if (state.phase.name === 'waiting') return unchanged(state);
  return { state: { ...state, phase: { name: 'waiting' } }, effects: [{ type: 'arm', ms }] };
}

function failed<Config extends object>(
  state: Autosave<Config>,
  { sent, failures: before, newer }: Extract<SavePhase<Config>, { name: 'saving' }>,
  { sentence, retryable }: { sentence: string; retryable: boolean },
): Step<Config> {
  if (!retryable) return unchanged({ ...state, phase: { name: 'refused', sentence } });
  const failures = before + 1;
  const unanswered = [...state.unanswered, sent].slice(-unansweredMax);
  if (newer !== null) return withNewer({ ...state, unanswered }, newer);
  const ms = retryDelaysMs[Math.min(failures, retryDelaysMs.length) - 1] ?? saveDelayMs;
  return {
    state: { ...state, unanswered, phase: { name: 'unreachable', failures, sentence } },
    effects: [{ type: 'arm', ms }],
  };
}

function latest<Config>(draft: SavedDraft<Config>, other: SavedDraft<Config> | null): SavedDraft<Config> {
  return other !== null && other.revision > draft.revision ? other : draft;
}

/** Combines the newer draft with what was typed, unless both changed the same places. */
function withNewer<Config extends object>(state: Autosave<Config>, theirs: SavedDraft<Config>): Step<Config> {
  // The own draft, whose answer was lost: what was typed goes on from there.
  const isOwn = state.unanswered.some((sent) => sameValue(sent, theirs.config));
  const base = isOwn ? theirs.config : state.base.config;
  const { config, taken, disputed } = merge(base, state.typed, theirs.config);
  if (disputed.length > 0)
    return { state: { ...state, phase: { name: 'conflict', theirs } }, effects: [{ type: 'disarm' }] };
  const takenOver = taken.length === 0 ? state.takenOver : { by: theirs.savedBy, places: taken };
  const next = { ...state, base: theirs, typed: config, takenOver, unanswered: [] };
  return settled({ ...next, phase: { name: 'saved' } }, 0);
}
