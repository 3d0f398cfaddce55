import type { ConsentRules, DeclareGroundsBody, ImportRegistryBody } from '@parley/contract';
import type { FakeResponse, FakeServer, ReceivedRequest } from './fake-server.ts';

/** The responses of the rules of consent; null for others. */
export function consentResponse(fakeServer: FakeServer, request: ReceivedRequest): FakeResponse | null {
  const { consentRules: rules } = fakeServer;
  const changed = (more: Partial<ConsentRules>): FakeResponse => {
    fakeServer.consentRules = { ...rules, ...more };
    return { body: { rules: fakeServer.consentRules } };
  };
  switch (request.route) {
    case 'GET /api/consent-rules':
      return { body: { rules } };
    case 'PUT /api/consent-rules/grounds': {
      const { grounds } = request.body as DeclareGroundsBody;
      return changed({ grounds, revision: rules.revision + 1 });
    }
    case 'POST /api/consent-rules/registry/import': {
      const { id, fileName, dated, rows } = request.body as ImportRegistryBody;
      const importedBy = { displayName: 'Ines Marchetti' };
      const importedAt = '2026-11-17T10:00:00.000Z';
      const registry = { id, fileName, dated, numbers: rows.length, importedAt, importedBy };
      const { body } = changed({ registry });
      return { body: { added: rows.length, present: 0, refused: [], ...(body as object) } };
    }
    case 'DELETE /api/consent-rules/registry':
      return changed({ registry: null });
    default:
      return null;
  }
}
