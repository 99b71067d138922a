/** The contract of a plan's skill, inferred from the tools and skills that it calls. */

import {
  listTypes,
  mapSchema,
  propertyDeclarations,
  refTo,
  walkSchema,
} from '../../../json-schema/tree/schema-tree.ts'
import { isObject, type Json, type JsonObject, type JsonSchema } from '../../../kernel/json/json.ts'
import { pointerKeys, toPointer } from '../../../kernel/json/json-pointer.ts'
import type { PlanDocument } from '../document/plan-document.ts'
import { planOrder } from '../document/plan-order.ts'
import { type PlanCatalog, toolFor } from '../document/plan-tool.ts'
import { parseTemplate } from '../document/reference.ts'
import { getPartShape } from '../types/part-of.ts'
import { PlanShapes } from '../types/plan-shapes.ts'
import { type Shape, toShape } from '../types/shape.ts'
import type { PlanInput } from './plan-inputs.ts'

/** `value` can contain references. The handler adds `message`, unless the result has one. */
export type PlanResult = { value: JsonObject | string; message?: string; response: JsonSchema }

/**
 * Returns the plan's `outputs`; without them the output of its last step, or of each of its last steps by id. A field
 * that refers to a step that may be skipped is optional.
 */
export function planResult(plan: PlanDocument, catalog: PlanCatalog, title: string): PlanResult {
  const shapes = new PlanShapes(plan, catalog)
  const done = { message: `Finished: ${title}` }
  const single = singleLastStep(plan, shapes)
  if (single) {
    const response = contractSchema(shapes.outputOf(single))
    const isReturned = responseHasMessage(response)
    return { value: `$steps.${single.id}`, response, ...(!isReturned && done) }
  }
  const value = plan.outputs ?? Object.fromEntries(lastSteps(plan).map(({ id }) => [id, `$steps.${id}`]))
  const fields = Object.entries(value).map(([name, each]) => ({ name, ...outputField(each, shapes) }))
  const response = objectSchema(fields)
  if (Object.hasOwn(value, 'message')) return { value, response }
  const { properties, required } = response
  const message = { type: 'string', description: 'States that the plan has finished.' }
  return {
    value,
    ...done,
    response: {
      ...response,
      properties: { message, ...(properties as JsonObject) },
      required: ['message', ...(required as string[])],
    },
  }
}

export function planParameters(
  inputs: readonly PlanInput[],
  plan: PlanDocument,
  catalog: PlanCatalog,
): JsonSchema {
  const fields = inputs.map(({ stepId, argument, value, name }) => {
    const step = plan.steps.find(({ id }) => id === stepId)
    const tool = step && toolFor(catalog, step.tool)
    const shape = getPartShape(toShape(tool?.inputSchema ?? {}), argument).shape
    const schema = isObject(shape.schema) ? shape.schema : {}
    return { name, shape: { ...shape, schema: { ...schema, default: value } }, isRequired: false }
  })
  return objectSchema(fields)
}

type Field = { name: string; shape: Shape; isRequired: boolean }

function objectSchema(fields: readonly Field[]): JsonSchema {
  const schema = {
    type: 'object',
    properties: Object.fromEntries(fields.map(({ name, shape }) => [name, shape.schema])),
    required: fields.filter(({ isRequired }) => isRequired).map(({ name }) => name),
    additionalProperties: false,
  }
  return contractSchema({
    schema,
    documents: Object.assign({}, ...fields.map(({ shape }) => shape.documents)),
  })
}

function outputField(value: Json, shapes: PlanShapes): Omit<Field, 'name'> {
  const template = typeof value === 'string' ? parseTemplate(value) : undefined
  const target = template?.kind === 'reference' ? shapes.targetOf(template.reference) : undefined
  if (!target) return { shape: shapes.shapeOfTemplate(value), isRequired: true }
  return { shape: target.shape, isRequired: target.presence === 'always' }
}

function lastSteps(plan: PlanDocument) {
  const needed = new Set(Object.values(planOrder(plan).dependencies).flat())
  return plan.steps.filter(({ id }) => !needed.has(id))
}

function singleLastStep(plan: PlanDocument, shapes: PlanShapes) {
  const [last, ...others] = lastSteps(plan)
  if (plan.outputs || !last || others.length > 0 || last.foreach) return undefined
  const presence = shapes.targetOf({ text: '', root: { kind: 'steps', name: last.id }, path: [] })?.presence
  const { schema } = shapes.outputOf(last)
  return presence === 'always' && isObject(schema) && listTypes(schema).join() === 'object' ? last : undefined
}

function responseHasMessage(response: JsonSchema): boolean {
  const isRequired = Array.isArray(response.required) && response.required.includes('message')
  return isRequired && propertyDeclarations(response, response, 'message').length > 0
}

/** Makes the schema self-contained: documents that it refers to are under `$defs`, named in order. */
function contractSchema({ schema, documents }: Shape): JsonSchema {
  const root = isObject(schema) ? schema : {}
  const names = new Map<string, string>()
  const collect = (each: JsonSchema) =>
    walkSchema(each, ({ $ref }) => {
      const [key] = documentKeys($ref)
      if (key === undefined || names.has(key)) return
      names.set(key, `output_${names.size + 1}`)
      collect(documents[key] ?? {})
    })
  collect(root)
  const rename = (each: JsonSchema) =>
    mapSchema(each, (part) => {
      const [key, ...rest] = documentKeys(part.$ref)
      const written = withoutExactBounds(part)
      if (key === undefined) return written
      return { ...written, $ref: refTo(toPointer(['$defs', names.get(key) ?? key, ...rest])) }
    })
  const defs = [...names].map(([key, name]) => [name, rename(documents[key] ?? {})])
  return { ...rename(root), ...(defs.length > 0 && { $defs: Object.fromEntries(defs) }) }
}

/** Returns the keys of a reference after `$defs`; none for other values. */
function documentKeys(ref: Json | undefined): string[] {
  const [first, ...keys] = typeof ref === 'string' ? pointerKeys(decodeURIComponent(ref.slice(1))) : []
  return first === '$defs' ? keys : []
}

/** Shapes state the bounds of every integer, which contracts imply. */
function withoutExactBounds({ minimum, maximum, ...schema }: JsonSchema): JsonSchema {
  return {
    ...schema,
    ...(minimum !== undefined && minimum !== -Number.MAX_SAFE_INTEGER && { minimum }),
    ...(maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER && { maximum }),
  }
}
