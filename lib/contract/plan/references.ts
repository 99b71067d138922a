/** Where a plan's value refers to others. Ground; also in the browser. */
import { isObject, type Json } from '../json/json.ts'
import { toPointer } from '../json/json-pointer.ts'
import { parseTemplate, type Reference } from './reference.ts'

export type FoundReference = {
  /** A JSON Pointer into the value. */
  pointer: string
  reference: Reference
  /** Within a text, where only what has a text may stand. */
  isWithinText: boolean
}

export type ReferenceFault = { pointer: string; message: string }

/** Every reference in a value, in its order, and every text that looks like one and is none. */
export function findReferences(value: Json): { found: FoundReference[]; faults: ReferenceFault[] } {
  const found: FoundReference[] = []
  const faults: ReferenceFault[] = []
  const visit = (each: Json, keys: (string | number)[]): void => {
    if (Array.isArray(each)) for (const [index, item] of each.entries()) visit(item, [...keys, index])
    else if (isObject(each)) for (const [key, item] of Object.entries(each)) visit(item, [...keys, key])
    else if (typeof each === 'string') {
      const pointer = toPointer(keys)
      const template = parseTemplate(each)
      if (template.is === 'fault') faults.push({ pointer, message: template.message })
      if (template.is === 'reference')
        found.push({ pointer, reference: template.reference, isWithinText: false })
      if (template.is === 'mixed') {
        for (const part of template.parts)
          if (typeof part !== 'string') found.push({ pointer, reference: part, isWithinText: true })
      }
    }
  }
  visit(value, [])
  return { found, faults }
}
