'use client'

import { Label, Textarea } from '../ui/forms/input.tsx'
import type { JsonText } from './use-schema-form.ts'

type JsonInputProps = {
  id: string
  jsonText: JsonText
  disabled?: boolean
  onType: (text: string) => void
  onDiscard: () => void
}

export function JsonInput({ id, jsonText: { text, error }, disabled, onType, onDiscard }: JsonInputProps) {
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
            Invalid JSON: {error}
          </p>
          <button type="button" className="rounded-sm underline underline-offset-4" onClick={onDiscard}>
            Restore the last valid JSON
          </button>
        </div>
      ) : (
        <p id={`${id}__help`} className="text-muted-foreground text-xs">
          Enter JSON, or paste a curl command.
        </p>
      )}
    </div>
  )
}
