import { agentRoutes } from '@parley/contract';
import { useState } from 'react';
import { useApi } from '../../../../lib/api-context.ts';
import { ApiError, sentenceOf } from '../../../../lib/api-error.ts';
import { parseNumberOwner } from '../../../../lib/parsing/agent-editing.ts';
import { useSend } from '../../../../lib/use-send.ts';
import { AlertBox } from '../../../../ui/alert-box.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../../ui/dialog.tsx';
import { TextWithNumbers } from '../../../../ui/text-with-numbers.tsx';
import { useAgentChanged } from '../use-agent-changed.ts';

export type NumberQuestion =
  /** `from` is the agent that would lose it. */
  { kind: 'take'; number: string; from: string | null } | { kind: 'release'; number: string };

interface NumberDialogProps {
  agentId: string;
  /** Null while nothing is asked. */
  question: NumberQuestion | null;
  nameOf: (agentId: string) => string;
  onClose: () => void;
  /** Somebody has given the number to another agent meanwhile. */
  onTakenBy: (agentId: string) => void;
}

/** Asks before a number changes its agent: callers notice it at once. */
export function NumberDialog({ question, onClose, ...rest }: NumberDialogProps) {
  return (
    <Dialog
      open={question !== null}
      onOpenChange={(open) => !open && onClose()}
      title={question?.kind === 'release' ? 'Release Number' : 'Take Number'}
    >
      {question !== null && <Question question={question} onClose={onClose} {...rest} />}
    </Dialog>
  );
}

interface QuestionProps extends Omit<NumberDialogProps, 'question'> {
  question: NumberQuestion;
}

function Question({ agentId, question, nameOf, onClose, onTakenBy }: QuestionProps) {
  const api = useApi();
  const agentChanged = useAgentChanged();
  const [error, setError] = useState<string | null>(null);
  const { number } = question;
  const { busy, send } = useSend({
    name: 'set-number',
    act: () =>
      question.kind === 'release'
        ? api.send(agentRoutes.releaseNumber, { params: { number } })
        : api.send(agentRoutes.takeNumber, {
            params: { number },
            body: { agentId, takenFrom: question.from },
          }),
    onDone: async () => {
      await agentChanged();
      onClose();
    },
    onFailed: (failure) => {
      const owner = failure instanceof ApiError ? parseNumberOwner(failure.details) : null;
      if (owner !== null) onTakenBy(owner);
      setError(sentenceOf(failure));
    },
  });
  return (
    <div className="grid gap-4">
      <p className="text-ink-2">
        <TextWithNumbers>
          {question.kind === 'release'
            ? `Calls to ${number} are no longer answered. Calls that are up end as they began.`
            : question.from === null
              ? `Calls to ${number} are taken by this agent from now on.`
              : `${nameOf(question.from)} loses ${number}. Calls to it are taken by this agent from now on; calls that are up end as they began.`}
        </TextWithNumbers>
      </p>
      {error !== null && <AlertBox>{error}</AlertBox>}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button look={question.kind === 'release' ? 'danger' : 'primary'} busy={busy} onClick={() => send()}>
          {question.kind === 'release' ? 'Release Number' : 'Take Number'}
        </Button>
      </DialogActions>
    </div>
  );
}
