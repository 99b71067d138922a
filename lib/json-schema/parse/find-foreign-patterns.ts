import { isObject, type Json } from '../../kernel/json/json.ts'
import { toPointer } from '../../kernel/json/json-pointer.ts'
import { type ForeignPattern, readForeignPattern } from '../regex/foreign-pattern.ts'
import { patternError } from '../regex/linear-regex.ts'
import { walkSchema } from '../tree/schema-tree.ts'
import { isDeeperThan, MAX_SCHEMA_DEPTH } from './canonicalize.ts'

export type LocatedPattern = ForeignPattern & {
  pointer: string
  /** The pattern decides which fields a rule is for. */
  isName: boolean
}

/** Accepts unfinished schemas. A translation that cannot be run here is left out. */
export function findForeignPatterns(schema: Json | undefined): LocatedPattern[] {
  if (!isObject(schema) || isDeeperThan(schema, MAX_SCHEMA_DEPTH)) return []
  const located: LocatedPattern[] = []
  const look = (pattern: string, pointer: string, isName: boolean) => {
    const foreign = readForeignPattern(pattern)
    if (!foreign) return
    const { found, translated } = foreign
    const isRunnable = translated !== undefined && patternError(translated) === undefined
    located.push({ pointer, isName, found, ...(isRunnable && { translated }) })
  }
  walkSchema(schema, ({ pattern, patternProperties }, pointer) => {
    if (typeof pattern === 'string') look(pattern, `${pointer}/pattern`, false)
    for (const name of Object.keys(isObject(patternProperties) ? patternProperties : {}))
      look(name, pointer + toPointer(['patternProperties', name]), true)
  })
  return located
}
