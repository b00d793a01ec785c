import { z } from 'zod';
import type { TracesTarget } from '../traces/traces.ts';

/** Variables of traces, by the names that OpenTelemetry gives them everywhere. */
export const tracesVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_SERVICE_NAME: z.string().min(1).max(200).default('gantry'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
};

/** Where spans go; null: none are made. */
export const readTraces = (env: z.output<z.ZodObject<typeof tracesVariables>>): TracesTarget | null =>
  env.OTEL_EXPORTER_OTLP_ENDPOINT
    ? { endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT, share: env.OTEL_TRACES_SAMPLER_ARG, service: env.OTEL_SERVICE_NAME }
    : null;
