import type { ConfigField } from '#lib/config/get-config-form.ts'
import type { ConfigChange } from '#lib/config/save-config-values.ts'
import type { PublicError } from '#lib/errors.ts'
import type { Json } from '#lib/json/json.ts'
import { pointerKeys } from '#lib/json/json-pointer.ts'

export type ConfigChanges = Record<string, ConfigChange>

/** Returns `changes` with one new value. Emptying a control clears a stored value, or removes the change. */
export function withValue(changes: ConfigChanges, field: ConfigField, value: Json): ConfigChanges {
  const { key } = field.definition
  const isEmpty = value === '' || (Array.isArray(value) && value.length === 0)
  if (!isEmpty) return { ...changes, [key]: { do: 'set', value } }
  return field.set ? { ...changes, [key]: { do: 'clear' } } : withoutChange(changes, key)
}

export function withoutChange(changes: ConfigChanges, key: string): ConfigChanges {
  const { [key]: _, ...rest } = changes
  return rest
}

export function shownValue(change: ConfigChange | undefined, field: ConfigField): Json {
  if (change?.do === 'set') return change.value
  if (change?.do === 'clear') return ''
  return field.value ?? ''
}

export function errorsByKey(error: PublicError | undefined): Record<string, string[]> {
  const errors: Record<string, string[]> = {}
  for (const { path, message } of error?.details ?? []) {
    const [key] = pointerKeys(path)
    if (key !== undefined) errors[key] = [...(errors[key] ?? []), message]
  }
  return errors
}
