'use client'

import { useRouter } from 'next/navigation'
import type { SeenState } from '#lib/catalog/views.ts'
import { deprecationLabel } from '#lib/contract/version/deprecation-words.ts'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'

type VersionPickerProps = {
  /** The page's address without a version. */
  base: string
  shown: string
  installed?: string
  versions: { number: string; state: SeenState; deprecatedAtMs: number | null }[]
}

/** Which version the form, the contract and the runs on this page are of. */
export function VersionPicker({ base, shown, installed, versions }: VersionPickerProps) {
  const router = useRouter()
  // One cannot be chosen: it is only said.
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
              {wordsFor(state, {
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

function wordsFor(
  state: SeenState,
  { isLatest, isInstalled, at }: { isLatest: boolean; isInstalled: boolean; at: Date | null },
): string {
  const words = [
    isLatest && 'latest',
    isInstalled && 'installed',
    state === 'DEPRECATED' && deprecationLabel(at).replace('D', 'd'),
    state === 'YANKED' && 'taken down',
  ].filter(Boolean)
  return words.length > 0 ? ` (${words.join(', ')})` : ''
}
