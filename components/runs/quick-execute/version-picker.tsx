'use client'

import { ChevronDown } from 'lucide-react'
import { lazy } from 'react'
import type { SeenState } from '#lib/catalog/catalog-views.ts'
import { deprecationLabel } from '#lib/contracts/versions/version-states.ts'
import { Button } from '../../ui/button.tsx'
import { LazyMenu } from '../../ui/dialogs/lazy-menu.tsx'

const loadMenu = async () => ({ default: (await import('../../ui/dialogs/nav-menu.tsx')).OpenedNavMenu })
const OpenedNavMenu = lazy(loadMenu)

type Version = { number: string; state: SeenState; deprecatedAtMs: number | null }

type VersionPickerProps = { base: string; current: string; installed?: string; versions: Version[] }

/** Links, because a select would leave the page at each arrow key. */
export function VersionPicker({ base, current, installed, versions }: VersionPickerProps) {
  if (versions.length < 2) return <p className="text-muted-foreground text-sm">Version {current}</p>
  const pages = versions.map((version, index) => ({
    label: version.number,
    href: `${base}?version=${encodeURIComponent(version.number)}`,
    isCurrent: version.number === current,
    mark: versionNote(version, { isLatest: index === 0, isInstalled: version.number === installed }),
  }))
  const trigger = (
    <Button variant="outline">
      <span className="text-muted-foreground">Version</span> {current} <ChevronDown aria-hidden />
    </Button>
  )
  return (
    <LazyMenu trigger={trigger} preload={loadMenu}>
      <OpenedNavMenu trigger={trigger} pages={pages} align="end" />
    </LazyMenu>
  )
}

function versionNote(
  { state, deprecatedAtMs: at }: Version,
  { isLatest, isInstalled }: { isLatest: boolean; isInstalled: boolean },
) {
  const labels = [
    isLatest && 'latest',
    isInstalled && 'installed',
    state === 'DEPRECATED' && deprecationLabel(at === null ? null : new Date(at)).replace('D', 'd'),
    state === 'YANKED' && 'taken down',
  ].filter(Boolean)
  return labels.length > 0 && <span className="text-muted-foreground text-xs">{labels.join(', ')}</span>
}
