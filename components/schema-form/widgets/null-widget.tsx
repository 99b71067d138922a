'use client'

import type { WidgetProps } from '@rjsf/utils'
import { type DrawnField, drawnFieldOf } from '#lib/form-model/drawn-field.ts'
import { Button } from '../../ui/button.tsx'
import { useDescribedBy } from '../frame/field-notes.tsx'

export function NullWidget({ schema, disabled, onChange }: WidgetProps) {
  return <NullValue field={{ ...drawnFieldOf(schema), change: onChange }} disabled={disabled} />
}

export function NullValue({ field, disabled }: { field: DrawnField; disabled?: boolean }) {
  const { id, label, change } = field
  const describedBy = useDescribedBy(field)
  return (
    <div className="flex items-center gap-3 rounded-md border border-input/60 border-dashed px-3 py-1">
      <code className="font-mono text-muted-foreground text-sm">null</code>
      <Button
        id={id}
        aria-describedby={describedBy}
        variant="ghost"
        size="sm"
        className="ml-auto h-7"
        disabled={disabled}
        onClick={() => change(undefined)}
      >
        Set a value<span className="sr-only"> for {label}</span>
      </Button>
    </div>
  )
}
