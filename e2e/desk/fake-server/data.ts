import {
  type Agent,
  type Call,
  type CallDetail,
  exampleOrganization,
  type Organization,
  type Template,
  type TranscriptEntry,
} from '@parley/contract';

export const callIdOf = (n: number) => `019a8b5e-6c00-7000-8000-${String(n).padStart(12, '0')}`;
export const templateIdOf = (n: number) => `019a8b5e-6c00-7000-9000-${String(n).padStart(12, '0')}`;

export const kuzco: Agent = {
  id: 'kuzco',
  displayName: 'Kuzco of the server',
  phoneNumber: '+15005550001',
  engine: 'relay',
};
export const dental: Agent = {
  id: 'gs-dental',
  displayName: 'The dentist',
  phoneNumber: '+15005550006',
  engine: 'relay',
};
export const night: Agent = {
  id: 'night-desk',
  displayName: 'night desk',
  phoneNumber: null,
  engine: 'realtime',
};

/** A finished outbound call; every field can be overridden. */
export function callOf(n: number, more: Partial<CallDetail> = {}): CallDetail {
  const minute = String(n % 60).padStart(2, '0');
  return {
    _id: callIdOf(n),
    agentId: 'gs-dental',
    direction: 'outbound',
    from: '+15005550006',
    to: `+1500555${String(1000 + n).slice(-4)}`,
    status: 'completed',
    reason: null,
    instructions: `Remind the patient of visit ${n}.`,
    duration: 42,
    createdAt: `2026-10-13T10:${minute}:00.000Z`,
    answeredAt: `2026-10-13T10:${minute}:08.000Z`,
    endTime: `2026-10-13T10:${minute}:50.000Z`,
    summary: null,
    summaryState: 'none',
    sandbox: false,
    engine: 'relay',
    transcript: [],
    turns: [],
    ...more,
  };
}

export function liveCallOf(n: number, more: Partial<CallDetail> = {}): CallDetail {
  return callOf(n, { status: 'in-progress', duration: null, endTime: null, ...more });
}

export function entryOf(
  ordinal: number,
  message: string,
  more: Partial<TranscriptEntry> = {},
): TranscriptEntry {
  const second = String(8 + (ordinal % 50)).padStart(2, '0');
  return {
    ordinal,
    speaker: ordinal % 2 === 0 ? 'agent' : 'user',
    message,
    timestamp: `2026-10-13T10:00:${second}.000Z`,
    interrupted: false,
    ...more,
  };
}

export function templateOf(n: number, more: Partial<Template> = {}): Template {
  return {
    _id: templateIdOf(n),
    name: `Template ${n}`,
    prompt: 'Remind <Patient Name> of the appointment on <Day>.',
    agentId: 'gs-dental',
    placeholders: { 'Patient Name': '', Day: 'Tuesday' },
    createdBy: { displayName: 'Ines Marchetti' },
    ...more,
  };
}

/** An organization that has not said in which country it is. */
export function organizationOf(more: Partial<Organization['settings']> = {}): Organization {
  return { ...exampleOrganization, settings: { ...exampleOrganization.settings, country: null, ...more } };
}

/** The call as it is in the list, without the fields of the detail page. */
export function listed(call: CallDetail): Call {
  const { transcript: _, turns: __, placedBy: ___, outcomes: ____, followUps: _____, ...others } = call;
  const { toolCalls: ______, recording: _______, ...rest } = others;
  return rest;
}
