'use client'

/** The same input as JSON text, for those who would rather write or paste it. */
import { Label } from '../ui/label.tsx'
import { Textarea } from '../ui/textarea.tsx'
import type { Twin } from './use-schema-form.ts'

type JsonTwinProps = {
  id: string
  twin: Twin
  disabled?: boolean
  onType: (text: string) => void
  onDiscard: () => void
}

export function JsonTwin({ id, twin: { text, error }, disabled, onType, onDiscard }: JsonTwinProps) {
  return (
    <div className="grid min-w-0 content-start gap-1.5">
      <Label htmlFor={id}>Input as JSON</Label>
      <Textarea
        id={id}
        className="max-h-128 min-h-48 font-mono sm:text-[0.8125rem]"
        spellCheck={false}
        autoComplete="off"
        value={text}
        disabled={disabled}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}__error` : `${id}__help`}
        onChange={(event) => onType(event.target.value)}
      />
      {error ? (
        <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1 text-sm">
          <p id={`${id}__error`} role="alert" className="min-w-0 text-destructive [overflow-wrap:anywhere]">
            This is not JSON yet: {error}
          </p>
          <button type="button" className="rounded-sm underline underline-offset-4" onClick={onDiscard}>
            Back to the last that was
          </button>
        </div>
      ) : (
        <p id={`${id}__help`} className="text-muted-foreground text-xs">
          JSON, or a curl command to take it from.
        </p>
      )}
    </div>
  )
}
