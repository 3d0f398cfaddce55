/// <reference types="node" preserve="true" />
export type { AccountStanding } from './account.ts';
export { soundOf } from './audio/voice.ts';
export { wordsIn } from './audio/voice-reader.ts';
export { readChannels } from './audio/wav.ts';
export type { CallRecord } from './call/record.ts';
export type {
  CalleeRangeSettings,
  CalleeRangeSettings as PeopleSettings,
  CalleesInTurn,
  CalleesInTurn as Fate,
} from './callee/callee-ranges.ts';
export type { CalleeChoice, CalleeSettings } from './callee/directory.ts';
export type { Answer, CalleeScript, Step } from './callee/script.ts';
export { type Clock, wallClock } from './clock.ts';
export { type FaultRule, type FaultSettings, Faults, type Knob, knobs } from './faults.ts';
export {
  defaultNumbers,
  type Lab,
  type LabOptions,
  type NumberChanges,
  startLab,
  type VoiceKind,
} from './lab.ts';
export type { DialInRequest } from './lab-api/dial-in.ts';
export type { LedgerEntry, LedgerEvent } from './ledger.ts';
export type { PretendedTime } from './pretended-time.ts';
export { pretendedTimes } from './pretended-times.ts';
