/**
 * The values that a plan's references stand for, while it runs.
 *
 * Ground; also in the browser. Never through prototypes: only what a value has of its own is found. What is absent
 * is an issue that names the reference, but for a field that the input schema does not require: that one is left
 * out, as if nobody had written it ("expectedEtag": "$steps.read.etag", where no etag was given). A short plan can refer
 * to one long text many times over, so what the references bring is counted, and refused before it is copied.
 * Source: specification "First-party tools and plans", Plan, References.
 */
import type { Issue } from '../../errors.ts'
import { isObject, type Json, type JsonObject, type JsonSchema } from '../json/json.ts'
import { toPointer } from '../json/json-pointer.ts'
import { setOwn } from '../json/to-json.ts'
import { declarationsOf, unconditional } from '../schema/schema-tree.ts'
import type { Foreach } from './plan-document.ts'
import { type PathPart, parseTemplate, type Reference } from './reference.ts'

/** What references can see. A step that was skipped is not among `steps`. */
export type Scope = {
  /** Outputs by step id; of a step with foreach the list of its items' outputs, null for a skipped item. */
  steps: ReadonlyMap<string, Json>
  /** Outputs by `captureAs`. */
  vars: ReadonlyMap<string, Json>
  /** Within a foreach: item, index and the names it gives them. */
  locals?: ReadonlyMap<string, Json>
}

/** The scope of one item of a foreach. */
export function scopeOfItem(
  scope: Scope,
  { itemName, indexName }: Foreach,
  item: Json,
  index: number,
): Scope {
  const locals = new Map<string, Json>([
    ['item', item],
    ['index', index],
    [itemName, item],
  ])
  if (indexName !== undefined) locals.set(indexName, index)
  return { ...scope, locals }
}

export type Resolved<Value extends Json = Json> =
  | { value: Value; issues: [] }
  | { value?: undefined; issues: Issue[] }

/**
 * A copy of `value` in which every reference is its value and every escape its text. `inputSchema` tells which
 * fields may be left out.
 */
export function resolveReferences(
  value: JsonObject,
  scope: Scope,
  inputSchema?: JsonSchema,
): Resolved<JsonObject>
export function resolveReferences(value: Json, scope: Scope, inputSchema?: JsonSchema): Resolved
export function resolveReferences(value: Json, scope: Scope, inputSchema?: JsonSchema): Resolved {
  const issues: Issue[] = []
  const resolved = new Resolver(scope, inputSchema, issues).resolve(
    value,
    [],
    inputSchema ? [inputSchema] : [],
  )
  return issues.length > 0 ? { issues } : { value: resolved, issues: [] }
}

/**
 * What all references of one value may bring together, about as many characters of JSON: a call takes less. A value that
 * is one reference may bring what it likes: it is no more than what is there already.
 */
export const MOST_RESOLVED = 4 * 1024 * 1024

const ABSENT = Symbol('absent')

class Resolver {
  private readonly scope: Scope
  private readonly root: JsonSchema | undefined
  private readonly issues: Issue[]
  private room = MOST_RESOLVED

  constructor(scope: Scope, root: JsonSchema | undefined, issues: Issue[]) {
    this.scope = scope
    this.root = root
    this.issues = issues
  }

  /** `places`: what the input schema says of this place, wherever it holds without conditions. */
  resolve(value: Json, keys: (string | number)[], places: JsonSchema[]): Json {
    const found = this.find(value, keys, places)
    if (found !== ABSENT) return found
    this.complain(keys, `${value} is not there`)
    return null
  }

  private find(value: Json, keys: (string | number)[], places: JsonSchema[]): Json | typeof ABSENT {
    if (typeof value === 'string') return this.text(value, keys)
    if (Array.isArray(value)) {
      const items = places
        .flatMap((each) => this.holding(each))
        .map(({ items }) => items)
        .filter(isObject)
      return value.map((each, index) => this.resolve(each, [...keys, index], items))
    }
    return isObject(value) ? this.object(value, keys, places) : value
  }

