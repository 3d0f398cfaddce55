import { type TryToolBody, toolRoutes } from '@parley/contract';
import { useState } from 'react';
import { useApi } from '../../lib/api-context.ts';
import { ApiError, sentenceOf } from '../../lib/api-error.ts';
import { parseToolProblems, parseToolTry } from '../../lib/parsing/tools.ts';
import { useSend } from '../../lib/use-send.ts';
import type { ToolTry } from './try-result.tsx';

/** Carries a tool out once. `changes`: it changes something, and is not answered with its sample. */
export function useTry({ changes }: { changes: boolean }) {
  const api = useApi();
  const [result, setResult] = useState<ToolTry | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const { busy, send } = useSend({
    name: 'try-tool',
    act: (body: TryToolBody) => api.send(toolRoutes.tryTool, { body }),
    onDone: (body) => {
      const answered = parseToolTry(body) ?? null;
      setResult(answered);
      setFailure(answered === null ? 'The answer of the server cannot be read.' : null);
    },
    onFailed: (error) => {
      setResult(null);
      // The request may have reached the service before its answer was lost.
      const isUnknown = changes && error instanceof ApiError && error.status === 0;
      setFailure(isUnknown ? `${failureText(error)} It may have been carried out.` : failureText(error));
    },
  });

  /** Instead of sending: what is wrong with it. */
  function refuse(mistake: string | null): void {
    setResult(null);
    setFailure(mistake);
  }

  function start(body: TryToolBody): void {
    refuse(null);
    send(body);
  }

  return { busy, result, failure, start, refuse };
}

/** Of what is wrong with the tool, the first. */
function failureText(error: unknown): string {
  const [problem] =
    error instanceof ApiError && error.code === 'tool_invalid' ? parseToolProblems(error.details) : [];
  return problem?.sentence ?? sentenceOf(error);
}
