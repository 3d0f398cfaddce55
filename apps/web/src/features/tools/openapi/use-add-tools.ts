import { type HttpToolConfig, toolRoutes } from '@parley/contract';
import { useRef, useState } from 'react';
import { toast } from 'sonner';
import { useApi } from '../../../lib/api-context.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { randomId } from '../../../lib/random-id.ts';
import { useSend } from '../../../lib/use-send.ts';
import { refusalText } from '../refusal-text.ts';
import { useToolsChanged } from '../use-tools-changed.ts';

interface AddHandlers {
  /** With the names of those that were added. */
  onAdded: (names: readonly string[]) => void;
  /** All of them were. */
  onDone: () => void;
}

/** Adds tools one after the other; one that is refused does not stop the others. */
export function useAddTools({ onAdded, onDone }: AddHandlers) {
  const api = useApi();
  const changed = useToolsChanged();
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map());
  // Repeated after an attempt without an answer, so that no tool is added twice.
  const keys = useRef(new Map<string, string>());

  async function add(config: HttpToolConfig): Promise<string | null> {
    const key = keys.current.get(config.name) ?? randomId();
    keys.current.set(config.name, key);
    try {
      await api.send(toolRoutes.createTool, { body: { config }, headers: { 'Idempotency-Key': key } });
      return null;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 0) keys.current.delete(config.name);
      return refusalText(error);
    }
  }

  const { busy, send } = useSend({
    name: 'add-picked-tools',
    act: async (configs: readonly HttpToolConfig[]) => {
      const sentences = new Map<string, string>();
      for (const config of configs) {
        const sentence = await add(config);
        if (sentence !== null) sentences.set(config.name, sentence);
      }
      return sentences;
    },
    onDone: async (sentences, configs) => {
      const added = configs.map(({ name }) => name).filter((name) => !sentences.has(name));
      await changed(null);
      setRefused(sentences);
      onAdded(added);
      if (added.length > 0) toast.success(added.length === 1 ? 'Tool added' : `${added.length} tools added`);
      if (sentences.size === 0) onDone();
    },
  });
  return { busy, send, refused };
}
