import type { PlaceCallBody } from '@parley/contract';
import { AppError } from '../../errors.ts';
import { maySee } from '../../lib/readable-parts.ts';
import type { CallStore } from '../../ports/call-store.ts';
import type { Endpoints } from '../../ports/endpoint.ts';
import { callNotFound, type createEndCall } from './end-call.ts';
import type { createPlaceCall } from './place-call.ts';
import type { PreviewCall } from './preview-call.ts';

export interface CallEndpointDeps {
  readonly store: CallStore;
  readonly placeCall: ReturnType<typeof createPlaceCall>;
  readonly previewCall: PreviewCall;
  readonly endCall: ReturnType<typeof createEndCall>;
}

export type CallEndpoints = Pick<
  Endpoints,
  'placeCall' | 'previewCall' | 'listCalls' | 'getCall' | 'deleteCall' | 'restoreCall' | 'endCall'
>;

export function callEndpoints({ store, placeCall, previewCall, endCall }: CallEndpointDeps): CallEndpoints {
  return {
    placeCall: ({ caller, params, headers, body, log }) =>
      placeCall({
        ...{ caller, agentId: params.agentId, ...orderedWith(body), log },
        idempotencyKey: headers['idempotency-key'] ?? null,
      }),

    previewCall: ({ caller, params, body, log }) =>
      previewCall({ caller, agentId: params.agentId, ...orderedWith(body), idempotencyKey: null, log }),

    listCalls: async ({ caller, query: { limit, afterId, externalId } }) => {
      // One more than asked for tells whether there is a next page.
      const found = await store.list(caller.tenantId, { limit: limit + 1, afterId, externalId });
      const calls = found.slice(0, limit);
      const hasMore = found.length > limit;
      return { calls, hasMore, nextCursor: hasMore ? (calls.at(-1)?._id ?? null) : null };
    },

    getCall: async ({ caller, params }) => {
      const call = await store.detail(caller.tenantId, params.id);
      if (!call) throw callNotFound();
      return {
        call: {
          ...call,
          ...(!maySee(caller, 'follow-ups.read') && { followUps: [] }),
          ...(!maySee(caller, 'contacts.read') && { contacts: [] }),
        },
      };
    },

    deleteCall: async ({ caller, params }) => {
      switch (await store.remove(caller.tenantId, params.id, caller.userId)) {
        case 'missing':
          throw callNotFound();
        case 'live':
          throw new AppError('call_in_progress', 'The call is still in progress. End it first.');
        case 'removed':
          return { deleted: true };
      }
    },

    restoreCall: async ({ caller, params }) => {
      const { tenantId, userId } = caller;
      // Whoever asks twice, or after a lost answer, finds it there.
      const call =
        (await store.restore(tenantId, params.id, userId)) ?? (await store.get(tenantId, params.id));
      if (!call) throw new AppError('call_not_found', 'This call is gone for good.');
      return { call };
    },

    endCall: async ({ caller, params }) => ({ call: await endCall(caller, params.id) }),
  };
}

function orderedWith(body: PlaceCallBody) {
  return {
    ...{ phoneNumber: body.phoneNumber, message: body.message },
    templateId: body.templateId ?? null,
    contactId: body.contactId ?? null,
    followUpId: body.followUpId ?? null,
    contactName: body.contactName ?? null,
    side: body.side ?? null,
  };
}
