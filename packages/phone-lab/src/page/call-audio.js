import { tab } from './api.js';
import { decode, encode } from './mulaw.js';

const rate = 8_000;
/** Sound is buffered this long against jitter. */
const bufferSeconds = 0.12;

/** The sound of a call over a media stream: plays what the agent sends, and sends the microphone. */
export class CallAudio {
  /** Whether the call has a stream. */
  hasStream = false;
  #socket;
  #context = null;
  #playAt = 0;
  #stopMicrophone = null;
  #isAudible;

  constructor(callSid, isAudible, onChange) {
    this.#isAudible = isAudible;
    this.#socket = new WebSocket(
      `${location.origin.replace(/^http/, 'ws')}/lab/handset/sound?call=${callSid}&tab=${tab}`,
    );
    this.#socket.binaryType = 'arraybuffer';
    this.#socket.addEventListener('message', ({ data }) => {
      if (typeof data !== 'string') return this.#play(new Uint8Array(data));
      this.hasStream = JSON.parse(data).stream;
      if (!this.hasStream) this.mute();
      onChange();
    });
  }

  get isTalking() {
    return this.#stopMicrophone !== null;
  }

  /** Opens the microphone; the browser asks for permission. */
  async talk() {
    const stream = await navigator.mediaDevices.getUserMedia({
      audio: { echoCancellation: true, noiseSuppression: true, channelCount: 1 },
    });
    const context = new AudioContext({ sampleRate: rate });
    await context.audioWorklet.addModule('/microphone-worklet.js');
    const source = context.createMediaStreamSource(stream);
    const microphone = new AudioWorkletNode(context, 'microphone', { numberOfOutputs: 0 });
    microphone.port.addEventListener('message', ({ data }) => {
      if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(encode(data));
    });
    microphone.port.start();
    source.connect(microphone);
    this.#stopMicrophone = () => {
      for (const track of stream.getTracks()) track.stop();
      context.close();
    };
  }

  mute() {
    this.#stopMicrophone?.();
    this.#stopMicrophone = null;
  }

  close() {
    this.mute();
    this.#socket.close();
    this.#context?.close();
  }

  #play(bytes) {
    if (!this.#isAudible()) return;
    this.#context ??= new AudioContext({ sampleRate: rate });
    const { currentTime } = this.#context;
    const buffer = this.#context.createBuffer(1, bytes.length, rate);
    buffer.copyToChannel(decode(bytes), 0);
    const source = this.#context.createBufferSource();
    source.buffer = buffer;
    source.connect(this.#context.destination);
    if (this.#playAt < currentTime) this.#playAt = currentTime + bufferSeconds;
    source.start(this.#playAt);
    this.#playAt += bytes.length / rate;
  }
}
