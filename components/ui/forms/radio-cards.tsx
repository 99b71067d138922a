'use client'

import { useId } from 'react'

type RadioCardsProps<Key extends string> = {
  legend: string
  options: Record<Key, { label: string; help: string }>
  value: Key
  onChange: (value: Key) => void
}

export function RadioCards<Key extends string>({ legend, options, value, onChange }: RadioCardsProps<Key>) {
  const name = useId()
  const entries = Object.entries(options) as [Key, { label: string; help: string }][]
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-medium text-sm leading-none">{legend}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {entries.map(([key, { label, help }]) => (
          <label
            key={key}
            className="flex cursor-pointer gap-3 rounded-md border border-input/60 bg-card p-3 has-checked:border-primary has-checked:bg-accent has-focus-visible:outline-2 has-focus-visible:outline-ring has-focus-visible:outline-offset-2"
          >
            <input
              type="radio"
              name={name}
              value={key}
              checked={value === key}
              onChange={() => onChange(key)}
              className="mt-0.5 size-4 shrink-0 accent-primary outline-none"
            />
            <span className="grid content-start gap-0.5 text-sm">
              <span className="font-medium">{label}</span>
              <span className="text-muted-foreground">{help}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