  private object(value: JsonObject, keys: (string | number)[], places: JsonSchema[]): JsonObject {
    const made: JsonObject = {}
    for (const [name, each] of Object.entries(value)) {
      const below = this.root
        ? places.flatMap((place) => declarationsOf(this.root as JsonSchema, place, name))
        : []
      const found = this.find(each, [...keys, name], below)
      if (found !== ABSENT) setOwn(made, name, found)
      else if (!this.mayLack(places, name)) this.complain([...keys, name], `${each} is not there`)
    }
    return made
  }

  private mayLack(places: JsonSchema[], name: string): boolean {
    if (!this.root) return false
    const holding = places.flatMap((each) => this.holding(each))
    return !holding.some(({ required }) => Array.isArray(required) && required.includes(name))
  }

  private holding(schema: JsonSchema): JsonSchema[] {
    return this.root ? unconditional(this.root, schema) : []
  }

  private text(text: string, keys: (string | number)[]): Json | typeof ABSENT {
    const template = parseTemplate(text)
    if (template.is === 'text') return template.text
    if (template.is === 'reference') return this.valueOf(template.reference, keys, keys.length === 0)
    if (template.is === 'fault') {
      this.complain(keys, template.message)
      return null
    }
    return template.parts.map((part) => (typeof part === 'string' ? part : this.textOf(part, keys))).join('')
  }

  private textOf(reference: Reference, keys: (string | number)[]): string {
    const value = this.valueOf(reference, keys)
    if (value === ABSENT) this.complain(keys, `${reference.text} is not there`)
    else if (this.room < 0) return ''
    else if (value === null || typeof value === 'object')
      this.complain(keys, `${reference.text} is ${kindOf(value)}, which has no place within a text`)
    else return String(value)
    return ''
  }

  private valueOf({ root, path }: Reference, keys: (string | number)[], isAll = false): Json | typeof ABSENT {
    const { steps, vars, locals } = this.scope
    const table = root.of === 'steps' ? steps : root.of === 'vars' ? vars : locals
    let value: Json | undefined = table?.get(root.name)
    for (const part of path) {
      if (value === undefined) return ABSENT
      value = this.partOf(value, part)
    }
    if (value === undefined) return ABSENT
    return isAll || this.takeRoom(value, keys) ? structuredClone(value) : null
  }

  /** False when there is none left; that is said once. */
  private takeRoom(value: Json, keys: (string | number)[]): boolean {
    if (this.room < 0) return false
    this.room -= sizeOf(value, this.room)
    if (this.room >= 0) return true
    this.complain(
      keys,
      `what the references stand for is more than ${MOST_RESOLVED / 1024 / 1024} MB together`,
    )
    return false
  }

  private partOf(value: Json, part: PathPart): Json | undefined {
    const key = typeof part === 'object' ? this.scope.locals?.get(part.variable) : part
    if (Array.isArray(value)) {
      const isIndex = typeof key === 'number' || (typeof key === 'string' && /^(0|[1-9]\d{0,8})$/.test(key))
      return isIndex ? value[Number(key)] : undefined
    }
    const name = String(key)
    return key !== undefined && isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
  }

  private complain(keys: (string | number)[], message: string): void {
    this.issues.push({ path: toPointer(keys), keyword: 'reference', message })
  }
}

/** About as many characters as its JSON has; counting stops beyond `most`. */
export function sizeOf(value: Json, most: number): number {
  if (typeof value === 'string') return value.length + 2
  if (typeof value !== 'object' || value === null) return 5
  const parts: Json[] = Array.isArray(value) ? value : Object.entries(value).flat()
  let size = 2
  for (const part of parts) {
    if (size > most) break
    size += 1 + sizeOf(part, most - size)
  }
  return size
}

function kindOf(value: Json): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'a list' : 'an object'
}
