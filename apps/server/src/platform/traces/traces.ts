import { context, diag, DiagLogLevel, type Span, SpanKind, SpanStatusCode, trace, type Tracer } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { errorMessage, sqlState } from '../errors.ts';
import type { Log } from '../log.ts';
import { PROGRAM_VERSION } from '../program.ts';

/** Where spans go, as `OTEL_EXPORTER_OTLP_ENDPOINT` names it, which share of traces, and what this installation is called there. */
export type TracesTarget = { endpoint: string; share: number; service: string };

/** A collector that does not answer keeps a server that stops no longer than this. */
const LIMIT_MS = 3000;

/** Null: no traces are made. Spans bear names of calls, kinds of jobs, tables and ids, and nothing that people typed. */
let tracer: Tracer | null = null;

/**
 * Begins to send spans of this thread; what is returned sends the rest and ends it. The SDK is loaded only then. It reads the headers of its
 * calls from `OTEL_EXPORTER_OTLP_HEADERS` itself.
 */
export async function openTraces(target: TracesTarget | null, log: Log): Promise<() => Promise<void>> {
  if (!target) return async () => undefined;
  const [{ AsyncLocalStorageContextManager }, { OTLPTraceExporter }, { resourceFromAttributes }, sdk] = await Promise.all([
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace'),
  ]);
  const report = (message: string): void => log.warn('traces.lost', { message });
  const nothing = (): void => undefined;
  diag.setLogger({ error: report, warn: report, info: nothing, debug: nothing, verbose: nothing }, DiagLogLevel.WARN);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const exporter = new OTLPTraceExporter({ url: `${target.endpoint.replace(/\/+$/, '')}/v1/traces`, timeoutMillis: LIMIT_MS });
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': target.service, 'service.version': PROGRAM_VERSION }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(target.share) }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  });
  tracer = provider.getTracer('gantry');
  return async () => {
    tracer = null;
    await provider.shutdown().catch((error: unknown) => report(errorMessage(error)));
    context.disable();
    diag.disable();
  };
}

/** Does work within a span. */
export async function traced<T>(name: string, attributes: Record<string, string | number>, work: () => Promise<T>): Promise<T> {
  if (!tracer) return work();
  return tracer.startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await work();
    } catch (error) {
      failed(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** A span for each call of a person. What a client says of a trace of its own is not believed: it would decide what is sent. */
export function traceCalls(http: FastifyInstance): void {
  if (!tracer) return;
  const [spans, source] = [new WeakMap<FastifyRequest, Span>(), tracer];
  http.addHook('onRequest', (request, _reply, done) => {
    const { config, url = '' } = request.routeOptions;
    const attributes = { 'http.request.method': request.method, 'http.route': url, 'gantry.request': request.id };
    const span = source.startSpan(config.action ?? 'none', { kind: SpanKind.SERVER, attributes });
    spans.set(request, span);
    context.with(trace.setSpan(context.active(), span), done);
  });
  http.addHook('onResponse', async (request, reply) => {
    const span = spans.get(request)?.setAttribute('http.response.status_code', reply.statusCode);
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
  });
}

/** A span for each statement within a call or a job, named by what it does to which table first. */
export function traceStatements(client: pg.ClientBase): void {
  if (!tracer) return;
  const [source, query] = [tracer, client.query.bind(client) as (...sent: unknown[]) => unknown];
  const traceQuery = (...sent: unknown[]): unknown => {
    if (typeof sent[0] !== 'string' || !trace.getActiveSpan()) return query(...sent);
    const span = source.startSpan(summaryOf(sent[0]), { kind: SpanKind.CLIENT, attributes: { 'db.system.name': 'postgresql' } });
    const answer = query(...sent);
    void Promise.resolve(answer).then(
      () => span.end(),
      (error: unknown) => failed(span, error).end(),
    );
    return answer;
  };
  Object.assign(client, { query: traceQuery });
}

/** `select wbs_item` of a statement: its text may hold ids of people and nodes. */
export function summaryOf(statement: string): string {
  const [, verb = 'statement'] = /^\W*(\w+)/.exec(statement) ?? [];
  // `extract(… from now())` names no table.
  const [, table] = /\b(?:from(?!\s+\w+\()|into|update)\s+"?([a-z_]\w*)/i.exec(statement) ?? [];
  return table ? `${verb.toLowerCase()} ${table}` : verb.toLowerCase();
}

function failed(span: Span, error: unknown): Span {
  const kind = sqlState(error) ?? (error instanceof Error ? error.name : 'unknown');
  return span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', kind);
}
