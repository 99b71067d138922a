import { ChevronDown } from 'lucide-react'
import type { VersionLine } from '#lib/catalog/catalog-views.ts'
import { ChangeList } from '../contracts/change-list.tsx'
import { ProvenanceLine } from '../contracts/provenance-line.tsx'
import { VersionBadges } from '../contracts/version-badges.tsx'
import { Badge } from '../ui/badge.tsx'
import { ServerMarkdown } from '../ui/markdown/server-markdown.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { Time } from '../ui/time.tsx'

type VersionListProps = {
  versions: VersionLine[]
  owner: string
  shownId: string
  installedId: string | null
  getHref: (number: string) => string
}

export function VersionList({ versions, owner, shownId, installedId, getHref }: VersionListProps) {
  return (
    <ol className="grid grid-cols-1 gap-3">
      {versions.map((version, index) => (
        <li key={version.id}>
          <details
            open={index === 0}
            className="group rounded-lg border border-border bg-card shadow-xs [&_summary]:list-none"
          >
            <summary className="flex flex-wrap items-center gap-x-3 gap-y-1.5 rounded-lg px-5 py-3.5 hover:bg-muted/60">
              <span className="font-mono font-semibold text-sm">{version.number}</span>
              <VersionBadges version={version} />
              {version.id === installedId && <Badge variant="success">Installed</Badge>}
              {version.id === shownId && <Badge variant="accent">Viewing</Badge>}
              <span className="ml-auto text-muted-foreground text-sm">
                <Time at={version.publishedAtMs} style="day" />
              </span>
              <ChevronDown
                className="size-4 text-muted-foreground transition-transform group-open:rotate-180"
                aria-hidden
              />
            </summary>
            <div className="grid grid-cols-1 gap-3 border-border border-t px-5 py-4">
              <Reason version={version} />
              {version.changelog && <ServerMarkdown text={version.changelog} owner={owner} />}
              {version.changes.length > 0 && (
                <section className="grid gap-2">
                  <h3 className="font-medium text-muted-foreground text-xs">Detected changes</h3>
                  <ChangeList changes={version.changes} />
                </section>
              )}
              {!version.changelog && version.changes.length === 0 && (
                <p className="text-muted-foreground text-sm">No release notes.</p>
              )}
              {version.provenance && <ProvenanceLine provenance={version.provenance} />}
              {version.id !== shownId && (
                <p className="text-sm">
                  <TextLink href={getHref(version.number)} className="text-primary">
                    View {version.number}
                  </TextLink>
                </p>
              )}
            </div>
          </details>
        </li>
      ))}
    </ol>
  )
}

function Reason({ version }: { version: VersionLine }) {
  const reason = version.state === 'YANKED' ? version.yankReason : version.deprecationNotice
  if (version.state === 'PUBLISHED' || !reason) return null
  return (
    <p className={version.state === 'YANKED' ? 'text-destructive text-sm' : 'text-sm text-warning'}>
      {reason}
    </p>
  )
}
