import { checkStorageBody, connectionRoutes } from '@parley/contract';
import { parseStorageCheck } from '../../../lib/parsing/connections.ts';
import { ChoiceField } from '../../../ui/choice-field.tsx';
import { SecretField } from '../../../ui/secret-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { ConnectFormEnd } from '../connect-form-end.tsx';
import type { ConnectFormProps } from '../connect-form-props.ts';
import { replacedBy } from '../kinds.ts';
import { RestoreOffer } from '../restore-offer.tsx';
import { useConnectForm } from '../use-connect-form.ts';

const empty = {
  place: 's3' as 'folder' | 's3',
  bucket: '',
  prefix: '',
  region: '',
  endpoint: '',
  accessKeyId: '',
  secretAccessKey: '',
};

export function StorageForm({ connections, onDirtyChange, onCancel, onConnected }: ConnectFormProps) {
  const form = useConnectForm({
    kind: 'storage',
    initial: empty,
    secrets: ['secretAccessKey'],
    bodyOf: ({ place, endpoint, ...typed }) =>
      place === 'folder' ? { place } : { place, endpoint: endpoint.trim() || null, ...typed },
    schema: checkStorageBody,
    replaces: replacedBy(connections.storage),
    check: { route: connectionRoutes.checkStorage, parse: parseStorageCheck },
    connect: { route: connectionRoutes.connectStorage, done: 'Storage connected' },
    onDirtyChange,
    onConnected,
  });
  const { typed, field } = form;
  return (
    <form ref={form.element} noValidate onSubmit={form.submit} className="grid gap-5">
      {form.restore && <RestoreOffer onRestore={form.restore} />}
      <ChoiceField
        label="Where new files are kept"
        columns={2}
        value={typed.place}
        onValueChange={(place) => form.change({ place })}
        choices={[
          {
            value: 's3',
            label: 'S3-compatible storage',
            hint: 'Amazon S3, MinIO, Cloudflare R2 and the like. Several servers can share it.',
          },
          {
            value: 'folder',
            label: 'A folder of this server',
            hint: 'In its data folder. For one server with a backup of its own.',
          },
        ]}
      />
      {typed.place === 's3' && (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="Bucket *" autoComplete="off" {...field('bucket')} />
          <TextField label="Region *" autoComplete="off" placeholder="eu-central-1" {...field('region')} />
          <TextField
            label="Endpoint"
            autoComplete="off"
            hint="Empty: Amazon's own."
            placeholder="https://storage.example.com"
            {...field('endpoint')}
          />
          <TextField label="Prefix" autoComplete="off" hint="Empty: the whole bucket." {...field('prefix')} />
          <TextField label="Access key ID *" autoComplete="off" {...field('accessKeyId')} />
          <SecretField label="Secret access key *" {...field('secretAccessKey')} />
        </div>
      )}
      <p className="text-ink-2 text-sm">
        Files that exist already stay where they are and can still be read.
      </p>
      <ConnectFormEnd
        form={form}
        found={form.result && 'A small file was stored, read back and removed.'}
        connectLabel="Use This Storage"
        onCancel={onCancel}
      />
    </form>
  );
}
