'use client'

import type { WidgetProps } from '@rjsf/utils'
import type { JsonSchema } from '#lib/contract/json/json.ts'
import { hasHelp } from './field-frame.tsx'
import { describedBy, useFieldNote } from './field-notes.tsx'

/** What every control carries: its id, and what assistive technology says of it. */
export function useControl({ id, schema, required }: Pick<WidgetProps, 'id' | 'schema' | 'required'>) {
  const note = useFieldNote(id)
  return {
    id,
    'aria-describedby': describedBy(id, { note, hasHelp: hasHelp(schema as JsonSchema) }),
    'aria-invalid': note.errors.length > 0 || undefined,
    'aria-required': required || undefined,
  }
}
