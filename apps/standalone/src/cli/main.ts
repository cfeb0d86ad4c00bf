import { plainMessageOf } from '../cli-error';
import { TypingError } from './typing-error';
import { runCommand } from './run-command';

const EXIT_FAILED = 1;
const EXIT_TYPED_WRONG = 2;

// The reader at the other end of a pipe, such as `head`, may leave first.
process.stdout.on('error', () => process.exit(0));

runCommand(process.argv.slice(2)).then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(plainMessageOf(error) ?? error);
    process.exit(error instanceof TypingError ? EXIT_TYPED_WRONG : EXIT_FAILED);
  },
);
