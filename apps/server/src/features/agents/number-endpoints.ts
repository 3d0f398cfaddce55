import { AppError } from '../../errors.ts';
import { CarrierRequestFailed } from '../../ports/carrier.ts';
import type { Endpoints } from '../../ports/endpoint.ts';
import { actorOf, type EditDeps, presentedNumber } from './edit-endpoints.ts';
import { agentArchived, agentNotFound, numberNotFound } from './refusals.ts';
import { setUpNumber } from './set-up-number.ts';

export type NumberDeps = Pick<EditDeps, 'numbers' | 'accounts'>;

export function numberEndpoints(
  deps: NumberDeps,
): Pick<Endpoints, 'listNumbers' | 'takeNumber' | 'releaseNumber' | 'labelNumber'> {
  const { numbers, accounts } = deps;
  return {
    listNumbers: async ({ caller }) => ({
      numbers: (await numbers.list(caller.tenantId, accounts(caller.tenantId))).map(presentedNumber),
    }),

    takeNumber: async ({ caller, params, body }) => {
      const wanted = { tenantId: caller.tenantId, number: params.number, ...body };
      const result = await setUpNumber(
        { numbers, accounts: accounts(caller.tenantId) },
        wanted,
        actorOf(caller),
      ).catch(asAppError);
      switch (result.kind) {
        case 'taken':
          return { number: presentedNumber(result.number) };
        case 'no_number':
          throw numberNotFound();
        case 'no_agent':
          throw agentNotFound();
        case 'archived':
          throw agentArchived();
        case 'not_connected':
          throw new AppError(
            'carrier_not_connected',
            'This server is not connected to the phone account of this number. Ask your administrator.',
          );
        case 'not_owned':
          throw new AppError('carrier_refused', 'The phone account does not have this number any more.');
        case 'conflict': {
          const { agentId, displayName } = result;
          throw new AppError('number_taken', `${displayName} answers this number.`, {
            details: { agentId, displayName },
          });
        }
      }
    },

    releaseNumber: async ({ caller, params }) => {
      const released = await numbers.release(caller.tenantId, params.number, actorOf(caller));
      if (!released) throw numberNotFound();
      return { number: presentedNumber(released) };
    },

    labelNumber: async ({ caller, params, body }) => {
      const label = body.label.trim();
      const labelled = await numbers.label(caller.tenantId, params.number, label, actorOf(caller));
      if (!labelled) throw numberNotFound();
      return { number: presentedNumber(labelled) };
    },
  };
}

const codes = {
  account_problem: 'carrier_account',
  carrier_busy: 'carrier_busy',
  carrier_refused: 'carrier_refused',
  carrier_unreachable: 'carrier_unreachable',
} as const;

function asAppError(error: unknown): never {
  if (!(error instanceof CarrierRequestFailed)) throw error;
  throw new AppError(
    codes[error.reason],
    'The phone account could not be asked about this number, so nothing was changed. Please try again.',
  );
}
