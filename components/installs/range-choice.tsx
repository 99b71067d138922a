'use client'

import { useId, useState } from 'react'
import {
  createRange,
  parseRange,
  type RangeKind,
  rangeKind,
  rangeLabel,
} from '#lib/contracts/versions/version-range.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { InputField } from '../ui/forms/field.tsx'
import { TextLink } from '../ui/text-link.tsx'

type RangeChoiceProps = {
  number: string
  value: string
  onChange: (value: string) => void
  error?: string
  resolvesTo?: string
}

const HELP = {
  exact: 'Stays on this version until someone upgrades.',
  compatible: 'Uses new compatible versions when they reach you.',
  fixes: 'Uses patch releases when they reach you.',
  latest: 'Uses every new version when it reaches you, including breaking changes.',
  own: 'For example >=1.2 <3.',
} as const satisfies Record<RangeKind, string>

const RANGE_KINDS = ['exact', 'compatible', 'fixes', 'latest', 'own'] as const satisfies RangeKind[]

export function RangeChoice({ number, value, onChange, error, resolvesTo }: RangeChoiceProps) {
  const [initialRange] = useState(value)
  const [kind, setKind] = useState(() => kindOfText(value, number))
  const id = useId()

  function choose(next: RangeKind) {
    setKind(next)
    if (next !== 'own') onChange(rangeOfChoice(next, number, initialRange) ?? number)
  }

  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-medium text-sm">Versions</legend>
      {RANGE_KINDS.map((option) => (
        <div key={option} className="flex gap-2.5">
          <input
            type="radio"
            id={`${id}-${option}`}
            name={`${id}-range`}
            className="mt-0.5 size-4 shrink-0 accent-primary"
            checked={kind === option}
            onChange={() => choose(option)}
            aria-describedby={`${id}-${option}-help`}
          />
          <div className="grid min-w-0 gap-0.5 text-sm">
            <label htmlFor={`${id}-${option}`} className="font-medium">
              {option === 'own'
                ? 'Custom range'
                : rangeLabel(rangeOfChoice(option, number, initialRange), number)}
            </label>
            <span id={`${id}-${option}-help`} className="text-muted-foreground">
              {HELP[option]}
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
      <p className="text-muted-foreground text-sm">
        <TextLink href={`${paths.docsOrganisations}#new-versions`}>When new versions reach you</TextLink>
      </p>
      <p role="status" className="min-h-5 text-muted-foreground text-sm">
        {resolvesTo}
      </p>
    </fieldset>
  )
}

/** Returns the kind of a typed range; `own` for text that is incomplete. */
export function kindOfText(text: string, number: string): RangeKind {
  const parsed = parseRange(text)
  if ('number' in parsed) return parsed.number === number ? 'exact' : 'own'
  return 'range' in parsed ? rangeKind(parsed.range) : 'own'
}

/** Returns the range of a kind, or null for exactly `number`. The initial range stays if it is of this kind. */
export function rangeOfChoice(
  kind: Exclude<RangeKind, 'own'>,
  number: string,
  initialRange: string,
): string | null {
  const parsed = parseRange(initialRange)
  if ('range' in parsed && rangeKind(parsed.range) === kind) return parsed.range
  return createRange(kind, number)
}
