import { agentLimits, agentRoutes, agentStarters, type CreateAgentBody } from '@parley/contract';
import { useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useRef, useState } from 'react';
import { useApi } from '../../../lib/api-context.ts';
import { sentenceOf } from '../../../lib/api-error.ts';
import { useDraft } from '../../../lib/drafts.ts';
import { agentBadge, agentName } from '../../../lib/known-agents.ts';
import type { AgentCard } from '../../../lib/parsing/agent-cards.ts';
import { parseEditedAgent } from '../../../lib/parsing/agent-editing.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { randomId } from '../../../lib/random-id.ts';
import { notifyOtherTabs } from '../../../lib/tabs.ts';
import { countFrom } from '../../../lib/text-count.ts';
import { useSend } from '../../../lib/use-send.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { InitialBadge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { ChoiceField } from '../../../ui/choice-field.tsx';
import { DialogActions } from '../../../ui/dialog.tsx';
import { DraftOffer } from '../../../ui/draft-offer.tsx';
import { SelectField } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { type NewAgent, newAgentDraftName, parseNewAgent, startingPoint } from './new-agent.ts';

interface NewAgentFormProps {
  /** Agents that can be copied. */
  cards: readonly AgentCard[];
  /** What the form begins with. */
  initial: NewAgent;
  onCreated: (agentId: string) => void;
  onCancel: () => void;
  onDirtyChange: (dirty: boolean) => void;
}

export function NewAgentForm({ cards, initial, onCreated, onCancel, onDirtyChange }: NewAgentFormProps) {
  const api = useApi();
  const client = useQueryClient();
  const [typed, setTyped] = useState(initial);
  const [error, setError] = useState<string | null>(null);
  const [missing, setMissing] = useState<'name' | 'agent' | null>(null);
  const sent = useRef<{ content: string; key: string } | null>(null);
  const { busy, send } = useSend({
    name: 'create-agent',
    once: true,
    act: (body: CreateAgentBody) => {
      const content = JSON.stringify(body);
      // The same form again, because an answer was lost, is the same request: the server makes one agent.
      if (sent.current?.content !== content) sent.current = { content, key: randomId() };
      return api.send(agentRoutes.createAgent, { body, headers: { 'Idempotency-Key': sent.current.key } });
    },
    onDone: (answer) => {
      draft.clear();
      notifyOtherTabs({ kind: 'changed', what: 'agents' });
      void client.invalidateQueries({ queryKey: queryKeys.agents });
      const created = parseEditedAgent(answer);
      if (created === undefined) return onCancel();
      client.setQueryData(queryKeys.agent(created.id), created);
      onCreated(created.id);
    },
    onFailed: (failure) => setError(sentenceOf(failure)),
  });
  const draft = useDraft({
    form: newAgentDraftName,
    value: typed.displayName === initial.displayName ? null : typed,
    parse: parseNewAgent,
    busy,
    onDirtyChange,
  });

  const change = (next: Partial<NewAgent>) => {
    setTyped((given) => ({ ...given, ...next }));
    setError(null);
    setMissing(null);
  };

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (busy) return;
    const fault = typed.displayName.trim() === '' ? 'name' : isCopyOfNone(typed) ? 'agent' : null;
    setMissing(fault);
    if (fault === 'name') event.currentTarget.querySelector('input')?.focus();
    if (fault === null) send({ displayName: typed.displayName.trim(), from: startingPoint(typed) });
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      {draft.offered !== null && (
        <DraftOffer
          onRestore={() => {
            if (draft.offered !== null) change(draft.offered);
            draft.dismiss();
          }}
        />
      )}
      <TextField
        label="Name *"
        required
        data-autofocus
        autoComplete="off"
        hint="What the agent calls itself on the phone, such as the name of the organization."
        error={missing === 'name' ? 'Give the agent a name.' : null}
        count={countFrom(typed.displayName, agentLimits.displayNameMax)}
        value={typed.displayName}
        onChange={(event) => change({ displayName: event.target.value })}
      />
      <ChoiceField
        label="Start from"
        columns={2}
        value={typed.from}
        onValueChange={(from) => change({ from })}
        choices={[
          ...agentStarters.map(({ id, name, description }) => ({
            value: id,
            label: name,
            hint: description,
          })),
          { value: 'empty', label: 'Nothing', hint: 'An empty agent: you write everything yourself.' },
          ...(cards.length === 0
            ? []
            : [
                {
                  value: 'copy',
                  label: 'Another agent',
                  hint: 'A copy of its draft. Its numbers stay with it.',
                },
              ]),
        ]}
      />
      {typed.from === 'copy' && (
        <SelectField
          label="Agent to copy *"
          required
          placeholder="Choose an agent"
          error={missing === 'agent' ? 'Choose the agent to copy.' : null}
          value={typed.copied}
          onValueChange={(copied) => change({ copied })}
          options={cards.map((card) => ({
            value: card.id,
            label: agentName(card),
            mark: <InitialBadge {...agentBadge(card)} />,
          }))}
        />
      )}
      {error !== null && <AlertBox sticky>{error}</AlertBox>}
      <DialogActions>
        <Button
          onClick={() => {
            draft.clear();
            onCancel();
          }}
        >
          Cancel
        </Button>
        <Button type="submit" look="primary" busy={busy}>
          {busy ? 'Creating...' : 'Create Agent'}
        </Button>
      </DialogActions>
    </form>
  );
}

function isCopyOfNone({ from, copied }: NewAgent): boolean {
  return from === 'copy' && copied === '';
}
