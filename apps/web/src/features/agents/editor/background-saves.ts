import type { AgentConfig } from '@parley/contract';
import { createContext, useContext } from 'react';
import type { Autosaver } from './autosaver.ts';

interface BackgroundSave {
  autosaver: Autosaver<AgentConfig>;
  /** Ends it, whether or not everything is saved. */
  stop: () => void;
}

/** Drafts that are still being saved after their editor was left, by agent. */
export class BackgroundSaves {
  readonly #saves = new Map<string, BackgroundSave>();
  #isOpen = false;

  /** Returns the function that ends all of them, for when the person signs out. */
  open(): () => void {
    this.#isOpen = true;
    return () => {
      this.#isOpen = false;
      for (const agentId of [...this.#saves.keys()]) this.end(agentId);
    };
  }

  find(agentId: string): Autosaver<AgentConfig> | null {
    return this.#saves.get(agentId)?.autosaver ?? null;
  }

  add(agentId: string, save: BackgroundSave): void {
    if (this.#isOpen) this.#saves.set(agentId, save);
    else save.stop();
  }

  end(agentId: string): void {
    const save = this.#saves.get(agentId);
    this.#saves.delete(agentId);
    save?.stop();
  }
}

const BackgroundSavesContext = createContext<BackgroundSaves | null>(null);

export const BackgroundSavesProvider = BackgroundSavesContext.Provider;

export function useBackgroundSaves(): BackgroundSaves {
  const saves = useContext(BackgroundSavesContext);
  if (saves === null) throw new Error('useBackgroundSaves needs a BackgroundSavesProvider above it');
  return saves;
}
