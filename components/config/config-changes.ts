/** What the config form is about to send. Pure. */
import type { ConfigField } from '#lib/config/get-config-form.ts'
import type { ConfigChange } from '#lib/config/save-config-values.ts'
import type { Json } from '#lib/contract/json/json.ts'
import { pointerKeys } from '#lib/contract/json/json-pointer.ts'
import type { PublicError } from '#lib/errors.ts'

export type ConfigChanges = Record<string, ConfigChange>

/** `changes` with one control's new value; an emptied control clears what was set, or sends nothing. */
export function withValue(changes: ConfigChanges, field: ConfigField, value: Json): ConfigChanges {
  const { key } = field.definition
  const isEmpty = value === '' || (Array.isArray(value) && value.length === 0)
  if (!isEmpty) return { ...changes, [key]: { do: 'set', value } }
  return field.set ? { ...changes, [key]: { do: 'clear' } } : without(changes, key)
}

export function without(changes: ConfigChanges, key: string): ConfigChanges {
  const { [key]: _, ...rest } = changes
  return rest
}

/** What a control shows: what was typed, else what is set, else nothing. */
export function shownValue(change: ConfigChange | undefined, field: ConfigField): Json {
  if (change?.do === 'set') return change.value
  if (change?.do === 'clear') return ''
  return field.value ?? ''
}

/** The sentences of a refusal, by the key they belong to. */
export function errorsByKey(error: PublicError | undefined): Record<string, string[]> {
  const errors: Record<string, string[]> = {}
  for (const { path, message } of error?.details ?? []) {
    const [key] = pointerKeys(path)
    if (key !== undefined) errors[key] = [...(errors[key] ?? []), message]
  }
  return errors
}
