'use client'

import { bumpVersion, compareVersions, isVersion } from '#lib/contracts/versions/version-number.ts'
import { STATE_LABELS, type VersionState } from '#lib/contracts/versions/version-states.ts'
import { textAt } from '../../drafts/edit-document.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { useStudio } from './state/studio-context.tsx'

export function UsedVersionNotice() {
  const { data, state, set } = useStudio()
  const usedVersion = findUsedVersion(textAt(state.document, '/version'), data.versions)
  if (!usedVersion) return null
  return (
    <Alert
      action={
        usedVersion.next && (
          <Button size="sm" variant="outline" onClick={() => set('/version', usedVersion.next)}>
            Set version {usedVersion.next}
          </Button>
        )
      }
    >
      {usedVersion.sentence}
    </Alert>
  )
}

type VersionEntry = { number: string; state: VersionState }

/** `next` is absent during a review, because the number may become available again. */
type UsedVersion = { sentence: string; next?: string }

const REUSABLE: readonly VersionState[] = ['DRAFT', 'CHANGES_REQUESTED']

export function findUsedVersion(number: string, versions: readonly VersionEntry[]): UsedVersion | undefined {
  const found = versions.find((version) => version.number === number)
  if (!found || REUSABLE.includes(found.state)) return undefined
  if (found.state === 'IN_REVIEW') {
    return { sentence: `${number} is in review. Changes you make now are not part of it.` }
  }
  const state = STATE_LABELS[found.state].toLowerCase()
  return {
    sentence: `${number} is ${state}. Changes you make now need a new version number.`,
    next: nextUnusedVersion(versions),
  }
}

function nextUnusedVersion(versions: readonly VersionEntry[]): string | undefined {
  const [highest] = versions
    .map(({ number }) => number)
    .filter(isVersion)
    .toSorted((a, b) => compareVersions(b, a))
  return highest && bumpVersion(highest, 'patch')
}
