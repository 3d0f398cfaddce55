export type RecordingSource =
  | 'OutboundAPI'
  | 'StartCallRecordingAPI'
  | 'StartCallRecordingTwiML'
  | 'DialVerb'
  | 'RecordVerb'
  /** Made by the knob `recordingUnknownSource`: Twilio adds sources that its description does not list. */
  | 'SourceOfTomorrow';
export type RecordingStatus = 'in-progress' | 'paused' | 'processing' | 'completed' | 'absent' | 'deleted';
export type RecordedTrack = 'inbound' | 'outbound' | 'both';

/** Everything the carrier stores about a recording except its sound. */
export interface RecordingRecord {
  sid: string;
  callSid: string;
  source: RecordingSource;
  status: RecordingStatus;
  channels: 1 | 2;
  track: RecordedTrack;
  /** Whole seconds of sound, once it has been stopped. */
  seconds: number | null;
  errorCode: number | null;
  startedAt: number;
  createdAt: number;
  updatedAt: number;
}
