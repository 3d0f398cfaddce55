import { type ApiKey, apiKeyRoutes } from '@parley/contract';
import { useMay } from '../../lib/permissions.ts';
import { Button } from '../../ui/button.tsx';
import { fullInstant, Instant, locale } from '../../ui/instant.tsx';
import { numberText } from '../../ui/number-text.ts';
import { Status } from '../../ui/status-dot.tsx';
import type { KeyState } from './key-state.ts';
import { permissionWords } from './permission-words.ts';

interface KeyRowProps {
  apiKey: ApiKey;
  state: KeyState;
  onRevoke: () => void;
}

export function KeyRow({ apiKey: key, state, onRevoke }: KeyRowProps) {
  const may = useMay();
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-t px-5 py-4 first:border-t-0">
      <div className="grid min-w-0 flex-1 basis-64 grid-cols-[minmax(0,1fr)] gap-1.5">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="wrap-anywhere font-medium">{key.name}</span>
          <Status tone={state.tone} className="text-sm">
            {state.word}
          </Status>
        </p>
        <Permissions permissions={key.permissions} />
        <p className="wrap-anywhere text-ink-3 text-sm">
          <code className="text-xs">{`parley_${key.id}_…`}</code>
          {` · ${numberText(key.requestsPerMinute)} requests a minute`}
        </p>
        <p className="wrap-anywhere text-ink-3 text-sm">
          {'Made '}
          <Instant at={key.createdAt} />
          {key.createdBy !== null && ` by ${key.createdBy.displayName}`}
          {' · '}
          <Use lastUsedAt={key.lastUsedAt} />
          {' · '}
          <End apiKey={key} />
        </p>
      </div>
      {state.works && may(apiKeyRoutes.revokeApiKey.permission) && (
        <Button
          look="quiet"
          // Under the text, without a border, it stands in line with it.
          className="max-sm:-ml-3.5"
          aria-label={`Revoke ${key.name}`}
          onClick={onRevoke}
        >
          Revoke
        </Button>
      )}
    </li>
  );
}

/** A few are read at once; a long list is opened. */
const shownAtOnce = 3;

function Permissions({ permissions }: { permissions: readonly string[] }) {
  const words = permissions.map(permissionWords);
  if (words.length <= shownAtOnce)
    return <p className="wrap-anywhere text-ink-2 text-sm">{words.join(' · ')}</p>;
  return (
    <details className="text-ink-2 text-sm">
      <summary className="w-fit cursor-pointer rounded-box">{`May do ${words.length} things`}</summary>
      <ul aria-label="Permissions" className="mt-1 list-disc pl-5">
        {words.map((word) => (
          <li key={word}>{word}</li>
        ))}
      </ul>
    </details>
  );
}

/** Known to the hour. */
function Use({ lastUsedAt }: { lastUsedAt: string | null }) {
  if (lastUsedAt === null) return 'Not used yet';
  return (
    <>
      {'Last used about '}
      <Instant at={lastUsedAt} />
    </>
  );
}

/** With the year: it may be a year away. */
const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });

function End({ apiKey: { revokedAt, expiresAt } }: { apiKey: ApiKey }) {
  if (revokedAt !== null)
    return (
      <>
        {'Revoked '}
        <Instant at={revokedAt} />
      </>
    );
  if (expiresAt === null) return 'Does not expire';
  return (
    <>
      {Date.parse(expiresAt) <= Date.now() ? 'Expired ' : 'Expires '}
      <time dateTime={expiresAt} title={fullInstant(expiresAt)}>
        {day.format(new Date(expiresAt))}
      </time>
    </>
  );
}
