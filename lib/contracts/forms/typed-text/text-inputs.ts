import type { JsonSchema } from '../../../kernel/json/json.ts'

const TIME_ZONE = /time[\s_-]?zones?$|^tz$/i

export function hasSuggestions(name: string, facts: JsonSchema): boolean {
  return examplesOf(facts).length > 1 || isTimeZone(name, facts)
}

export function isTimeZone(name: string, { format, title }: JsonSchema): boolean {
  const isNamed = [name, title].some((each) => TIME_ZONE.test(String(each)))
  return format === 'time-zone' || format === 'timezone' || isNamed
}

/** Returns examples, or time zones: those once the field has the focus, because a server may know others. */
export function suggestionsFor(facts: JsonSchema, isFocused: boolean): string[] {
  const examples = examplesOf(facts)
  if (examples.length > 1) return examples
  return isFocused ? ['UTC', ...Intl.supportedValuesOf('timeZone')] : []
}

function examplesOf({ examples }: JsonSchema): string[] {
  return (Array.isArray(examples) ? examples : []).filter((each) => typeof each === 'string')
}

type TextInput = { type?: string; inputMode?: 'email' | 'url'; placeholder?: string; isCode?: true }

// biome-ignore format: table
const INPUTS: Record<string, TextInput> = {
  email:          { type: 'email', inputMode: 'email' },
  uri:            { type: 'url', inputMode: 'url', placeholder: 'https://' },
  date:           { type: 'date' },
  color:          { placeholder: '#336699' },
  'date-time':    { placeholder: '2026-11-20T09:30:00Z' },
  time:           { placeholder: '14:30:00Z' },
  duration:       { placeholder: 'P1DT12H' },
  uuid:           { placeholder: '00000000-0000-0000-0000-000000000000', isCode: true },
  regex:          { isCode: true },
  'json-pointer': { placeholder: '/items/0', isCode: true },
}

/** A date input hides an invalid value, so a text input shows it. */
export function textInputFor(format: unknown, text: string): TextInput {
  const kind = INPUTS[String(format)] ?? {}
  const isHidden = kind.type === 'date' && text !== '' && !/^\d{4}-\d\d-\d\d$/.test(text)
  return isHidden ? { placeholder: '2026-11-20' } : kind
}
