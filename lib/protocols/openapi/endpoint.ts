import type { z } from 'zod'
import type { JsonObject, JsonSchema } from '../../kernel/json/json.ts'

export const TAGS = {
  skills: 'One operation per skill.',
  runs: 'The state and result of runs.',
  plans: 'Multi-step workflows that survive a crash.',
  automations: 'Skills and plans that start on a schedule, by a webhook or when files change.',
  blobs: 'Content that is too big for JSON.',
  vault: 'The organisation’s files.',
  rollouts: 'Which version a range leads to, and how newer ones reach everyone.',
  keys: 'Narrower keys for the programs that a program starts.',
  publishing: 'Drafts that a program writes and a person submits.',
} as const satisfies Record<string, string>

export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required?: true
  description?: string
  schema: JsonSchema
}

type JsonResponse<Schema extends z.ZodType = z.ZodType> = { description: string; schema: Schema }

/** A response without a body, or with one that is not JSON. */
type OtherResponse = { description: string; content?: JsonObject }

export type EndpointResponse = JsonResponse | OtherResponse

/**
 * One operation of the REST API. The OpenAPI document, the guide's table of endpoints and the type of what the route
 * returns derive from it.
 */
export type Endpoint = {
  method: 'get' | 'put' | 'post' | 'patch' | 'delete'
  /** The path, with parameters in braces: "/api/runs/{id}". */
  path: `/api/${string}`
  operationId: string
  tag: keyof typeof TAGS
  summary: string
  description?: string
  parameters?: readonly Parameter[]
  requestBody?: JsonObject
  responses: Readonly<Record<number, EndpointResponse>>
  /** True if a signature authenticates the sender instead of a key. */
  isUnkeyed?: true
}

/** The statuses that an endpoint answers with JSON. */
type JsonStatus<E extends Endpoint> = {
  [Status in keyof E['responses']]: E['responses'][Status] extends JsonResponse ? Status : never
}[keyof E['responses']] &
  number

type ResponseValue<E extends Endpoint, Status extends JsonStatus<E>> =
  E['responses'][Status] extends JsonResponse<infer Schema> ? z.infer<Schema> : never

/** The response of a route. It compiles only for a status of the endpoint, and a value of that status's schema. */
export function jsonResponse<E extends Endpoint, Status extends JsonStatus<E>>(
  _endpoint: E,
  status: Status,
  value: ResponseValue<E, Status>,
  headers: HeadersInit = {},
): Response {
  return Response.json(value, { status, headers: { 'cache-control': 'no-store', ...headers } })
}
