import { IsNumber, IsOptional, IsUrl, Max, Min } from 'class-validator';
import { HTTP_URL } from './http-url';

/** Where traces go, by the names that OpenTelemetry gives its variables. */
export class TracingConfig {
  /** Address of a collector that takes OTLP over HTTP; spans go to `/v1/traces` below it. Not set: there are no traces. */
  @IsOptional()
  @IsUrl(HTTP_URL)
  otelExporterOtlpEndpoint?: string;

  /** The share of events that are traced, 0 to 1, chosen by the event: every process chooses the same. */
  @IsNumber()
  @Min(0)
  @Max(1)
  otelTracesSamplerArg: number = 1;
}
