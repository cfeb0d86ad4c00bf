import { verifyChain } from '../chain';
import { readChainQuestion } from './config';

/** Prints OK, or names the first row that is not what was written and ends with exit code 1; 2 when it cannot look. */
async function main(): Promise<number> {
  const question = readChainQuestion();
  const verdict = await verifyChain(question);
  if (verdict.intact) {
    print(`OK ${question.schema}: ${verdict.events} events, every hash is right`);
    return 0;
  }
  const { shard, position, eventId, reason } = verdict;
  print(`BROKEN ${question.schema}: shard ${shard}, position ${position}${eventId ? `, event ${eventId}` : ''}: ${reason}`);
  return 1;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 2;
  },
);
