/**
 * The shapes of what the steps of a plan give. A foreach gives a list, with null for skipped items. A step without output
 * skips the steps that need it. Requires a plan without cycles.
 */

import { resolveRef } from '../../../json-schema/tree/schema-tree.ts'
import { isObject, type Json, type JsonSchema, sameText } from '../../../kernel/json/json.ts'
import type { PlanDocument, PlanStep } from '../document/plan-document.ts'
import { type PlanCatalog, toolFor } from '../document/plan-tool.ts'
import { type PathPart, parseTemplate, type Reference } from '../document/reference.ts'
import { ANY_ITEM, getPartShape, type ShapePart } from './part-of.ts'
import {
  ANY_SHAPE,
  mergeDocuments,
  mergeShapes,
  plainShape,
  type Shape,
  shapeOfMixed,
  toShape,
} from './shape.ts'
import { StepPresence } from './step-presence.ts'

export type ReferenceTarget = ShapePart & {
  missing?: { from: Shape; part: PathPart }
}

const INDEX = plainShape({ type: 'integer', minimum: 0 })

export class PlanShapes {
  private readonly catalog: PlanCatalog
  private readonly presence: StepPresence
  private readonly outputs = new Map<string, Shape>()

  constructor(plan: Pick<PlanDocument, 'steps' | 'defaults'>, catalog: PlanCatalog) {
    this.catalog = catalog
    this.presence = new StepPresence(plan)
  }

  outputOf(step: PlanStep): Shape {
    const known = this.outputs.get(step.id)
    if (known) return known
    const tool = toolFor(this.catalog, step.tool)
    const one = tool ? toShape(tool.outputSchema) : ANY_SHAPE
    const output = step.foreach ? this.listOf(step, one) : one
    this.outputs.set(step.id, output)
    return output
  }

  listOfForeach(step: PlanStep): Shape {
    return mergeShapes([this.shapeOfTemplate(step.foreach?.from ?? null), plainShape({ type: 'array' })])
  }

  itemOf(step: PlanStep): Shape {
    return getPartShape(this.listOfForeach(step), ANY_ITEM).shape
  }

  targetOf({ root, path }: Reference, step?: PlanStep): ReferenceTarget | undefined {
    const start = this.startOf(root, step)
    if (!start) return undefined
    let target: ReferenceTarget = start.part
    let isSameList =
      start.step?.foreach !== undefined && step?.foreach !== undefined && isOverSameList(start.step, step)
    for (const part of path) {
      const found = this.partFor(target.shape, part, step)
      if (!found) return undefined
      const isThere = isSameList && typeof part === 'object' && this.isIndex(part.variable, step)
      const presence = isThere ? 'always' : found.presence
      if (presence === 'never') return { ...found, presence, missing: { from: target.shape, part } }
      target = {
        shape: found.shape,
        presence: presence === 'always' ? target.presence : 'maybe',
        isDeclared: target.isDeclared && found.isDeclared,
      }
      isSameList = false
    }
    return target
  }

  shapeOfTemplate(value: Json, step?: PlanStep): Shape {
    if (typeof value === 'string') return this.shapeOfText(value, step)
    if (Array.isArray(value)) {
      const items = value.map((each) => this.shapeOfTemplate(each, step))
      const list = {
        type: 'array',
        prefixItems: items.map(({ schema }) => schema),
        items: false,
        minItems: items.length,
      }
      return { schema: items.length > 0 ? list : { const: [] }, documents: mergeDocuments(items) }
    }
    if (!isObject(value)) return plainShape({ const: value })
    const fields = Object.entries(value).map(
      ([name, each]) => [name, this.shapeOfTemplate(each, step)] as const,
    )
    return {
      schema: {
        type: 'object',
        properties: Object.fromEntries(fields.map(([name, { schema }]) => [name, schema])),
        required: fields.map(([name]) => name),
        additionalProperties: false,
      },
      documents: mergeDocuments(fields.map(([, shape]) => shape)),
    }
  }

  private shapeOfText(text: string, step?: PlanStep): Shape {
    const template = parseTemplate(text)
    if (template.kind === 'text') return plainShape({ const: template.text })
    if (template.kind === 'reference') return this.targetOf(template.reference, step)?.shape ?? ANY_SHAPE
    if (template.kind === 'fault') return plainShape({ type: 'string' })
    return shapeOfMixed(template.parts)
  }

