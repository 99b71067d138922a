'use client'

import { Field } from './field.tsx'
import { Textarea } from './input.tsx'

type JsonInputProps = {
  id?: string
  label: string
  help: string
  text: string
  /** Set if the text is not valid JSON. */
  error?: string
  errors?: string[]
  disabled?: boolean
  onType: (text: string) => void
  /** Restores the last valid JSON. */
  onDiscard?: () => void
}

export function JsonInput({
  error,
  errors = [],
  text,
  disabled,
  onType,
  onDiscard,
  ...field
}: JsonInputProps) {
  return (
    <Field {...field} className="min-w-0 content-start" errors={error ? [`Invalid JSON: ${error}`] : errors}>
      {(controlProps) => (
        <>
          <Textarea
            {...controlProps}
            className="max-h-128 min-h-48 font-mono sm:text-[0.8125rem]"
            spellCheck={false}
            autoComplete="off"
            value={text}
            disabled={disabled}
            onChange={({ target }) => onType(target.value)}
          />
          {error && onDiscard && (
            <button
              type="button"
              className="w-fit rounded-sm text-sm underline underline-offset-4"
              onClick={onDiscard}
            >
              Restore the last valid JSON
            </button>
          )}
        </>
      )}
    </Field>
  )
}
