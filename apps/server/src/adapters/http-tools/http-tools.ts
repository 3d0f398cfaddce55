import { guardedFetch } from '../../lib/guarded-fetch.ts';
import { createHostGuard, type ResolveHost } from '../../lib/host-guard.ts';
import { answerText, cutMark, withoutSecrets } from '../../lib/tool-requests/answer-text.ts';
import { type VariablePath, variablesOf } from '../../lib/tool-requests/answer-variables.ts';
import { exchange } from '../../lib/tool-requests/exchange.ts';
import { fillRequest, type RequestTemplate } from '../../lib/tool-requests/fill-request.ts';
import { headersWithSecrets, withoutHeaders } from '../../lib/tool-requests/secret-headers.ts';
import type { ToolSecrets } from '../../ports/tool-secrets.ts';
import type { ToolTransport } from '../../ports/tool-transport.ts';

/** What is needed of an HTTP tool to run it. */
export interface HttpTool extends RequestTemplate {
  readonly variables: readonly VariablePath[];
  readonly changes: boolean;
}

export interface HttpToolsDeps {
  readonly secrets: ToolSecrets;
  /** Hosts that may be private, and without TLS. */
  readonly toolHosts: readonly string[];
  readonly resolve?: ResolveHost;
}

export function createHttpTools({
  secrets,
  toolHosts: hosts,
  resolve,
}: HttpToolsDeps): ToolTransport<HttpTool> {
  const sendTo = (loopback: boolean) => guardedFetch(createHostGuard({ loopback, hosts }, resolve));
  const send = { sandbox: sendTo(true), real: sendTo(false) };

  return {
    async run({ tenantId, tool, input, known, idempotencyKey, sandbox, signal, limitMs }) {
      const filled = fillRequest(tool, input, known);
      if (!filled.ok) return { kind: 'refused', why: filled.problem };
      const { method, url, body: sent, headers: wanted } = filled.request;
      const withSecrets = await headersWithSecrets(wanted, (name) => secrets.read(tenantId, name));
      if (!withSecrets.ok) return withoutHeaders(withSecrets);
      const exchanged = await exchange(sandbox ? send.sandbox : send.real, {
        ...{ url, method, body: sent, limitMs, signal },
        headers: {
          accept: 'application/json, text/plain;q=0.5, */*;q=0.1',
          // A packed answer would have to be unpacked, and can grow a thousandfold.
          'accept-encoding': 'identity',
          'user-agent': 'Parley',
          ...(sent !== null && { 'content-type': 'application/json' }),
          ...withSecrets.headers,
          ...(tool.changes && { 'idempotency-key': idempotencyKey }),
        },
      });
      if (exchanged.kind !== 'answered') return exchanged;
      const { status, headers, bytes, complete } = exchanged;
      const contentType = headers.get('content-encoding')
        ? 'application/octet-stream'
        : headers.get('content-type');
      const succeeded = status >= 200 && status < 300;
      const text = Buffer.from(bytes).toString('utf8');
      const { secrets: masked } = withSecrets;
      const body = answerText(contentType, bytes, { complete, secrets: masked });
      return {
        kind: 'answered',
        status,
        body,
        contentType: contentType ?? '',
        cut: body.endsWith(cutMark),
        variables: succeeded && complete ? variablesOf(withoutSecrets(text, masked), tool.variables) : {},
      };
    },
  };
}
