/** The allowed values of a field, edited one per line: `km`, or `km = Kilometres` with a label. */
import { isObject, type Json, type JsonObject } from '#lib/kernel/json/json.ts'
import { formatTyped, parseTyped } from '../fields/typed-text.ts'

type Choice = { value: Json; label?: string }

const SEPARATOR = ' = '

/** Returns null if lines cannot express the choices, which are then edited as JSON. */
export function readChoices({ enum: values, oneOf, type }: JsonObject): Choice[] | null {
  const isSimple = type === undefined || ['string', 'integer', 'number'].includes(String(type))
  if (!isSimple || (values !== undefined && oneOf !== undefined)) return null
  const choices = Array.isArray(values) ? values.map((value) => ({ value })) : readBranches(oneOf)
  const fitsLine = ({ value }: Choice) => {
    const text = formatTyped(value)
    return ['string', 'number'].includes(typeof value) && !text.includes('\n') && !text.includes(SEPARATOR)
  }
  return choices?.every(fitsLine) ? choices : null
}

function readBranches(branches: Json | undefined): Choice[] | null {
  if (!Array.isArray(branches)) return null
  const choices = branches.map((branch): Choice | null => {
    if (!isObject(branch) || branch.const === undefined) return null
    const { const: value, title, ...more } = branch
    if (Object.keys(more).length > 0 || (title !== undefined && typeof title !== 'string')) return null
    return { value, ...(title !== undefined && { label: title }) }
  })
  return choices.every((choice) => choice !== null) ? choices : null
}

export function formatChoices(choices: readonly Choice[]): string {
  return choices
    .map(({ value, label }) => formatTyped(value) + (label === undefined ? '' : SEPARATOR + label))
    .join('\n')
}

export function parseChoices(text: string, type: 'string' | 'integer' | 'number'): Choice[] {
  return text.split('\n').flatMap((line): Choice[] => {
    const [typed = '', ...label] = line.split(SEPARATOR)
    const value = parseTyped(typed.trim(), type)
    if (value === undefined) return []
    return [{ value, ...(label.length > 0 && { label: label.join(SEPARATOR).trim() }) }]
  })
}

/** Writes choices with labels as `oneOf` with titles, and plain ones as `enum`. */
export function withChoices(property: JsonObject, choices: readonly Choice[]): JsonObject {
  const { enum: _, oneOf: _branches, ...rest } = property
  if (!choices.some(({ label }) => label)) return { ...rest, enum: choices.map(({ value }) => value) }
  return {
    ...rest,
    oneOf: choices.map(({ value, label }) => ({ const: value, ...(label && { title: label }) })),
  }
}
