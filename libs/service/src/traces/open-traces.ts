import type { Logger } from '../log/logger';
import type { Traces } from './tracing';
import type { TracingConfig } from '../config/tracing-config';

/** @returns undefined where no collector is configured: the libraries are not even loaded then. */
export async function openTraces(config: TracingConfig, { logger }: { logger: Logger }): Promise<Traces | undefined> {
  const { otelExporterOtlpEndpoint: endpoint, otelTracesSamplerArg: share } = config;
  if (endpoint === undefined) return undefined;
  const { OtlpTraces } = await import('./otlp-traces.js');
  return new OtlpTraces({ endpoint, share, logger });
}
