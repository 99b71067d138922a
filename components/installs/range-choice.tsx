'use client'

import { useId, useState } from 'react'
import {
  parseRange,
  type RangeKind,
  rangeAround,
  rangeKind,
  rangeLabel,
} from '#lib/contracts/versions/version-range.ts'
import { InputField } from '../ui/forms/field.tsx'

type RangeChoiceProps = {
  number: string
  value: string
  onChange: (value: string) => void
  error?: string
  leadsTo?: string
}

const HELP = {
  exact: 'Stays on this version until someone upgrades.',
  compatible: 'Uses new compatible versions as soon as they are published.',
  fixes: 'Uses patch releases as soon as they are published.',
  latest: 'Uses every new version, including breaking changes.',
  own: 'For example >=1.2 <3.',
} as const satisfies Record<RangeKind, string>

const RANGE_KINDS = ['exact', 'compatible', 'fixes', 'latest', 'own'] as const satisfies RangeKind[]

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
      <legend className="mb-2 font-medium text-sm">Versions</legend>
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
              {each === 'own' ? 'Custom range' : rangeLabel(rangeOfChoice(each, number, followed), number)}
            </label>
            <span id={`${id}-${each}-help`} className="text-muted-foreground">
              {HELP[each]}
            </span>
          </div>
        </div>
      ))}
      {kind === 'own' && (
        <InputField
          label="Range"
          required
          errors={error ? [error] : []}
          className="ml-6.5"
          isCode
          value={value}
          onChange={onChange}
        />
      )}
      <p role="status" className="min-h-5 text-muted-foreground text-sm">
        {leadsTo}
      </p>
    </fieldset>
  )
}

/** Returns `own` for incomplete text. */
export function kindOfText(text: string, number: string): RangeKind {
  const wanted = parseRange(text)
  if ('number' in wanted) return wanted.number === number ? 'exact' : 'own'
  return 'range' in wanted ? rangeKind(wanted.range) : 'own'
}

/** Null for exactly `number`; a followed range of this kind stays. */
export function rangeOfChoice(
  kind: Exclude<RangeKind, 'own'>,
  number: string,
  followed: string,
): string | null {
  const wanted = parseRange(followed)
  if ('range' in wanted && rangeKind(wanted.range) === kind) return wanted.range
  return rangeAround(kind, number)
}
