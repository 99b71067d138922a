'use client'

import type { ReleaseChoice } from '#lib/publishing/model/rollout-steps.ts'
import { RadioCards } from '../../ui/forms/radio-cards.tsx'

const RELEASES = {
  gradual: {
    label: 'Gradually',
    help: 'Once it is old enough, one organisation gets it first, then 5%, 25% and all, as their runs succeed. If it fails more often than the old version, that one is served again.',
  },
  at_once: {
    label: 'At once',
    help: 'Everyone who follows a range gets it once it is old enough: by default at the approval if it only reads, and 72 hours later if it makes changes or runs commands.',
  },
}

type ReleaseCardsProps = { value: ReleaseChoice; onChange: (value: ReleaseChoice) => void }

/** How a submitted version reaches those who follow a range. */
export function ReleaseCards({ value, onChange }: ReleaseCardsProps) {
  return <RadioCards legend="After its approval" options={RELEASES} value={value} onChange={onChange} />
}
