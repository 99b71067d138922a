'use client'

import { useState } from 'react'
import type { Json, JsonSchema } from '#lib/contract/json/json.ts'
import { LazyForm } from '../lazy-form.tsx'

/** The form that people will fill, drawn while the schema is being written. Nothing is sent. */
export function FormPreview({ schema }: { schema: JsonSchema | undefined }) {
  const [value, setValue] = useState<Json>({})
  return (
    <aside aria-label="Preview of the form" className="grid content-start gap-3">
      <h3 className="font-medium text-muted-foreground text-sm">The form people will fill</h3>
      <div className="rounded-lg border border-border border-dashed p-4">
        {schema ? (
          <LazyForm schema={schema} value={value} onChange={setValue} idPrefix="preview" />
        ) : (
          <p className="text-muted-foreground text-sm">It appears when there is a schema.</p>
        )}
      </div>
    </aside>
  )
}
