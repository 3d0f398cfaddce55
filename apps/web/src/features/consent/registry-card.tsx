import { consentRoutes, registryDaysMax, type SalesRegistry } from '@parley/contract';
import { Upload } from 'lucide-react';
import { useId, useState } from 'react';
import { useMay } from '../../lib/permissions.ts';
import { AlertBox } from '../../ui/alert-box.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { Instant } from '../../ui/instant.tsx';
import { numberText } from '../../ui/number-text.ts';
import { RegistryDialog } from './registry-dialog.tsx';
import { RemoveRegistryDialog } from './remove-registry-dialog.tsx';

interface RegistryCardProps {
  registry: SalesRegistry | null;
  country: string | null;
}

/** The registry for sales calls. It is no part of the do-not-call list. */
export function RegistryCard({ registry, country }: RegistryCardProps) {
  const titleId = useId();
  const may = useMay();
  const [open, setOpen] = useState(false);
  const [removing, setRemoving] = useState(false);
  return (
    <Card aria-labelledby={titleId}>
      <CardHeader
        title="Register for sales calls"
        titleId={titleId}
        subtitle={`Sales calls need consent in writing, and a do-not-call register that is not older than ${registryDaysMax} days. It is used for sales alone, and is no part of your own do-not-call list.`}
      />
      <CardBody className="grid gap-4">
        {registry === null ? (
          <AlertBox tone="amber">No register was imported. Nobody is called for sales.</AlertBox>
        ) : (
          <Current registry={registry} />
        )}
        <div className="flex flex-wrap justify-end gap-2">
          {registry !== null && may(consentRoutes.removeRegistry.permission) && (
            <Button onClick={() => setRemoving(true)}>Remove…</Button>
          )}
          {may(consentRoutes.importRegistry.permission) && (
            <Button onClick={() => setOpen(true)}>
              <Upload aria-hidden="true" className="size-4" />
              Import Register
            </Button>
          )}
        </div>
      </CardBody>
      <RegistryDialog open={open} country={country} onClose={() => setOpen(false)} />
      <RemoveRegistryDialog registry={removing ? registry : null} onClose={() => setRemoving(false)} />
    </Card>
  );
}

const dayText = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

function Current({
  registry: { fileName, dated, numbers, importedAt, importedBy },
}: {
  registry: SalesRegistry;
}) {
  const ends = new Date(dated).getTime() + registryDaysMax * 86_400_000;
  const isOld = ends < Date.now();
  return (
    <>
      {isOld && (
        <AlertBox tone="amber">
          {`This register is older than ${registryDaysMax} days. Nobody is called for sales until a new one is imported.`}
        </AlertBox>
      )}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5">
        <dt className="text-ink-2">Dated</dt>
        <dd>{`${dayText.format(new Date(dated))}, used until ${dayText.format(new Date(ends))}`}</dd>
        <dt className="text-ink-2">Numbers</dt>
        <dd className="tabular-nums">{numberText(numbers)}</dd>
        <dt className="text-ink-2">File</dt>
        <dd className="wrap-anywhere">{fileName}</dd>
        <dt className="text-ink-2">Imported</dt>
        <dd>
          <Instant at={importedAt} />
          {importedBy !== null && (
            <>
              {' by '}
              <bdi>{importedBy.displayName}</bdi>
            </>
          )}
        </dd>
      </dl>
    </>
  );
}
