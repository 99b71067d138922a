/**
 * References reach own properties only. A missing value is an issue, unless the input schema does not require it.
 * Sizes are checked before copying: a short plan can repeat a long text.
 */

import { propertyDeclarations, unconditional } from '../../../json-schema/tree/schema-tree.ts'
import type { Issue } from '../../../kernel/errors.ts'
import { isObject, type Json, type JsonObject, type JsonSchema } from '../../../kernel/json/json.ts'
import { toPointer } from '../../../kernel/json/json-pointer.ts'
import { setOwnProperty } from '../../../kernel/json/to-json.ts'
import type { Foreach } from '../document/plan-document.ts'
import { type PathPart, parseTemplate, type Reference } from '../document/reference.ts'

export type Scope = {
  steps: ReadonlyMap<string, Json>
  vars: ReadonlyMap<string, Json>
  locals?: ReadonlyMap<string, Json>
}

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

type ResolvedValue<Value extends Json = Json> =
  | { value: Value; issues: [] }
  | { value?: undefined; issues: Issue[] }

export function resolveReferences(
  value: JsonObject,
  scope: Scope,
  inputSchema?: JsonSchema,
): ResolvedValue<JsonObject>
export function resolveReferences(value: Json, scope: Scope, inputSchema?: JsonSchema): ResolvedValue
export function resolveReferences(value: Json, scope: Scope, inputSchema?: JsonSchema): ResolvedValue {
  const issues: Issue[] = []
  const resolved = new Resolver(scope, inputSchema, issues).resolve(
    value,
    [],
    inputSchema ? [inputSchema] : [],
  )
  return issues.length > 0 ? { issues } : { value: resolved, issues: [] }
}

/** Returns the approximate length as JSON. A value that is one reference costs nothing, because it exists already. */
export const MAX_RESOLVED_CHARS = 4 * 1024 * 1024

const ABSENT = Symbol('absent')

class Resolver {
  private readonly scope: Scope
  private readonly root: JsonSchema | undefined
  private readonly issues: Issue[]
  private room = MAX_RESOLVED_CHARS

  constructor(scope: Scope, root: JsonSchema | undefined, issues: Issue[]) {
    this.scope = scope
    this.root = root
    this.issues = issues
  }

  resolve(value: Json, keys: (string | number)[], schemas: JsonSchema[]): Json {
    const found = this.find(value, keys, schemas)
    if (found !== ABSENT) return found
    this.addIssue(keys, `${value} does not exist`)
    return null
  }

  private find(value: Json, keys: (string | number)[], schemas: JsonSchema[]): Json | typeof ABSENT {
    if (typeof value === 'string') return this.text(value, keys)
    if (Array.isArray(value)) {
      const items = schemas
        .flatMap((each) => this.unconditionalSchemas(each))
        .map(({ items }) => items)
        .filter(isObject)
      return value.map((each, index) => this.resolve(each, [...keys, index], items))
    }
    return isObject(value) ? this.object(value, keys, schemas) : value
  }

  private object(value: JsonObject, keys: (string | number)[], schemas: JsonSchema[]): JsonObject {
    const made: JsonObject = {}
    for (const [name, each] of Object.entries(value)) {
      const below = this.root
        ? schemas.flatMap((schema) => propertyDeclarations(this.root as JsonSchema, schema, name))
        : []
      const found = this.find(each, [...keys, name], below)
      if (found !== ABSENT) setOwnProperty(made, name, found)
      else if (!this.mayLack(schemas, name)) this.addIssue([...keys, name], `${each} does not exist`)
    }
    return made
  }

  private mayLack(schemas: JsonSchema[], name: string): boolean {
    if (!this.root) return false
    const applicable = schemas.flatMap((each) => this.unconditionalSchemas(each))
    return !applicable.some(({ required }) => Array.isArray(required) && required.includes(name))
  }

  private unconditionalSchemas(schema: JsonSchema): JsonSchema[] {
    return this.root ? unconditional(this.root, schema) : []
  }

  private text(text: string, keys: (string | number)[]): Json | typeof ABSENT {
    const template = parseTemplate(text)
    if (template.kind === 'text') return template.text
    if (template.kind === 'reference') return this.valueOf(template.reference, keys, keys.length === 0)
    if (template.kind === 'fault') {
      this.addIssue(keys, template.message)
      return null
    }
    return template.parts.map((part) => (typeof part === 'string' ? part : this.textOf(part, keys))).join('')
  }

  private textOf(reference: Reference, keys: (string | number)[]): string {
    const value = this.valueOf(reference, keys)
    if (value === ABSENT) this.addIssue(keys, `${reference.text} does not exist`)
    else if (this.room < 0) return ''
    else if (value === null || typeof value === 'object')
      this.addIssue(keys, `${reference.text} is ${kindOf(value)}, which cannot be inserted into text`)
    else return String(value)
    return ''
  }

  private valueOf({ root, path }: Reference, keys: (string | number)[], isAll = false): Json | typeof ABSENT {
    const { steps, vars, locals } = this.scope
    const table = root.kind === 'steps' ? steps : root.kind === 'vars' ? vars : locals
    let value: Json | undefined = table?.get(root.name)
    for (const part of path) {
      if (value === undefined) return ABSENT
      value = this.partOf(value, part)
    }
    if (value === undefined) return ABSENT
    return isAll || this.takeRoom(value, keys) ? structuredClone(value) : null
  }

  private takeRoom(value: Json, keys: (string | number)[]): boolean {
    if (this.room < 0) return false
    this.room -= jsonSize(value, this.room)
    if (this.room >= 0) return true
    this.addIssue(keys, `the referenced values exceed ${MAX_RESOLVED_CHARS / 1024 / 1024} MB in total`)
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

  private addIssue(keys: (string | number)[], message: string): void {
    this.issues.push({ path: toPointer(keys), keyword: 'reference', message })
  }
}

export function jsonSize(value: Json, max: number): number {
  if (typeof value === 'string') return value.length + 2
  if (typeof value !== 'object' || value === null) return 5
  const parts: Json[] = Array.isArray(value) ? value : Object.entries(value).flat()
  let size = 2
  for (const part of parts) {
    if (size > max) break
    size += 1 + jsonSize(part, max - size)
  }
  return size
}

function kindOf(value: Json): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'a list' : 'an object'
}
