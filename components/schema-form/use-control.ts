'use client'

import type { JsonSchema } from '#lib/contract/json/json.ts'
import { describedBy, useFieldNote } from './field-notes.tsx'
import { hasHelp } from './field-words.ts'

/** What every control carries: its id, and what assistive technology says of it. */
export function useControl(id: string, facts: JsonSchema, isRequired?: boolean) {
  const note = useFieldNote(id)
  return {
    id,
    'aria-describedby': describedBy(id, { note, hasHelp: hasHelp(facts) }),
    'aria-invalid': note.errors.length > 0 || undefined,
    'aria-required': isRequired || undefined,
  }
}
