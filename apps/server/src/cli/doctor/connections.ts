import type { Check } from '@parley/contract';
import { connectionCheck } from '../../features/connections/checks/connection.ts';
import { numbersCheck } from '../../features/connections/checks/numbers.ts';
import { failureOf, shownOf } from '../../features/connections/present-connections.ts';
import type { StoredConnection } from '../../ports/connections.ts';
import { type Finding, findingOf } from './finding.ts';

/** What organizations have connected in the browser, as the servers know it: they try it every few minutes. */
export function connectedFindings(connections: readonly StoredConnection[]): Finding[] {
  const organizations = new Set(connections.map(({ tenantId }) => tenantId));
  return connections
    .filter(({ settings }) => settings.kind !== 'address')
    .flatMap((connection) =>
      checksOf(connection)
        .map(findingOf)
        .map((finding) =>
          organizations.size > 1
            ? { ...finding, message: `${finding.message} Organization: ${connection.tenantId}.` }
            : finding,
        ),
    );
}

function checksOf(connection: StoredConnection): Check[] {
  const { kind } = connection.settings;
  const facts = { shown: shownOf(connection), problem: failureOf(connection)?.problem ?? null };
  const numbers = connection.numbers.map(({ number, pointing }) => ({
    number,
    pointsHere: pointing === 'here',
  }));
  // A number that goes elsewhere is a choice here: somebody was asked and has not taken it over.
  const atFault = numbersCheck(numbers).filter(({ state }) => state === 'fault');
  return [connectionCheck(kind, facts), ...atFault];
}
