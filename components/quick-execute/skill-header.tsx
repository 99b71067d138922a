import type { SkillPage } from '#lib/catalog/views.ts'
import { paths } from '#lib/contract/market/paths.ts'
import { amountOf, priceOf } from '#lib/contract/money/money.ts'
import { EvidenceLine } from '../catalog/evidence-line.tsx'
import { PublisherName } from '../catalog/publisher-name.tsx'
import { SkillFacts } from '../catalog/skill-facts.tsx'
import { VersionBadges } from '../skill-set/version-state.tsx'
import { Link } from '../ui/link.tsx'
import { VersionPicker } from './version-picker.tsx'

/** What the skill is, whose, on what it runs, and which version this is. */
export function SkillHeader({ page }: { page: SkillPage }) {
  const { skill, skillSet, version, versions, evidence, installed } = page
  const { publisher } = skillSet
  const runtime = skill.kind === 'instruction' ? 'instructions' : (skill.runtime ?? 'javascript')
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
      <div className="grid min-w-0 gap-2">
        <p className="flex flex-wrap items-center gap-x-1.5 text-muted-foreground text-sm">
          <PublisherName
            handle={publisher.handle}
            name={publisher.displayName}
            verified={publisher.verified}
          />
          <span aria-hidden>/</span>
          <Link
            href={paths.skillSet(publisher.handle, skillSet.slug)}
            className="underline-offset-4 hover:underline"
          >
            {skillSet.name}
          </Link>
        </p>
        <h1 className="text-balance font-semibold text-2xl tracking-tight [overflow-wrap:anywhere] sm:text-3xl">
          {skill.name}
        </h1>
        <p className="max-w-3xl text-pretty text-muted-foreground">{skill.description}</p>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5 pt-1">
          <SkillFacts
            runtime={runtime}
            riskLevel={skill.riskLevel ?? 'read-only'}
            price={skill.kind === 'instruction' ? undefined : amountOf(priceOf(skill))}
          />
          <EvidenceLine evidence={evidence} />
          <VersionBadges version={version} />
        </div>
      </div>
      <VersionPicker
        base={paths.skill(publisher.handle, skillSet.slug, skill.slug)}
        shown={version.number}
        installed={installed?.number}
        versions={versions.map(({ number, state, deprecatedAtMs }) => ({ number, state, deprecatedAtMs }))}
      />
    </header>
  )
}