  private listOf(step: PlanStep, one: Shape): Shape {
    const { min, max } = listBounds(this.listOfForeach(step))
    const item = this.presence.mayHaveHoles(step) ? { anyOf: [one.schema, { type: 'null' }] } : one.schema
    const list = {
      type: 'array',
      items: item,
      minItems: min,
      ...(max !== undefined && { maxItems: max }),
    }
    return { schema: list, documents: one.documents }
  }

  private startOf(
    { kind: of, name }: Reference['root'],
    step?: PlanStep,
  ): { part: ShapePart; step?: PlanStep } | undefined {
    if (of === 'local') {
      const shape = this.localsOf(step).get(name)
      return shape && { part: { shape, presence: 'always', isDeclared: true } }
    }
    const found = this.presence.named({ kind: of, name })
    if (!found) return undefined
    const presence = this.presence.mayBeMissing(found) ? 'maybe' : 'always'
    return { part: { shape: this.outputOf(found), presence, isDeclared: true }, step: found }
  }

  private localsOf(step?: PlanStep): Map<string, Shape> {
    if (!step?.foreach) return new Map()
    const { itemName, indexName } = step.foreach
    const item = this.itemOf(step)
    const locals = new Map([
      ['item', item],
      ['index', INDEX],
      [itemName, item],
    ])
    if (indexName !== undefined) locals.set(indexName, INDEX)
    return locals
  }

  private isIndex(variable: string, step?: PlanStep): boolean {
    return variable === 'index' || variable === step?.foreach?.indexName
  }

  private partFor(shape: Shape, part: PathPart, step?: PlanStep): ShapePart | undefined {
    if (typeof part !== 'object') return getPartShape(shape, part)
    if (this.isIndex(part.variable, step)) return getPartShape(shape, ANY_ITEM)
    if (!this.localsOf(step).has(part.variable)) return undefined
    return { shape: ANY_SHAPE, presence: 'maybe', isDeclared: false }
  }
}

function isOverSameList(one: PlanStep, other: PlanStep): boolean {
  const from = other.foreach?.from ?? null
  if (typeof from === 'string' && parseTemplate(from).kind !== 'reference') return false
  return from === `$steps.${one.id}` || (one.captureAs !== undefined && from === `$vars.${one.captureAs}`)
    ? true
    : sameText(one.foreach?.from ?? null) === sameText(from)
}

type ListBounds = { min: number; max?: number }

export function listBounds({ schema, documents }: Shape): ListBounds {
  const root = { $defs: { ...documents } }
  const open = new Set<JsonSchema>()
  const boundsOf = (each: Json | undefined): ListBounds => {
    if (!isObject(each) || open.has(each)) return { min: 0 }
    open.add(each)
    const { $ref, allOf, anyOf, oneOf } = each
    const bounds = [
      ownBounds(each),
      ...(typeof $ref === 'string' ? [boundsOf(resolveRef(root, $ref))] : []),
      ...(Array.isArray(allOf) ? allOf.map(boundsOf) : []),
      ...[anyOf, oneOf].filter(Array.isArray).map((branches) => uniteBounds(branches.map(boundsOf))),
      ...[each.enum, Object.hasOwn(each, 'const') ? [each.const as Json] : undefined]
        .filter(Array.isArray)
        .map((values) =>
          uniteBounds(values.filter(Array.isArray).map(({ length }) => ({ min: length, max: length }))),
        ),
    ]
    open.delete(each)
    const mosts = bounds.flatMap(({ max }) => max ?? [])
    const min = Math.max(...bounds.map((each) => each.min))
    return mosts.length > 0 ? { min, max: Math.min(...mosts) } : { min }
  }
  return boundsOf(schema)
}

function ownBounds({ minItems, maxItems, prefixItems, items }: JsonSchema): ListBounds {
  const min = typeof minItems === 'number' ? minItems : 0
  const fixed = items === false ? (Array.isArray(prefixItems) ? prefixItems.length : 0) : undefined
  const mosts = [maxItems, fixed].filter((each) => typeof each === 'number')
  return mosts.length > 0 ? { min, max: Math.min(...mosts) } : { min }
}

function uniteBounds(bounds: readonly ListBounds[]): ListBounds {
  if (bounds.length === 0) return { min: 0 }
  const min = Math.min(...bounds.map((each) => each.min))
  const isBounded = bounds.every(({ max }) => max !== undefined)
  return isBounded ? { min, max: Math.max(...bounds.map(({ max }) => max ?? 0)) } : { min }
}
