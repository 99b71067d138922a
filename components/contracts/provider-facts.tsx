import { ExternalLink } from 'lucide-react'
import type { ProviderView } from '#lib/integrations/provider-view.ts'

type ProviderFactsProps = {
  /** The slugs of the providers, as the SkillSet declares them. */
  slugs: readonly string[]
  providers: readonly ProviderView[]
}

/** The accounts that a SkillSet needs, and where it may send their credentials. */
export function ProviderFacts({ slugs, providers }: ProviderFactsProps) {
  return (
    <ul className="grid gap-3 text-sm">
      {slugs.map((slug) => {
        const provider = providers.find((candidate) => candidate.slug === slug)
        return <li key={slug}>{provider ? <Fact provider={provider} /> : <UnknownProvider slug={slug} />}</li>
      })}
    </ul>
  )
}

function Fact({ provider: { name, hosts, scopes, docsUrl, isDisabled } }: { provider: ProviderView }) {
  return (
    <div className="grid gap-0.5">
      <span>
        {name} <span className="text-muted-foreground">account</span>
        {isDisabled && <span className="text-warning"> · turned off on this site</span>}
      </span>
      <span className="text-muted-foreground text-xs [overflow-wrap:anywhere]">
        Its credential is sent to {hosts.join(', ')} only. The code never sees it.
      </span>
      {scopes.length > 0 && (
        <span className="text-muted-foreground text-xs [overflow-wrap:anywhere]">
          Access: {scopes.join(', ')}
        </span>
      )}
      {docsUrl && <DocsLink href={docsUrl}>About {name}</DocsLink>}
    </div>
  )
}

function UnknownProvider({ slug }: { slug: string }) {
  return (
    <span className="text-warning">
      <code>{slug}</code>, which this site does not offer
    </span>
  )
}

export function DocsLink({ href, children }: { href: string; children: React.ReactNode }) {
  return (
    <a
      href={href}
      rel="noopener noreferrer"
      target="_blank"
      className="inline-flex items-center gap-1 justify-self-start text-xs underline underline-offset-4"
    >
      {children}
      <ExternalLink className="size-3" aria-hidden />
    </a>
  )
}
