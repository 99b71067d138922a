/** Choices as lines: `km`, or `km = Kilometres`. */
import { isObject, type Json, type JsonObject } from '#lib/kernel/json/json.ts'
import { formatTyped, parseTyped } from '../fields/typed-text.ts'

type Choice = { value: Json; label?: string }

const EQUALS = ' = '

/** Null if lines cannot express them. */
export function readChoices({ enum: values, oneOf, type }: JsonObject): Choice[] | null {
  const isSimple = type === undefined || ['string', 'integer', 'number'].includes(String(type))
  if (!isSimple || (values !== undefined && oneOf !== undefined)) return null
  const choices = Array.isArray(values) ? values.map((value) => ({ value })) : branchesOf(oneOf)
  const isLine = ({ value }: Choice) => {
    const text = formatTyped(value)
    return ['string', 'number'].includes(typeof value) && !text.includes('\n') && !text.includes(EQUALS)
  }
  return choices?.every(isLine) ? choices : null
}

function branchesOf(branches: Json | undefined): Choice[] | null {
  if (!Array.isArray(branches)) return null
  const choices = branches.map((branch): Choice | null => {
    if (!isObject(branch) || branch.const === undefined) return null
    const { const: value, title, ...more } = branch
    if (Object.keys(more).length > 0 || (title !== undefined && typeof title !== 'string')) return null
    return { value, ...(title !== undefined && { label: title }) }
  })
  return choices.every((each) => each !== null) ? choices : null
}

export function formatChoices(choices: readonly Choice[]): string {
  return choices
    .map(({ value, label }) => formatTyped(value) + (label === undefined ? '' : EQUALS + label))
    .join('\n')
}

export function parseChoices(text: string, type: 'string' | 'integer' | 'number'): Choice[] {
  return text.split('\n').flatMap((line): Choice[] => {
    const [typed = '', ...label] = line.split(EQUALS)
    const value = parseTyped(typed.trim(), type)
    if (value === undefined) return []
    return [{ value, ...(label.length > 0 && { label: label.join(EQUALS).trim() }) }]
  })
}

/** Labels become `oneOf` with titles. */
export function withChoices(property: JsonObject, choices: readonly Choice[]): JsonObject {
  const { enum: _, oneOf: _branches, ...rest } = property
  if (!choices.some(({ label }) => label)) return { ...rest, enum: choices.map(({ value }) => value) }
  return {
    ...rest,
    oneOf: choices.map(({ value, label }) => ({ const: value, ...(label && { title: label }) })),
  }
}
