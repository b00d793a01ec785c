import { z } from 'zod';
import { endpoints } from './api.ts';
import { type Endpoint, STREAMED } from './endpoint.ts';

type Schema = Record<string, unknown>;

/** The OpenAPI 3.1 document of all that is served. */
export function openApiDocument(version = '0.1.0'): Schema {
  const paths: Record<string, Record<string, Schema>> = {};
  for (const { feature, name, endpoint } of endpoints()) {
    for (const path of [endpoint.path, ...endpoint.aliases]) {
      const operation = operationOf(`${feature}.${name}${path === endpoint.path ? '' : '.alias'}`, feature, path, endpoint);
      (paths[path] ??= {})[endpoint.method.toLowerCase()] = operation;
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Gantry', version, license: { name: 'Apache-2.0' } },
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'gantry_sid' }, bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Refusal: REFUSAL },
    },
  };
}

const REFUSAL = {
  type: 'object',
  required: ['success', 'error_message', 'errors'],
  properties: {
    success: { const: false },
    error_message: { type: 'string' },
    errors: {
      type: 'array',
      items: { type: 'object', properties: { code: { type: 'string' }, message: { type: 'string' }, parameters: { type: 'object' } } },
    },
  },
};

function operationOf(operationId: string, tag: string, path: string, endpoint: Endpoint): Schema {
  const refusal = { description: 'Refused', content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } } };
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
  const parameters = [
    ...Object.entries(propertiesOf(endpoint.params))
      .filter(([name]) => inPath.includes(name))
      .map(([name, schema]) => ({ name, in: 'path', required: true, schema })),
    ...Object.entries(propertiesOf(endpoint.query)).map(([name, schema]) => ({ name, in: 'query', required: false, schema })),
  ];
  const body = bodyOf(endpoint);
  return {
    operationId,
    tags: [tag],
    summary: endpoint.summary,
    'x-right': endpoint.right,
    ...(endpoint.right === 'public' ? {} : { security: [{ session: [] }, { bearer: [] }] }),
    ...(parameters.length ? { parameters } : {}),
    ...(body ? { requestBody: body } : {}),
    responses:
      endpoint.response === 'socket' ? { 101: { description: 'WebSocket' } } : { 200: answerOf(endpoint), '4XX': refusal, '5XX': refusal },
  };
}

function bodyOf(endpoint: Endpoint): Schema | null {
  if (endpoint.request === 'multipart') {
    const schema = { type: 'object', properties: { file: { type: 'string', format: 'binary' } } };
    return { required: true, content: { 'multipart/form-data': { schema } } };
  }
  if (endpoint.request === 'binary') return { required: true, content: { [STREAMED]: { schema: { type: 'string', format: 'binary' } } } };
  if (endpoint.method === 'GET' || !Object.keys(propertiesOf(endpoint.body)).length) return null;
  const content = { schema: jsonSchema(endpoint.body, 'input') };
  if (endpoint.request === 'form')
    return { required: true, content: { 'application/x-www-form-urlencoded': content, 'application/json': content } };
  return { required: true, content: { 'application/json': content } };
}

function answerOf(endpoint: Endpoint): Schema {
  if (endpoint.response === 'binary')
    return { description: 'The file', content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } };
  return { description: 'Done', content: { 'application/json': { schema: jsonSchema(endpoint.output, 'output') } } };
}

function propertiesOf(schema: z.ZodType): Record<string, Schema> {
  return (jsonSchema(schema, 'input')['properties'] ?? {}) as Record<string, Schema>;
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Schema;
  return rest;
}
