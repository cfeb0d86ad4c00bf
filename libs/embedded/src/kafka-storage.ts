import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { KafkaArtifacts } from './kafka-artifacts';
import { JVM, sharedClasses } from './kafka-jvm';

const run = promisify(execFile);
const FORMAT_TIMEOUT_MS = 60_000;
const ID_BYTES = 16;
/** Names the cluster and the folder; a broker starts on no folder without it. */
const META = 'meta.properties';

/**
 * Formats the folder of a broker, unless it is formatted. That takes a JVM of its own: what it makes the first time is kept, and copied
 * with other ids.
 *
 * @param parameters more of them for Kafka's tool; then nothing is kept or copied.
 */
export async function formatOnce(
  { logDir, properties }: { logDir: string; properties: string },
  artifacts: KafkaArtifacts,
  parameters: readonly string[] = [],
): Promise<void> {
  if (existsSync(join(logDir, META))) return;
  const isUsual = parameters.length === 0;
  if (isUsual && existsSync(artifacts.formatted)) return copyFormatted(artifacts.formatted, logDir);
  const tool = ['kafka.tools.StorageTool', 'format', `--cluster-id=${newId()}`, '-c', properties, ...parameters];
  await run('java', [...JVM, ...sharedClasses(artifacts), '-cp', artifacts.classPath, ...tool], { timeout: FORMAT_TIMEOUT_MS });
  if (isUsual) keepFormatted(logDir, artifacts.formatted);
}

function copyFormatted(formatted: string, logDir: string): void {
  mkdirSync(logDir, { recursive: true });
  for (const name of readdirSync(formatted)) if (name !== META) copyFileSync(join(formatted, name), join(logDir, name));
  const meta = readFileSync(join(formatted, META), 'utf8');
  // Last: it says that the folder is complete.
  writeFileSync(
    join(logDir, META),
    meta.replace(/^(cluster|directory)\.id=.*$/gm, (_line, name) => `${name}.id=${newId()}`),
  );
}

/** Under its name when it is complete; another process may have kept the same meanwhile. */
function keepFormatted(logDir: string, formatted: string): void {
  const unfinished = `${formatted}.${process.pid}`;
  cpSync(logDir, unfinished, { recursive: true });
  try {
    renameSync(unfinished, formatted);
  } catch {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** As Kafka writes ids. */
function newId(): string {
  return randomBytes(ID_BYTES).toString('base64url');
}
