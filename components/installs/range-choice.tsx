'use client'

/** Which versions an organisation will run: one, or the updates that come after it. */
import { useId, useState } from 'react'
import { type RangeKind, rangeWords } from '#lib/contract/version/version-range.ts'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { kindOfText, RANGE_KINDS, rangeOfChoice } from './range-choices.ts'

type RangeChoiceProps = {
  /** The version that is offered: “exactly” and “compatible” are said around it. */
  number: string
  /** As it is typed: "1.2.0", "^1.2". */
  value: string
  onChange: (value: string) => void
  /** Why the server refuses it. */
  error?: string
  /** "Runs 1.4.1 now." */
  leadsTo?: string
}

const HELP = {
  exact: 'Stays the same until somebody upgrades.',
  compatible: 'New compatible versions are used as soon as they are published.',
  fixes: 'Only patch releases are used as soon as they are published.',
  latest: 'Every new version, also one that changes what callers send.',
  own: 'For example >=1.2 <3.',
} as const satisfies Record<RangeKind, string>

export function RangeChoice({ number, value, onChange, error, leadsTo }: RangeChoiceProps) {
  const [followed] = useState(value)
  const [kind, setKind] = useState(() => kindOfText(value, number))
  const id = useId()

  function choose(next: RangeKind) {
    setKind(next)
    if (next !== 'own') onChange(rangeOfChoice(next, number, followed) ?? number)
  }

  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-medium text-sm">Which versions</legend>
      {RANGE_KINDS.map((each) => (
        <div key={each} className="flex gap-2.5">
          <input
            type="radio"
            id={`${id}-${each}`}
            name={`${id}-range`}
            className="mt-0.5 size-4 shrink-0 accent-primary"
            checked={kind === each}
            onChange={() => choose(each)}
            aria-describedby={`${id}-${each}-help`}
          />
          <div className="grid min-w-0 gap-0.5 text-sm">
            <label htmlFor={`${id}-${each}`} className="font-medium">
              {each === 'own'
                ? 'A range of your own'
                : rangeWords(rangeOfChoice(each, number, followed), number)}
            </label>
            <span id={`${id}-${each}-help`} className="text-muted-foreground">
              {HELP[each]}
            </span>
          </div>
        </div>
      ))}
      {kind === 'own' && (
        <Field label="Range" required errors={error ? [error] : []} className="ml-6.5">
          {(wired) => (
            <Input
              {...wired}
              className="font-mono"
              value={value}
              onChange={(event) => onChange(event.target.value)}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </Field>
      )}
      <p role="status" className="min-h-5 text-muted-foreground text-sm">
        {leadsTo}
      </p>
    </fieldset>
  )
}
