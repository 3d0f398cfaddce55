import type { CallDetail } from '../../../lib/parsing/call-detail.ts';
import type { Playback } from './playback.ts';

export interface RecordingProps {
  call: CallDetail;
  playback: Playback;
}
