import { ApiReference } from '../../features/api-reference/api-reference.tsx';
import { type Group, readDocument } from '../../features/api-reference/read-document.ts';
import { readEvents, type SentEvent } from '../../features/api-reference/read-events.ts';
import { errorOf, openResponse } from '../../lib/http.ts';
import { Button } from '../../ui/button.tsx';
import { DocumentTitle } from '../../ui/page-heading.tsx';
import { LoadingNote } from '../../ui/spinner.tsx';
import { useRetriedLoad } from '../use-retried-load.ts';

const documentPath = '/api/openapi.json';

async function loadDocument(): Promise<{ groups: Group[]; events: SentEvent[] }> {
  const response = await openResponse(globalThis.fetch.bind(globalThis), documentPath, {});
  if (!response.ok) throw await errorOf(response);
  const document: unknown = await response.json();
  const groups = readDocument(document);
  if (groups === null) throw new Error('The description of the API cannot be read.');
  return { groups, events: readEvents(document) };
}

/** Open to everybody, as the document is: it has no data of anybody. */
export function ApiDocsPage() {
  const { value: reference, failed, loading, retry } = useRetriedLoad(loadDocument);
  return (
    <div className="mx-auto grid w-full max-w-4xl grid-cols-[minmax(0,1fr)] gap-6 px-5 py-10 sm:px-8">
      <DocumentTitle>API</DocumentTitle>
      <header>
        <h1 tabIndex={-1} className="font-semibold text-2xl tracking-tight">
          API
        </h1>
        <p className="mt-3 text-ink-2">
          Other software uses the same routes as the web, with an API key that an administrator makes under
          Settings ▸ Developers. Send it as <code>Authorization: Bearer parley_…</code>; each route says which
          permission it needs. Errors are JSON with a sentence (<code>error</code>) and a stable name (
          <code>code</code>). The same as an OpenAPI 3.1 document:{' '}
          <a href={documentPath} className="rounded-box underline underline-offset-4">
            openapi.json
          </a>
          .
        </p>
      </header>
      {reference !== null ? (
        <ApiReference {...reference} />
      ) : failed ? (
        <div role="alert" className="grid justify-items-start gap-3 rounded-box border p-5">
          <p>Failed to load the routes. They come by themselves as soon as the server answers.</p>
          <Button busy={loading} onClick={retry}>
            Retry
          </Button>
        </div>
      ) : (
        <LoadingNote>Loading routes...</LoadingNote>
      )}
    </div>
  );
}
