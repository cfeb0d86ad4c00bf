/** A server of the laptop could not be started. The message is for the person at the terminal: what is wrong, what to do. */
export class EmbeddedServerError extends Error {
  override readonly name: string = 'EmbeddedServerError';
}

/** Another running Hundi already uses this folder. */
export class FolderInUseError extends EmbeddedServerError {
  override readonly name = 'FolderInUseError';
}
