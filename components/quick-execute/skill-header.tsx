import type { CatalogCard, SkillPage } from '#lib/catalog/views.ts'
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
  const { skill, skillSet, version, versions, evidence, installed, isBuiltIn } = page
  const { publisher } = skillSet
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
      <div className="grid min-w-0 gap-2">
        {isBuiltIn ? <HouseCrumbs page={page} /> : <Crumbs skillSet={skillSet} />}
        <h1 className="text-balance font-semibold text-2xl tracking-tight [overflow-wrap:anywhere] sm:text-3xl">
          {skill.name}
        </h1>
        <p className="max-w-3xl text-pretty text-muted-foreground">{skill.description}</p>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5 pt-1">
          <SkillFacts
            runtime={runtimeOf(page)}
            riskLevel={page.riskLevel}
            price={skill.kind === 'instruction' ? undefined : amountOf(priceOf(skill))}
          />
          <EvidenceLine evidence={evidence} />
          <VersionBadges version={version} />
        </div>
      </div>
      {isBuiltIn ? (
        <p className="text-muted-foreground text-sm">Version {version.number}, with this Guildhall</p>
      ) : (
        <VersionPicker
          base={paths.skill(publisher.handle, skillSet.slug, skill.slug)}
          shown={version.number}
          installed={installed?.number}
          versions={versions.map(({ number, state, deprecatedAtMs }) => ({ number, state, deprecatedAtMs }))}
        />
      )}
    </header>
  )
}

function runtimeOf({ skill, isBuiltIn }: SkillPage): CatalogCard['runtime'] {
  if (isBuiltIn) return 'built_in'
  return skill.kind === 'instruction' ? 'instructions' : (skill.runtime ?? 'javascript')
}

function Crumbs({ skillSet }: Pick<SkillPage, 'skillSet'>) {
  const { publisher } = skillSet
  return (
    <p className="flex flex-wrap items-center gap-x-1.5 text-muted-foreground text-sm">
      <PublisherName handle={publisher.handle} name={publisher.displayName} verified={publisher.verified} />
      <span aria-hidden>/</span>
      <Link
        href={paths.skillSet(publisher.handle, skillSet.slug)}
        className="underline-offset-4 hover:underline"
      >
        {skillSet.name}
      </Link>
    </p>
  )
}

/** Nobody publishes it: the way up is to the other tools. */
function HouseCrumbs({ page: { name, skillSet } }: { page: SkillPage }) {
  return (
    <p className="flex flex-wrap items-center gap-x-1.5 text-muted-foreground text-sm">
      <Link href={`${paths.home}?runtime=built_in`} className="underline-offset-4 hover:underline">
        Built in
      </Link>
      <span aria-hidden>/</span>
      {skillSet.name}
      <span aria-hidden>/</span>
      <span className="font-mono text-[0.8125rem]">{name}</span>
    </p>
  )
}
