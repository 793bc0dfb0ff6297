/** What a press of the user waits for: the parts of a page on their way. */
class Busy {
  #count = $state(0);

  get isBusy(): boolean {
    return this.#count > 0;
  }

  async during<T>(work: Promise<T>): Promise<T> {
    this.#count++;
    try {
      return await work;
    } finally {
      this.#count--;
    }
  }
}

export const busy = new Busy();
