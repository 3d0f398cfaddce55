/** The ringtone: two tones, repeated every four seconds. Browsers allow sound after the first click or key press. */
export class Ringtone {
  muted = false;
  #context = null;
  #isRinging = false;
  #timer = 0;

  /** Called at every click and key press: browsers allow sound only after one. */
  unlock() {
    this.#context ??= new AudioContext();
    if (this.#context.state === 'suspended') this.#context.resume();
  }

  mute(muted) {
    this.muted = muted;
    this.#restart();
  }

  ring(isRinging) {
    if (isRinging === this.#isRinging) return;
    this.#isRinging = isRinging;
    this.#restart();
  }

  #restart() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    if (this.#isRinging && !this.muted) this.#round();
  }

  #round() {
    if (this.#context?.state === 'running') this.#sound();
    this.#timer = setTimeout(() => this.#round(), 4_000);
  }

  #sound() {
    const { currentTime: now } = this.#context;
    const gain = this.#context.createGain();
    gain.connect(this.#context.destination);
    gain.gain.setValueAtTime(0, now);
    for (const start of [0, 0.6]) {
      gain.gain.linearRampToValueAtTime(0.08, now + start + 0.02);
      gain.gain.setValueAtTime(0.08, now + start + 0.4);
      gain.gain.linearRampToValueAtTime(0, now + start + 0.45);
    }
    for (const frequency of [440, 480]) {
      const tone = this.#context.createOscillator();
      tone.frequency.value = frequency;
      tone.connect(gain);
      tone.start(now);
      tone.stop(now + 1.2);
    }
  }
}
