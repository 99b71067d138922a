'use client'

import type { WidgetProps } from '@rjsf/utils'
import { readDrawnField } from '#lib/contracts/forms/rjsf/drawn-field.ts'
import { Button } from '../../ui/button.tsx'

export function NullWidget({ schema }: Pick<WidgetProps, 'schema'>) {
  const { label, disabled, control, change } = readDrawnField(schema)
  return (
    <div className="flex items-center gap-3 rounded-md border border-input/60 border-dashed px-3 py-1">
      <code className="font-mono text-muted-foreground text-sm">null</code>
      <Button
        id={control.id}
        aria-describedby={control['aria-describedby']}
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
