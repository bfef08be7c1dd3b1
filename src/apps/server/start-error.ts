/** A fault of the set-up that a person can mend; `message` is one line for him. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
