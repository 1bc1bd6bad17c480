import { OpenAPIGenerator } from '@orpc/openapi'
import type { OpenAPI } from '@orpc/openapi'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { contract } from '@madruga/core/contract.ts'
import { ERROR_CODES } from '@madruga/core/errors.ts'
import { listOperations } from './operations.ts'

/** OpenAPI 3.1 of the contract that the server implements and the browser's client is typed by. */
export async function writeOpenApi(
  version: string,
  cookies: { session: string; xsrf: string },
): Promise<OpenAPI.Document> {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] })
  const document = await generator.generate(contract, {
    info: {
      title: 'Madruga',
      version,
      description: 'A bot that accepts the delivery blocks that fit a filter.',
    },
    servers: [{ url: '/api' }],
  })
  document.components = {
    ...document.components,
    schemas: { ...document.components?.schemas, Problem: PROBLEM },
    responses: {
      Problem: {
        description: 'Why it was refused (RFC 9457); `code` names the words',
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
    securitySchemes: {
      session: {
        type: 'apiKey',
        in: 'cookie',
        name: cookies.session,
        description: "The query names the session's driver by id (`as`); in that of another it is refused",
      },
      xsrf: {
        type: 'apiKey',
        in: 'header',
        name: 'X-XSRF-TOKEN',
        description: `The value of the cookie ${cookies.xsrf}, which any GET sets`,
      },
    },
  }
  const stated = new Map(listOperations().map((operation) => [operation.name, operation]))
  for (const item of Object.values(document.paths ?? {}))
    for (const method of ['get', 'put', 'post', 'delete', 'patch'] as const) {
      const operation = item?.[method]
      if (operation) describe(operation, method !== 'get', stated.get(operation.operationId ?? ''))
    }
  return document
}

/** Adds what the contract states beside the shapes: refusals, access, and the size of a body. */
function describe(
  operation: OpenAPI.OperationObject,
  changes: boolean,
  stated: ReturnType<typeof listOperations>[number] | undefined,
): void {
  operation.responses = { ...operation.responses, default: { $ref: '#/components/responses/Problem' } }
  const needs = { ...(stated?.access !== 'anyone' && { session: [] }), ...(changes && { xsrf: [] }) }
  if (changes)
    operation.description = `Takes a body of at most ${stated?.bodyKb} KB; a larger one is refused with 413.`
  operation.security = Object.keys(needs).length > 0 ? [needs] : []
}

const PROBLEM: OpenAPI.SchemaObject = {
  type: 'object',
  required: ['type', 'title', 'status', 'code', 'params', 'requestId'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string', enum: [...ERROR_CODES] },
    params: {
      type: 'object',
      properties: {
        fields: {
          type: 'array',
          items: {
            type: 'object',
            required: ['path', 'code'],
            properties: { path: { type: 'string' }, code: { type: 'string' }, params: { type: 'object' } },
          },
        },
      },
    },
    requestId: { type: 'string' },
  },
}
