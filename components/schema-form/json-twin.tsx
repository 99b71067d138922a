'use client'

/** The same input as JSON text, for those who would rather write or paste it. */
import { Label } from '../ui/label.tsx'
import { Textarea } from '../ui/textarea.tsx'

type JsonTwinProps = {
  id: string
  text: string
  /** Why it is no JSON; undefined when it is. */
  error?: string
  disabled?: boolean
  onType: (text: string) => void
}

export function JsonTwin({ id, text, error, disabled, onType }: JsonTwinProps) {
  return (
    <div className="grid gap-1.5">
      <Label htmlFor={id}>Input as JSON</Label>
      <Textarea
        id={id}
        className="max-h-128 min-h-48 font-mono sm:text-[0.8125rem]"
        spellCheck={false}
        autoComplete="off"
        value={text}
        disabled={disabled}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}__error` : undefined}
        onChange={(event) => onType(event.target.value)}
      />
      {error && (
        <p id={`${id}__error`} role="alert" className="text-destructive text-sm">
          This is not JSON yet: {error}
        </p>
      )}
    </div>
  )
}
