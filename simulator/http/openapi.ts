import { z } from 'zod'
import type { Route } from './route.ts'
import { Failure } from './schemas.ts'

/** The OpenAPI 3.1 document, generated from the schemas that validate the requests. */
export function describeApi(routes: readonly Route[]): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const route of routes) {
    const path = (paths[route.path] ??= {})
    path[route.method.toLowerCase()] = describeRoute(route)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'The market',
      version: '1.0.0',
      description:
        'A simulated platform for delivery offers. Money is integer cents, instants are ISO 8601 UTC.',
    },
    paths,
    components: {
      securitySchemes: { driver: { type: 'http', scheme: 'bearer' } },
      schemas: { Failure: makeSchema(Failure, 'output') },
    },
  }
}

function describeRoute(route: Route): object {
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
  return {
    summary: route.summary,
    operationId: `${route.method.toLowerCase()}${route.path.replaceAll(/[^a-z]+([a-z])?/gi, (_, letter?: string) => letter?.toUpperCase() ?? '')}`,
    tags: [route.who],
    security: route.who === 'driver' ? [{ driver: [] }] : [],
    parameters: [
      ...names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
      ...describeQuery(route),
    ],
    ...(route.body === undefined
      ? {}
      : { requestBody: { content: { 'application/json': { schema: makeSchema(route.body, 'input') } } } }),
    responses: {
      ...(route.answer === undefined
        ? { 204: { description: 'Done' } }
        : {
            200: {
              description: 'Done',
              content: { 'application/json': { schema: makeSchema(route.answer, 'output') } },
            },
          }),
      default: {
        description: 'Refused',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
      },
    },
  }
}

function describeQuery(route: Route): object[] {
  if (route.query === undefined) return []
  const { properties = {} } = makeSchema(route.query, 'input') as { properties?: Record<string, object> }
  return Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', required: false, schema }))
}

function makeSchema(schema: z.ZodType, io: 'input' | 'output'): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}
