/** Says phrases with the voice of the lab, one after the other. */
export class LabVoice {
  #context = null;
  #last = Promise.resolve();
  #source = null;
  /** Phrases from before the last `stop` are not played any more. */
  #round = 0;

  /** Plays the phrase after those before it; rejects where the lab cannot say it. */
  async say(text) {
    const round = this.#round;
    // It is rendered while the phrase before is still heard.
    const sound = this.#fetch(text);
    // It may fail while the phrase before is still heard, when nothing waits for it yet.
    sound.catch(() => {});
    const turn = this.#last.then(async () => {
      const buffer = await sound;
      if (round === this.#round) await this.#play(buffer, round);
    });
    this.#last = turn.catch(() => {});
    return turn;
  }

  stop() {
    this.#round += 1;
    this.#source?.stop();
    this.#source = null;
  }

  async #fetch(text) {
    const response = await fetch('/lab/handset/voice', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ text }),
    });
    if (response.status !== 200) throw new Error('The lab does not say this.');
    this.#context ??= new AudioContext();
    return this.#context.decodeAudioData(await response.arrayBuffer());
  }

  async #play(buffer, round) {
    // A page that nobody has touched may not play sound.
    await Promise.race([this.#context.resume(), new Promise((resolve) => setTimeout(resolve, 500))]);
    if (round !== this.#round) return;
    if (this.#context.state !== 'running') throw new Error('sound is not allowed');
    const source = this.#context.createBufferSource();
    source.buffer = buffer;
    source.connect(this.#context.destination);
    this.#source = source;
    await new Promise((resolve) => {
      source.addEventListener('ended', resolve, { once: true });
      source.start();
    });
  }
}
