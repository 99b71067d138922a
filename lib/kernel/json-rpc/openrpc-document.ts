/** OpenRPC 1.3.2, for `rpc.discover`. See docs/spec/skills-protocol.md §1. */

import { ERRORS } from '../errors.ts'
import { isObject, type Json, type JsonObject, type JsonSchema } from '../json/json.ts'

type DiscoverableMethod = {
  name: string
  description: string
  /** The parameters, with extras. */
  accepts: JsonSchema
  isPublic: boolean
  returns: Returned
}

type Returned = { schema: JsonSchema; example: { params: JsonObject; result: JsonObject } }

export function openRpcDocument(methods: readonly DiscoverableMethod[], url: string): JsonObject {
  return {
    openrpc: '1.3.2',
    info: {
      title: 'Guildhall: Skills Protocol',
      version: '1.0.0',
      description: 'Discover, understand and run skills. Start with load_skills_protocol_guide.',
    },
    servers: [{ name: 'rpc', url }],
    methods: methods.map(method),
    components: {
      errors: Object.fromEntries(Object.keys(NUMBERED).map((code) => [code, errorObject(code)])),
    },
  }
}

const NUMBERED = Object.fromEntries(Object.entries(ERRORS).filter(([, { rpc }]) => rpc !== null))

function errorObject(code: string): JsonObject {
  const { rpc, message } = NUMBERED[code]!
  return { code: rpc, message, data: { code } }
}

function method({ name, description, accepts, isPublic, returns }: DiscoverableMethod): JsonObject {
  const required = Array.isArray(accepts.required) ? accepts.required : []
  const properties = Object.entries(isObject(accepts.properties) ? accepts.properties : {})
  const codes = Object.keys(NUMBERED).filter((code) => !isPublic || code !== 'PAYMENT_REQUIRED')
  return {
    name,
    summary: description,
    ...(!isPublic && { description: 'Needs an API key.' }),
    paramStructure: 'by-name',
    params: properties.map(
      ([param, schema]): Json => ({
        name: param,
        required: required.includes(param),
        schema,
      }),
    ),
    result: { name: `${name}_result`, schema: returns.schema },
    examples: [buildExample(name, returns)],
    errors: codes.map((code) => ({ $ref: `#/components/errors/${code}` })),
  }
}

function buildExample(name: string, { example: { params, result } }: Returned): JsonObject {
  return {
    name: `${name}_example`,
    params: Object.entries(params).map(([param, value]): Json => ({ name: param, value })),
    result: { name: `${name}_result`, value: result },
  }
}
