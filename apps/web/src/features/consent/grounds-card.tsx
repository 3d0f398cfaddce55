import {
  type ConsentGround,
  type ConsentRules,
  consentGrounds,
  consentPurposes,
  consentRoutes,
  type DeclaredGrounds,
  groundPurposes,
} from '@parley/contract';
import { type SubmitEvent, useId, useState } from 'react';
import { toast } from 'sonner';
import { useApi } from '../../lib/api-context.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { useMay } from '../../lib/permissions.ts';
import { useSend } from '../../lib/use-send.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { Instant } from '../../ui/instant.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { useConsentChanged } from './use-consent.ts';

const options = [
  { value: '', label: 'None: only those whose row says that they consented' },
  ...Object.entries(consentGrounds).map(([value, label]) => ({ value, label })),
];

/** Why people may be called for each purpose but sales. */
export function GroundsCard({ rules }: { rules: ConsentRules }) {
  const titleId = useId();
  const api = useApi();
  const mayDeclare = useMay()(consentRoutes.declareGrounds.permission);
  const changed = useConsentChanged();
  /** What was chosen and is not saved. Whatever else somebody saves meanwhile is shown. */
  const [chosen, setChosen] = useState<Partial<DeclaredGrounds>>({});
  const grounds: DeclaredGrounds = { ...rules.grounds, ...chosen };
  const dirty = groundPurposes.some((purpose) => grounds[purpose] !== rules.grounds[purpose]);
  const { busy, send } = useSend({
    name: 'declare-grounds',
    act: () => api.send(consentRoutes.declareGrounds, { body: { revision: rules.revision, grounds } }),
    onDone: async () => {
      toast.success('Grounds saved');
      await changed();
      setChosen({});
    },
    onFailed: (error) => {
      toast.error('Failed to save the grounds.', { description: sentenceOf(error) });
      void changed();
    },
  });

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    send();
  }

  return (
    <Card aria-labelledby={titleId}>
      <CardHeader
        title="Grounds"
        titleId={titleId}
        subtitle="What you declare is kept with your name in the audit log. Whoever refused is not called, whatever the ground."
      />
      <CardBody>
        <form noValidate className="grid gap-4" onSubmit={submit}>
          {groundPurposes.map((purpose) => (
            <NativeSelect
              key={purpose}
              label={consentPurposes[purpose]}
              value={grounds[purpose] ?? ''}
              options={options}
              disabled={!mayDeclare || busy}
              onValueChange={(value) =>
                setChosen({ ...chosen, [purpose]: value === '' ? null : (value as ConsentGround) })
              }
            />
          ))}
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <p className="text-ink-3 text-sm">
              {rules.changedAt === null ? 'Nothing was declared yet.' : <LastChange rules={rules} />}
            </p>
            {mayDeclare && (
              <Button look="primary" type="submit" busy={busy} disabled={!dirty}>
                {busy ? 'Saving...' : 'Save'}
              </Button>
            )}
          </div>
        </form>
      </CardBody>
    </Card>
  );
}

function LastChange({ rules: { changedAt, changedBy } }: { rules: ConsentRules }) {
  return (
    <>
      {'Declared'}
      {changedBy !== null && (
        <>
          {' by '}
          <bdi>{changedBy.displayName}</bdi>
        </>
      )}
      {', '}
      <Instant at={changedAt ?? ''} />
    </>
  );
}
