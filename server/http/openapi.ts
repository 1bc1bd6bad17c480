import { OpenAPIGenerator } from '@orpc/openapi'
import type { OpenAPI } from '@orpc/openapi'
import { isContractProcedure } from '@orpc/contract'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { contract } from '@madruga/core/contract.ts'
import { ERROR_CODES } from '@madruga/core/errors.ts'

/** OpenAPI 3.1 of the contract: what the server does and what the browser's client is typed by. */
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
      session: { type: 'apiKey', in: 'cookie', name: cookies.session },
      xsrf: {
        type: 'apiKey',
        in: 'header',
        name: 'X-XSRF-TOKEN',
        description: `The value of the cookie ${cookies.xsrf}, which any GET sets`,
      },
    },
  }
  const restricted = closedOperations()
  for (const item of Object.values(document.paths ?? {}))
    for (const method of ['get', 'put', 'post', 'delete', 'patch'] as const) {
      const operation = item?.[method]
      if (!operation) continue
      operation.responses = { ...operation.responses, default: { $ref: '#/components/responses/Problem' } }
      const needs = {
        ...(restricted.has(operation.operationId ?? '') && { session: [] }),
        ...(method !== 'get' && { xsrf: [] }),
      }
      operation.security = Object.keys(needs).length > 0 ? [needs] : []
    }
  return document
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

/** Operation ids (dotted paths in the contract) that need a session. */
function closedOperations(): Set<string> {
  const found = new Set<string>()
  const walk = (node: unknown, path: string[]): void => {
    if (isContractProcedure(node)) {
      const { access } = node['~orpc'].meta as { access?: string }
      if (access !== 'anyone') found.add(path.join('.'))
    } else if (typeof node === 'object' && node !== null)
      for (const [name, child] of Object.entries(node)) walk(child, [...path, name])
  }
  walk(contract, [])
  return found
}
