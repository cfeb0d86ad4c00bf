import { CliError } from '../cli-error';

/** A command that was typed wrong: the program ends with 2, and not with 1 as for everything else. */
export class TypingError extends CliError {}
