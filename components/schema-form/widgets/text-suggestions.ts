import type { JsonSchema } from '#lib/json/json.ts'

const TIME_ZONE = /time[\s_-]?zones?$|^tz$/i

export function hasSuggestions(name: string, facts: JsonSchema): boolean {
  const { format } = facts
  return (
    examplesOf(facts).length > 1 || format === 'time-zone' || format === 'timezone' || TIME_ZONE.test(name)
  )
}

/** Examples, or time zones: those once the field has the focus, because a server may know others. */
export function suggestionsFor(facts: JsonSchema, isFocused: boolean): string[] {
  const examples = examplesOf(facts)
  if (examples.length > 1) return examples
  return isFocused ? ['UTC', ...Intl.supportedValuesOf('timeZone')] : []
}

function examplesOf({ examples }: JsonSchema): string[] {
  return (Array.isArray(examples) ? examples : []).filter((each) => typeof each === 'string')
}
