import { Settings2 } from 'lucide-react'
import { rangeLabel } from '#lib/contracts/versions/version-range.ts'
import { deprecationText } from '#lib/contracts/versions/version-states.ts'
import type { InstalledLine, InstalledPage } from '#lib/installs/list-installed.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import { SkillSetLogo } from '../catalog/skill-set-logo.tsx'
import { DeprecatedBadge } from '../contracts/version-badges.tsx'
import { Badge } from '../ui/badge.tsx'
import { LinkButton } from '../ui/button.tsx'
import { Link } from '../ui/link.tsx'
import { Time } from '../ui/time.tsx'
import { type InstallActions, installOffer } from './install-actions.ts'
import { InstallControls } from './install-controls.tsx'

type InstalledListProps = { page: InstalledPage; actions: InstallActions }

export function InstalledList({ page, actions }: InstalledListProps) {
  return (
    <ul className="grid grid-cols-1 gap-4">
      {page.installed.map((line) => (
        <li
          key={`${line.publisher}.${line.slug}`}
          className="grid grid-cols-1 gap-4 rounded-lg border border-border bg-card p-5 shadow-xs"
        >
          <div className="flex items-start gap-4">
            <SkillSetLogo seed={line.skillSetId} logo={line.logo} />
            <div className="grid min-w-0 gap-1">
              <h2 className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-semibold">
                <Link
                  href={paths.skillSet(line.publisher, line.slug)}
                  className="underline-offset-4 hover:underline"
                >
                  {line.name}
                </Link>
                <Badge variant="outline">{line.number}</Badge>
                <StateBadge {...line} />
              </h2>
              <p className="text-pretty text-muted-foreground text-sm">{line.tagline}</p>
              <InstallNotices line={line} />
              <p className="text-muted-foreground text-xs">
                {line.publisher} · {rangeLabel(line.range, line.number)}
                {line.migratesFrom !== null && ` · input of ${line.migratesFrom}.x is migrated`} · installed{' '}
                <Time at={line.installedAtMs} />
              </p>
            </div>
          </div>
          <div className="flex flex-wrap items-center gap-2">
            {line.hasConfig && <SettingsButton line={line} />}
            {page.canChange && (
              <InstallControls
                skillSet={{ publisher: line.publisher, skillset: line.slug, name: line.name }}
                organisationName={page.organisationName}
                installed={line}
                offer={installOffer(line, line.upgrade)}
                hasConfig={line.hasConfig}
                actions={actions}
              />
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

function InstallNotices({ line }: { line: InstalledLine }) {
  const { state, number, notice, deprecatedAtMs, waiting } = line
  const at = deprecatedAtMs === null ? null : new Date(deprecatedAtMs)
  return (
    <>
      {state === 'YANKED' && notice && <p className="text-sm text-warning">{notice}</p>}
      {state === 'DEPRECATED' && (
        <p className="text-pretty text-sm text-warning">{deprecationText({ number, notice, at })}</p>
      )}
      {waiting && <AwaitingApprovalNote number={waiting.number} />}
      {line.coming && (
        <p className="text-pretty text-muted-foreground text-sm">
          {line.coming.number} {line.coming.kind === 'age' ? 'is too new yet' : 'is being rolled out'}:{' '}
          {number} runs until it reaches you.
        </p>
      )}
    </>
  )
}

function StateBadge({ state, deprecatedAtMs }: Pick<InstalledLine, 'state' | 'deprecatedAtMs'>) {
  if (state === 'YANKED') return <Badge variant="destructive">Taken down: its skills no longer run</Badge>
  if (state === 'DEPRECATED') return <DeprecatedBadge atMs={deprecatedAtMs} />
  return null
}

function SettingsButton({ line }: { line: InstalledLine }) {
  const { publisher, slug, missingCount } = line
  return (
    <LinkButton href={paths.config(publisher, slug)} variant="outline">
      <Settings2 aria-hidden />
      {missingCount > 0 ? `Fill in ${plural(missingCount, 'setting')}` : 'Settings'}
    </LinkButton>
  )
}

export function AwaitingApprovalNote({ number }: { number: string }) {
  return (
    <p className="text-pretty text-sm text-warning">
      <strong>{number} needs your consent.</strong> This version needs more permissions than you agreed to, so
      it is not used until you agree.
    </p>
  )
}
