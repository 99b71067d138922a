import { plural } from '#lib/kernel/text/plural.ts'
import type { Advisory, AdvisoryReport } from '#lib/packages/registry/find-advisories.ts'
import { Alert } from '../ui/alert.tsx'
import { Badge, type BadgeVariant } from '../ui/badge.tsx'
import { TextLink } from '../ui/text-link.tsx'

/** Known vulnerabilities of the packages, for publishers and reviewers. They block nothing by themselves. */
export function AdvisoryList({ report: { source, advisories } }: { report: AdvisoryReport }) {
  if (source === null)
    return (
      <p className="text-muted-foreground text-sm">
        No source of advisories answered, so known vulnerabilities of these packages are not shown.
      </p>
    )
  if (advisories.length === 0)
    return <p className="text-muted-foreground text-sm">No advisories on these packages, by {source}.</p>
  return (
    <Alert
      variant="warning"
      title={`${plural(advisories.length, 'advisory', 'advisories')} on these packages, by ${source}`}
    >
      <ul className="grid gap-2">
        {advisories.map((each) => (
          <AdvisoryLine key={`${each.name} ${each.version} ${each.title}`} advisory={each} />
        ))}
      </ul>
    </Alert>
  )
}

const VARIANTS: Partial<Record<string, BadgeVariant>> = {
  critical: 'destructive',
  high: 'destructive',
  moderate: 'warning',
}

function AdvisoryLine({ advisory: { name, version, title, severity, range, url } }: { advisory: Advisory }) {
  return (
    <li className="[overflow-wrap:anywhere]">
      {severity && <Badge variant={VARIANTS[severity]}>{severity}</Badge>}{' '}
      <code>
        {name} {version}
      </code>
      : {url ? <TextLink href={url}>{title}</TextLink> : title}
      {range && <span className="text-muted-foreground"> (versions {range})</span>}
    </li>
  )
}
