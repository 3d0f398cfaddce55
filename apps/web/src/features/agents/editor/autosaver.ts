import {
  type Autosave,
  type AutosaveEvent,
  autosaveStep,
  isStuck,
  isUnsaved,
  openDraft,
  type SavedDraft,
  type Step,
  type UnsavedDraft,
} from './autosave.ts';

interface AutosaverOptions<Config> {
  server: SavedDraft<Config>;
  /** What an earlier visit of this tab did not get saved. */
  unsaved: UnsavedDraft<Config> | null;
  readOnly: boolean;
  save: (draft: { config: Config; revision: number }) => Promise<AutosaveEvent<Config>>;
  /** Keeps what is not saved in the tab; null when everything is. */
  keep: (unsaved: UnsavedDraft<Config> | null) => void;
  /** The page is left already, and what was typed could not be saved: it is only kept in the tab. */
  onLeftUnsaved: () => void;
}

export interface Autosaver<Config> {
  current(): Autosave<Config>;
  subscribe(listener: () => void): () => void;
  apply(event: AutosaveEvent<Config>): void;
  /** Saves now; resolves when that is done or has failed, with whether everything is saved. */
  flush(): Promise<boolean>;
  /** Returns the function that stops the timer; what is not saved yet is sent, and tried again only when somebody else saved before. */
  start(): () => void;
}

/** Carries out what the autosave machine asks for. */
export function createAutosaver<Config extends object>(options: AutosaverOptions<Config>): Autosaver<Config> {
  const { save, keep, onLeftUnsaved } = options;
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = false;
  let left = false;
  const opened = openDraft(options.server, options.unsaved, options.readOnly);
  let { state } = opened;

  function take({ state: next, effects }: Step<Config>): void {
    const changed = next !== state;
    state = next;
    if (changed) keep(isUnsaved(state) ? { base: state.base, typed: state.typed } : null);
    for (const effect of effects) {
      if (effect.type !== 'save') clearTimeout(timer);
      if (effect.type === 'arm' && running)
        timer = setTimeout(() => apply({ type: 'timer.fired' }), effect.ms);
      if (effect.type === 'save') void save(effect).then(apply);
    }
    if (left && state.phase.name === 'waiting') apply({ type: 'hurried' });
    else if (left && changed && isStuck(state)) onLeftUnsaved();
    if (changed) for (const listener of [...listeners]) listener();
  }

  function apply(event: AutosaveEvent<Config>): void {
    take(autosaveStep(state, event));
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  function flush(): Promise<boolean> {
    apply({ type: 'hurried' });
    return new Promise((resolve) => {
      const check = () => {
        // Typed while it was being saved.
        if (state.phase.name === 'waiting') apply({ type: 'hurried' });
        if (state.phase.name === 'saving' || state.phase.name === 'waiting') return;
        stop();
        resolve(state.phase.name === 'saved');
      };
      const stop = subscribe(check);
      check();
    });
  }

  return {
    current: () => state,
    subscribe,
    apply,
    flush,
    start() {
      running = true;
      left = false;
      if (state === opened.state) take(opened);
      return () => {
        running = false;
        left = true;
        if (state.phase.name === 'waiting') apply({ type: 'hurried' });
        clearTimeout(timer);
      };
    },
  };
}
