import { Socket } from 'node:net';

/**
 * A connection that sends what is written in one turn of the event loop as one packet. The statements of a
 * transaction that don't wait for each other leave together then: each system call costs the waiting visitor
 * more than the bytes do.
 */
export class GatheringSocket extends Socket {
  #isGathering = false;

  override connect(...given: unknown[]): this {
    (super.connect as (...args: unknown[]) => this)(...given);
    // Node gives every socket that connects its own way of writing; the one below is wanted.
    Reflect.deleteProperty(this, 'write');
    return this;
  }

  override write(...written: unknown[]): boolean {
    if (!this.#isGathering) {
      this.#isGathering = true;
      this.cork();
      process.nextTick(() => {
        this.#isGathering = false;
        this.uncork();
      });
    }
    return (super.write as (...args: unknown[]) => boolean)(...written);
  }
}
