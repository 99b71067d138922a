import { type ReactNode, useId } from 'react'
import type { SkillSetPage } from '#lib/catalog/catalog-views.ts'
import { VersionBadges } from '../contracts/version-badges.tsx'
import { Badge } from '../ui/badge.tsx'
import { PublisherName } from './skill-facts.tsx'
import { SkillSetLogo } from './skill-set-logo.tsx'

export function SkillSetHeader({ page }: { page: SkillSetPage }) {
  const { skillSet, banner, version } = page
  const { publisher } = skillSet
  return (
    <header className="grid grid-cols-1 gap-5">
      {banner && (
        // biome-ignore lint/performance/noImgElement: uploaded at its final size, on our own origin
        <img
          src={banner}
          alt=""
          className="h-32 w-full rounded-lg border border-border object-cover sm:h-44"
        />
      )}
      <div className="flex items-start gap-4 sm:gap-5">
        <SkillSetLogo seed={skillSet.id} logo={skillSet.logo} className="size-14 rounded-lg sm:size-18" />
        <div className="grid min-w-0 gap-1.5">
          <h1 className="text-balance font-semibold text-2xl tracking-tight [overflow-wrap:anywhere] sm:text-3xl">
            {skillSet.name}
          </h1>
          <p className="max-w-2xl text-pretty text-muted-foreground">
            {skillSet.tagline || skillSet.description}
          </p>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 pt-1 text-sm">
            <PublisherName
              handle={publisher.handle}
              name={publisher.displayName}
              verified={publisher.verified}
            />
            <Badge variant="outline">{version.number}</Badge>
            <VersionBadges version={version} />
            {page.categories.map((label) => (
              <Badge key={label}>{label}</Badge>
            ))}
          </div>
        </div>
      </div>
    </header>
  )
}

type SkillSetSectionProps = { title: string; anchor?: string; children: ReactNode }

export function SkillSetSection({ title, anchor, children }: SkillSetSectionProps) {
  const id = useId()
  return (
    <section id={anchor} aria-labelledby={id} className="grid grid-cols-1 gap-4">
      <h2 id={id} className="font-semibold text-lg tracking-tight">
        {title}
      </h2>
      {children}
    </section>
  )
}
