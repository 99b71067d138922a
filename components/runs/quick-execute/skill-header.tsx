import type { CatalogCard, SkillPage } from '#lib/catalog/catalog-views.ts'
import { longMinutesOf } from '#lib/contracts/document/skill-limits.ts'
import { PROMISES_NOTHING, promisesNothing } from '#lib/contracts/results/promised-fields.ts'
import { priceOf, pricesOf } from '#lib/kernel/money.ts'
import { paths, skillNamePath } from '#lib/kernel/site/paths.ts'
import { EvidenceLine, PublisherName, SkillFacts } from '../../catalog/skill-facts.tsx'
import { VersionBadges, VersionNotice } from '../../contracts/version-badges.tsx'
import { Alert } from '../../ui/alert.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { VersionPicker } from './version-picker.tsx'

export function SkillHeader({ page }: { page: SkillPage }) {
  const { skill, skillSet, version, versions, evidence, installed, isBuiltIn } = page
  const { publisher } = skillSet
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
      <div className="grid min-w-0 gap-2">
        {isBuiltIn ? <BuiltInBreadcrumbs page={page} /> : <Breadcrumbs skillSet={skillSet} />}
        <h1 className="text-balance font-semibold text-2xl tracking-tight [overflow-wrap:anywhere] sm:text-3xl">
          {skill.name}
        </h1>
        <p className="max-w-3xl text-pretty text-muted-foreground">{skill.description.replaceAll('`', '')}</p>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5 pt-1">
          <SkillFacts
            runtime={runtimeOf(page)}
            riskLevel={page.riskLevel}
            longMinutes={skill.kind === 'instruction' ? undefined : longMinutesOf(skill)}
            {...((skill.kind !== 'instruction' || priceOf(skill) > 0n) && pricesOf(skill))}
          />
          {mayPayForEmptyResult(skill) && <p className="text-warning text-xs">{PROMISES_NOTHING}</p>}
          <EvidenceLine evidence={evidence} />
          <VersionBadges version={version} />
        </div>
      </div>
      {isBuiltIn ? (
        <p className="text-muted-foreground text-sm">Version {version.number}</p>
      ) : (
        <VersionPicker
          base={paths.skill(publisher.handle, skillSet.slug, skill.slug)}
          current={version.number}
          installed={installed?.number}
          versions={versions.map(({ number, state, deprecatedAtMs }) => ({ number, state, deprecatedAtMs }))}
        />
      )}
    </header>
  )
}

/** Tells whether a run may be charged although its result is empty, of which buyers are told beside the price. */
function mayPayForEmptyResult(skill: SkillPage['skill']): boolean {
  return skill.kind !== 'instruction' && priceOf(skill) > 0n && promisesNothing(skill.response)
}

function runtimeOf({ skill, isBuiltIn }: SkillPage): CatalogCard['runtime'] {
  if (isBuiltIn) return 'built_in'
  return skill.kind === 'instruction' ? 'instructions' : (skill.runtime ?? 'javascript')
}

function Breadcrumbs({ skillSet }: Pick<SkillPage, 'skillSet'>) {
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

function BuiltInBreadcrumbs({ page: { name, skillSet } }: { page: SkillPage }) {
  return (
    <p className="flex flex-wrap items-center gap-x-1.5 text-muted-foreground text-sm">
      <Link href={`${paths.home}?runtime=built_in`} className="underline-offset-4 hover:underline">
        Built-in
      </Link>
      <span aria-hidden>/</span>
      {skillSet.name}
      <span aria-hidden>/</span>
      <span className="font-mono text-[0.8125rem]">{name}</span>
    </p>
  )
}

type SkillNoticesProps = {
  page: SkillPage
  unavailableReason?: string
}

export function SkillNotices({ page, unavailableReason }: SkillNoticesProps) {
  const { version, config, skillSet } = page
  const labels = config.missing.map(
    (key) => skillSet.configDefinitions.find((definition) => definition.key === key)?.label ?? key,
  )
  return (
    <>
      <VersionNotice version={version} />
      {unavailableReason && (
        <Alert variant="warning" title="This skill cannot run here yet">
          {unavailableReason} You can still read its contract.
        </Alert>
      )}
      {labels.length > 0 && config.href && (
        <Alert
          variant="warning"
          title={`${skillSet.name} needs settings before you can run it`}
          action={
            config.canEdit && (
              <LinkButton
                href={`${config.href}?back=${encodeURIComponent(skillNamePath(page.name))}`}
                size="sm"
                variant="outline"
              >
                Open settings
              </LinkButton>
            )
          }
        >
          Missing: {labels.join(', ')}.
          {!config.canEdit && ' Ask an owner or admin of your organisation to add them.'}
        </Alert>
      )}
    </>
  )
}
