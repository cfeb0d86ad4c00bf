import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedServerError } from './embedded-error';

const run = promisify(execFile);

/** The broker that the embedded Kafka, the container and docker-compose.yml all run. */
export const KAFKA_VERSION = '4.1.0';
const SLF4J_VERSION = '1.7.36';
const JAVA_MINIMUM = 17;
const DOWNLOAD_TIMEOUT_MS = 300_000;

/** A Java that can run Kafka, and the jars of Kafka. */
export interface KafkaArtifacts {
  /** Class path for `java -cp`. */
  classPath: string;
  /** Archive of loaded classes that halves the start, written by the first broker that ends in order. */
  classArchive: string;
  /** Folder that holds what a formatted folder of a broker does. */
  formatted: string;
}

/** What this machine lacks to run a Java program that Maven fetches; undefined when nothing. */
export function missingJavaTools(): string | undefined {
  return namesOf([missingJava(), isMavenMissing() ? 'Maven' : undefined]);
}

/** What this machine lacks to run a Kafka of its own; undefined when nothing. Maven only fetches it, which takes a JVM to find out. */
export function missingKafkaTools(cacheDir: string): string | undefined {
  return existsSync(jarsIn(cacheDir)) ? missingJava() : missingJavaTools();
}

function missingJava(): string | undefined {
  const java = javaVersion();
  return java === undefined || java.major < JAVA_MINIMUM ? `Java ${JAVA_MINIMUM} or newer` : undefined;
}

function isMavenMissing(): boolean {
  return spawnSync('mvn', ['--version']).status !== 0;
}

function namesOf(missing: readonly (string | undefined)[]): string | undefined {
  return missing.filter((name) => name !== undefined).join(' and ') || undefined;
}

function jarsIn(cacheDir: string, version = KAFKA_VERSION): string {
  return join(cacheDir, `kafka-${version}`);
}

/**
 * The jars of Kafka, downloaded by Maven into the cache folder once (46 jars, 43 MB).
 *
 * @throws EmbeddedServerError when Java or Maven is missing or the download fails.
 */
export async function fetchKafkaArtifacts(cacheDir: string, version = KAFKA_VERSION): Promise<KafkaArtifacts> {
  const jars = jarsIn(cacheDir, version);
  if (!existsSync(jars)) await download(cacheDir, jars, version);
  const java = javaVersion();
  if (!java) throw new EmbeddedServerError(`Kafka needs Java ${JAVA_MINIMUM} or newer, and "java" was not found.`);
  const fingerprint = createHash('sha256').update(java.text).update(readdirSync(jars).join()).digest('hex').slice(0, 12);
  return {
    classPath: join(jars, '*'),
    classArchive: join(cacheDir, `kafka-${version}-${fingerprint}.jsa`),
    formatted: `${jars}-formatted`,
  };
}

async function download(cacheDir: string, jars: string, version: string): Promise<void> {
  const missing = missingJavaTools();
  if (missing) throw new EmbeddedServerError(`To run Kafka here, install ${missing}.`);
  mkdirSync(cacheDir, { recursive: true });
  const project = mkdtempSync(join(tmpdir(), 'hundi-kafka-pom-'));
  const unfinished = mkdtempSync(`${jars}-new-`);
  writeFileSync(join(project, 'pom.xml'), pom(version));
  try {
    const goal = ['-q', '-B', 'dependency:copy-dependencies', `-DoutputDirectory=${unfinished}`, '-DincludeScope=runtime'];
    await run('mvn', goal, { cwd: project, timeout: DOWNLOAD_TIMEOUT_MS });
    publish(unfinished, jars);
  } catch (error) {
    const { stdout } = error as { stdout?: string };
    throw new EmbeddedServerError(`Kafka ${version} could not be downloaded with Maven: ${firstLine(stdout) ?? String(error)}`);
  } finally {
    rmSync(project, { recursive: true, force: true });
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** Another process may have finished the same download meanwhile; its file is as good. */
function publish(unfinished: string, jars: string): void {
  try {
    renameSync(unfinished, jars);
  } catch (error) {
    if (!existsSync(jars)) throw error;
  }
}

function javaVersion(): { text: string; major: number } | undefined {
  const { stderr, status } = spawnSync('java', ['-version'], { encoding: 'utf8' });
  if (status !== 0) return undefined;
  return { text: stderr, major: Number(/version "(\d+)/.exec(stderr)?.[1] ?? 0) };
}

function firstLine(text: string | undefined): string | undefined {
  return text?.split('\n').find((line) => line.includes('ERROR'));
}

function pom(kafkaVersion: string): string {
  const dependency = (group: string, artifact: string, version: string): string =>
    `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version></dependency>`;
  return [
    '<project><modelVersion>4.0.0</modelVersion>',
    '<groupId>hundi</groupId><artifactId>kafka</artifactId><version>1</version><dependencies>',
    dependency('org.apache.kafka', 'kafka_2.13', kafkaVersion),
    dependency('org.slf4j', 'slf4j-simple', SLF4J_VERSION),
    '</dependencies></project>',
  ].join('\n');
}
