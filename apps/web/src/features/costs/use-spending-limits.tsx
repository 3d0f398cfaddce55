import { type Spending, spendingRoutes } from '@parley/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { useApi } from '../../lib/api-context.ts';
import { ApiError, sentenceOf } from '../../lib/api-error.ts';
import { flatDraft, useDraft } from '../../lib/drafts.ts';
import { useMay } from '../../lib/permissions.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useMounted } from '../../lib/use-mounted.ts';
import { useSend } from '../../lib/use-send.ts';
import { useSpending } from '../../lib/use-spending.ts';
import { isSame, limitsOf, mistakesIn, type TypedLimits, typedOf } from './limit-fields.ts';
import { SpendingCard } from './spending-card.tsx';

const parseDraft = flatDraft<TypedLimits>({ day: '', month: '', rates: '' });

/** The spending limits as a part of a form that has other settings too: its button saves both. */
export function useSpendingLimits({ withoutPrices }: { withoutPrices: boolean }) {
  const api = useApi();
  const client = useQueryClient();
  const may = useMay();
  const mounted = useMounted();
  const query = useSpending();
  const spending = query.data;
  // Null: nothing was typed since the limits were loaded or saved.
  const [edited, setEdited] = useState<{ revision: number; typed: TypedLimits } | null>(null);
  const [isSubmitted, setSubmitted] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const stored = spending === undefined ? null : typedOf(spending);
  const typed = edited?.typed ?? stored;
  const dirty = stored !== null && typed !== null && !isSame(stored, typed);

  const saving = useSend({
    name: 'save-spending-limits',
    act: (sent: { revision: number; typed: TypedLimits }) =>
      api.send(spendingRoutes.saveSpendingLimits, {
        body: { revision: sent.revision, limits: limitsOf(sent.typed) },
      }),
    onDone: async () => {
      draft.clear();
      toast.success('Spending limits saved');
      await client.invalidateQueries({ queryKey: queryKeys.spending });
      if (mounted.current) discard();
    },
    onFailed: async (error) => {
      if (!mounted.current)
        toast.error('Failed to save the spending limits', { description: sentenceOf(error) });
      else setFailure(sentenceOf(error));
      if (!(error instanceof ApiError) || error.code !== 'settings_changed') return;
      // What is typed stays, beside the newer figures; to save it once more replaces them.
      await client.invalidateQueries({ queryKey: queryKeys.spending });
      const newer = client.getQueryData<Spending>(queryKeys.spending);
      setEdited((before) => before && { ...before, revision: newer?.revision ?? before.revision });
    },
  });
  const draft = useDraft({
    form: 'spending-limits',
    value: dirty ? typed : null,
    parse: parseDraft,
    busy: saving.busy,
  });
  const mayChange = may(spendingRoutes.saveSpendingLimits.permission);

  function discard(): void {
    setEdited(null);
    setSubmitted(false);
    setFailure(null);
    draft.clear();
  }

  function change(part: Partial<TypedLimits>): void {
    if (spending === undefined || typed === null) return;
    setEdited({ revision: edited?.revision ?? spending.revision, typed: { ...typed, ...part } });
    setFailure(null);
  }

  const errors = typed === null ? {} : mistakesIn(typed);
  const mistakes = dirty ? Object.keys(errors).length : 0;
  return {
    /** Nothing for those who may not see what calls cost. */
    card: may(spendingRoutes.getSpending.permission) && (
      <SpendingCard
        query={query}
        typed={typed}
        errors={isSubmitted ? errors : {}}
        withoutPrices={withoutPrices}
        failure={failure}
        disabled={!mayChange || saving.busy}
        onChange={change}
      />
    ),
    dirty: dirty && mayChange,
    busy: saving.busy,
    /** How many mistakes keep the limits from being saved, and how many of them are marked. */
    mistakes,
    marked: isSubmitted ? mistakes : 0,
    markMistakes: () => setSubmitted(true),
    save: () => edited !== null && saving.send(edited),
    discard,
    /** Null: nothing was left unsent. */
    restore:
      draft.offered === null || spending === undefined || !mayChange
        ? null
        : () => {
            if (draft.offered !== null) change(draft.offered);
            draft.dismiss();
          },
  };
}
