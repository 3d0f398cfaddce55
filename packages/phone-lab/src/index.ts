export type { CallRecord } from './call/record.ts';
export type { CalleeChoice, CalleeSettings } from './callee/directory.ts';
export type { Answer, CalleeScript, Step } from './callee/script.ts';
export { type Clock, wallClock } from './clock.ts';
export { type FaultRule, type FaultSettings, Faults, type Knob, knobs } from './faults.ts';
export { defaultNumbers, type Lab, type LabOptions, startLab } from './lab.ts';
export type { DialInRequest } from './lab-api/dial-in.ts';
export type { LedgerEntry, LedgerFact } from './ledger.ts';
