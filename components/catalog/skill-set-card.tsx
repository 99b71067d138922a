import type { PublisherPage } from '#lib/catalog/catalog-views.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import { DeprecatedBadge } from '../contracts/version-badges.tsx'
import { Badge } from '../ui/badge.tsx'
import { Link } from '../ui/link.tsx'
import { EvidenceLine } from './skill-facts.tsx'
import { SkillSetLogo } from './skill-set-logo.tsx'

type SkillSetCardProps = { handle: string; skillSet: PublisherPage['skillSets'][number] }

export function SkillSetCard({ handle, skillSet }: SkillSetCardProps) {
  const {
    id,
    slug,
    name,
    tagline,
    logo,
    versionNumber,
    visibility,
    state,
    deprecatedAtMs,
    skillCount,
    evidence,
  } = skillSet
  return (
    <article className="group relative flex h-full flex-col gap-3 rounded-lg border border-border bg-card p-5 shadow-xs transition-colors hover:border-input/70">
      <div className="flex items-start gap-3">
        <SkillSetLogo seed={id} logo={logo} />
        <div className="min-w-0">
          <h3 className="text-pretty font-semibold leading-snug tracking-tight">
            <Link
              href={paths.skillSet(handle, slug)}
              className="underline-offset-4 after:absolute after:inset-0 after:rounded-lg group-hover:underline"
            >
              {name}
            </Link>
          </h3>
          <p className="text-muted-foreground text-xs">
            {plural(skillCount, 'skill')} · {versionNumber}
          </p>
        </div>
      </div>
      <p className="line-clamp-3 grow text-pretty text-sm">{tagline}</p>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <EvidenceLine evidence={evidence} />
        <span className="flex gap-1.5">
          {visibility === 'PRIVATE' && <Badge>Private</Badge>}
          {state === 'DEPRECATED' && <DeprecatedBadge atMs={deprecatedAtMs} />}
        </span>
      </div>
    </article>
  )
}
