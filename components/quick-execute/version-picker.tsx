'use client'

import { useRouter } from 'next/navigation'
import type { SeenState } from '#lib/catalog/catalog-views.ts'
import { deprecationLabel } from '#lib/skillset/versions/version-states.ts'
import { Field } from '../ui/forms/field.tsx'
import { Select } from '../ui/forms/input.tsx'

type VersionPickerProps = {
  base: string
  shown: string
  installed?: string
  versions: { number: string; state: SeenState; deprecatedAtMs: number | null }[]
}

export function VersionPicker({ base, shown, installed, versions }: VersionPickerProps) {
  const router = useRouter()
  if (versions.length < 2) return <p className="text-muted-foreground text-sm">Version {shown}</p>
  return (
    <Field label="Version" className="w-full sm:w-56">
      {(wired) => (
        <Select
          {...wired}
          value={shown}
          onChange={(event) => router.push(`${base}?version=${encodeURIComponent(event.target.value)}`)}
        >
          {versions.map(({ number, state, deprecatedAtMs: at }, index) => (
            <option key={number} value={number}>
              {number}
              {versionSuffix(state, {
                isLatest: index === 0,
                isInstalled: number === installed,
                at: at === null ? null : new Date(at),
              })}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

function versionSuffix(
  state: SeenState,
  { isLatest, isInstalled, at }: { isLatest: boolean; isInstalled: boolean; at: Date | null },
): string {
  const labels = [
    isLatest && 'latest',
    isInstalled && 'installed',
    state === 'DEPRECATED' && deprecationLabel(at).replace('D', 'd'),
    state === 'YANKED' && 'taken down',
  ].filter(Boolean)
  return labels.length > 0 ? ` (${labels.join(', ')})` : ''
}
