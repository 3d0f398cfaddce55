import { type Check, connectionCheck, numbersCheck } from '@parley/contract';
import { takenByEnvironment } from '../../composition/environment-connections.ts';
import type { ResolvedConfig } from '../../composition/resolve-carrier.ts';
import { chosenNumbers } from '../../features/connections/phone/given-up.ts';
import { failureOf, shownOf } from '../../features/connections/present-connections.ts';
import type { StoredConnection } from '../../ports/connections.ts';
import { type Finding, findingOf } from './finding.ts';

/**
 * What organizations have connected in the browser, as the servers know it: they try it every few minutes. A phone account
 * that the settings have too is the deployment's alone, and its organization makes no calls with it (CN8).
 */
export function connectedFindings(
  config: Pick<ResolvedConfig, 'carrier'>,
  connections: readonly StoredConnection[],
): Finding[] {
  const organizations = new Set(connections.map(({ tenantId }) => tenantId));
  return connections
    .filter(({ settings }) => settings.kind !== 'address')
    .flatMap((connection) =>
      checksOf({ ...connection, failing: takenByEnvironment(config, connection) ?? connection.failing })
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
  const { settings } = connection;
  const chosen = settings.kind === 'phone' ? chosenNumbers({ ...connection, settings }) : [];
  const numbers = chosen.map(({ number, pointing }) => ({
    number,
    pointsHere: pointing === 'here',
  }));
  // A number that goes elsewhere is a choice here: somebody was asked and has not taken it over.
  const atFault = numbersCheck(numbers).filter(({ state }) => state === 'fault');
  return [connectionCheck(kind, facts), ...atFault];
}
