import type { Route } from '@parley/contract';
import { useState } from 'react';
import { useApi } from '../../lib/api-context.ts';
import { useSend } from '../../lib/use-send.ts';
import { type Failure, failureOf } from './failure.ts';

interface CheckOptions<Result> {
  route: Route;
  parse: (answer: unknown) => Result | undefined;
  onResult?: (result: Result) => void;
}

const unreadable: Failure = {
  sentence: 'The server gave an answer this page does not understand.',
  remedy: 'Reload the page and try again.',
};

/** Tries what is typed, and stores nothing. */
export function useCheck<Result>({ route, parse, onResult }: CheckOptions<Result>) {
  const api = useApi();
  const [result, setResult] = useState<Result | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const clear = () => {
    setResult(null);
    setFailure(null);
  };
  const { busy, send } = useSend({
    name: 'check-connection',
    act: (body: unknown) => {
      clear();
      return api.send(route, { body });
    },
    onDone: (answer) => {
      const parsed = parse(answer);
      if (parsed === undefined) return setFailure(unreadable);
      setResult(parsed);
      onResult?.(parsed);
    },
    onFailed: (error) => setFailure(failureOf(error)),
  });
  return { busy, check: send, result, failure, clear };
}
