import { ExternalLink, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SkillLine, SkillSetPage } from '#lib/catalog/catalog-views.ts'
import { formatMilliseconds, successShare } from '#lib/catalog/model/run-statistics.ts'
import { isSecretDefinition } from '#lib/contracts/document/config-values.ts'
import { instructionRights, type PermissionLine } from '#lib/contracts/permissions/permission-lines.ts'
import { runtimeVersionError } from '#lib/contracts/versions/runtime-version.ts'
import { PermissionList } from '../contracts/permission-list.tsx'
import { ProviderFacts } from '../contracts/provider-facts.tsx'
import { Count } from '../ui/amount.tsx'

function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-3">
      <h2 className="font-semibold text-sm">{title}</h2>
      {children}
    </section>
  )
}

type PermissionFactProps = { lines: PermissionLine[]; skills: Pick<SkillLine, 'name' | 'runtime'>[] }

export function PermissionFact({ lines, skills }: PermissionFactProps) {
  const ofAgents = instructionRights(skills.filter(({ runtime }) => runtime === 'instructions'))
  return (
    <Fact title="Permissions">
      {lines.length > 0 ? (
        <PermissionList lines={lines} />
      ) : (
        <p className="flex gap-2.5 text-sm">
          <ShieldCheck className="mt-0.5 size-4 shrink-0 text-success" aria-hidden />
          {ofAgents
            ? 'None for code.'
            : 'None. The skills only use the input you give them: no network, no files, no secrets.'}
        </p>
      )}
      {ofAgents && <p className="text-muted-foreground text-sm">{ofAgents}</p>}
    </Fact>
  )
}

export function EvidenceFact({ evidence }: Pick<SkillSetPage, 'evidence'>) {
  const { runs, p50Ms } = evidence
  const figures = [
    { label: 'Runs', value: <Count value={runs} /> },
    { label: 'Succeeded', value: runs > 0 ? successShare(evidence) : '–' },
    ...(p50Ms === null ? [] : [{ label: 'Typical time', value: formatMilliseconds(p50Ms) }]),
  ]
  return (
    <Fact title="Last 30 days">
      <dl className="flex flex-wrap gap-x-8 gap-y-3">
        {figures.map(({ label, value }) => (
          <div key={label} className="grid gap-0.5">
            <dt className="text-muted-foreground text-xs">{label}</dt>
            <dd className="font-semibold text-lg tabular-nums tracking-tight">{value}</dd>
          </div>
        ))}
      </dl>
    </Fact>
  )
}

export function ConfigFact({ page }: { page: SkillSetPage }) {
  const definitions = page.skillSet.configDefinitions.toSorted((a, b) => a.order - b.order)
  const providers = page.document.requiredIntegrationProviders ?? []
  const { requires } = page.skillSet
  if (definitions.length + providers.length === 0 && !requires) return null
  return (
    <Fact title="Requirements">
      <ul className="grid gap-2 text-sm empty:hidden">
        {definitions.map((definition) => (
          <li key={definition.key} className="grid gap-0.5">
            <span>
              {definition.label}{' '}
              <span className="text-muted-foreground">
                {definition.required ? 'required' : 'optional'}
                {isSecretDefinition(definition) && ', stored encrypted'}
              </span>
            </span>
            {definition.description && (
              <span className="text-muted-foreground text-xs">{definition.description}</span>
            )}
          </li>
        ))}
        {requires && (
          <li className={runtimeVersionError(requires) && 'text-warning'}>Guildhall {requires}</li>
        )}
      </ul>
      {providers.length > 0 && <ProviderFacts slugs={providers} providers={page.providers} />}
    </Fact>
  )
}

export function LinksFact({ document }: Pick<SkillSetPage, 'document'>) {
  const links = [
    { label: 'Privacy policy', href: document.privacyPolicyUrl },
    { label: 'Terms of service', href: document.termsOfServiceUrl },
  ].filter((link): link is { label: string; href: string } => /^https?:\/\//i.test(link.href ?? ''))
  if (links.length === 0) return null
  return (
    <Fact title="From the publisher">
      <ul className="grid gap-2 text-sm">
        {links.map(({ label, href }) => (
          <li key={label}>
            <a
              href={href}
              rel="noopener noreferrer nofollow"
              className="inline-flex items-center gap-1.5 text-primary underline underline-offset-4"
            >
              {label}
              <ExternalLink className="size-3.5" aria-hidden />
            </a>
          </li>
        ))}
      </ul>
    </Fact>
  )
}
