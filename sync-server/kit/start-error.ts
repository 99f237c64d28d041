/** A start that cannot go on, told in one sentence and without a stack. */
export class StartError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "StartError";
  }
}
