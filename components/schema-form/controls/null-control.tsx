'use client'

/** Null, where the contract takes it: said, and not mistaken for an empty field. */
import { Button } from '../../ui/button.tsx'
import type { DrawnField } from '../drawn-field.ts'
import { useForm } from '../form-context.ts'
import { useControl } from '../use-control.ts'

export function NullControl({ id, label, facts, change }: DrawnField) {
  const { disabled } = useForm()
  const { 'aria-invalid': _, ...control } = useControl(id, facts)
  return (
    <div className="flex items-center gap-3 rounded-md border border-input/60 border-dashed px-3 py-1">
      <code className="font-mono text-muted-foreground text-sm">null</code>
      <Button
        {...control}
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
