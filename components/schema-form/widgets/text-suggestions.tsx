import type { JsonSchema } from '#lib/json/json.ts'

const TIME_ZONE = /time[\s_-]?zones?$|^tz$/i

/** Examples, or time zones: those once the field has the focus, because a server may know others. */
export function suggestionsFor(name: string, facts: JsonSchema, isFocused: boolean): string[] {
  const examples = (Array.isArray(facts.examples) ? facts.examples : []).filter(
    (each) => typeof each === 'string',
  )
  if (examples.length > 1) return examples
  const isTimeZone = facts.format === 'time-zone' || facts.format === 'timezone' || TIME_ZONE.test(name)
  return isTimeZone && isFocused ? ['UTC', ...Intl.supportedValuesOf('timeZone')] : []
}

export function TextSuggestions({ id, values }: { id: string; values: readonly string[] }) {
  if (values.length === 0) return null
  return (
    <datalist id={id}>
      {values.map((value) => (
        <option key={value} value={value} />
      ))}
    </datalist>
  )
}
