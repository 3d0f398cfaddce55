/** Collects the samples of the microphone into frames of 20 ms. */
class Microphone extends AudioWorkletProcessor {
  #frame = new Float32Array(160);
  #length = 0;

  process([[channel]]) {
    for (const sample of channel ?? []) {
      this.#frame[this.#length++] = sample;
      if (this.#length < this.#frame.length) continue;
      this.port.postMessage(this.#frame.slice());
      this.#length = 0;
    }
    return true;
  }
}

registerProcessor('microphone', Microphone);
