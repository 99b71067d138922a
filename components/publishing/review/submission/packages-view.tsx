import { formatBytes } from '#lib/kernel/text/format.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import type { PackageReview, PackageView } from '#lib/publishing/review/review-views.ts'
import { HashLine } from '../../../contracts/contract-view.tsx'
import { Alert } from '../../../ui/alert.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { cn } from '../../../ui/cn.ts'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '../../../ui/table.tsx'
import { Time } from '../../../ui/time.tsx'
import { AdvisoryList } from '../../advisory-list.tsx'

const HEADINGS = ['Package', 'Version', 'License', 'Published', 'Size', 'Needed by', 'Uses', '']

/** All packages of the version, with those first that changed since the approved one. */
export function PackagesView({ digest, packages, toAcknowledge, advisories }: PackageReview) {
  const direct = packages.filter(({ isDirect, kind }) => isDirect && kind !== 'removed').length
  const all = packages.filter(({ kind }) => kind !== 'removed').length
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <p className="text-sm">
        {plural(direct, 'package')} that the SkillSet names, {all - direct} that these need.
      </p>
      {toAcknowledge.length > 0 && (
        <Alert
          variant="warning"
          title={`${plural(toAcknowledge.length, 'new package')} that the publisher did not name`}
        >
          {toAcknowledge.join(', ')}. You acknowledge them when you approve.
        </Alert>
      )}
      {advisories && <AdvisoryList report={advisories} />}
      <div className="rounded-lg border border-border bg-card shadow-xs">
        <Table label="Packages">
          <TableHead>
            <tr>
              {HEADINGS.map((heading) => (
                <TableHeader key={heading}>{heading || <span className="sr-only">Change</span>}</TableHeader>
              ))}
            </tr>
          </TableHead>
          <TableBody>
            {packages.map((each) => (
              <PackageRow key={`${each.kind} ${each.name} ${each.version} ${each.requiredBy}`} row={each} />
            ))}
          </TableBody>
        </Table>
      </div>
      {digest && (
        <dl>
          <HashLine name="Packages digest" hash={digest} />
        </dl>
      )}
    </div>
  )
}

const MARKS = { added: 'new', replaced: 'changed', removed: 'removed', same: '' } as const

function PackageRow({ row }: { row: PackageView }) {
  const { kind, name, version, from, license, publishedAt, unpackedBytes, bundledBytes, requiredBy, uses } =
    row
  const mark = MARKS[kind]
  return (
    <TableRow className={cn(kind === 'removed' && 'text-muted-foreground line-through')}>
      <TableCell>
        <code>{name}</code>
      </TableCell>
      <TableCell>{from ? `${from} → ${version}` : version}</TableCell>
      <TableCell>{license || <Badge variant="warning">none</Badge>}</TableCell>
      <TableCell>{publishedAt ? <Time at={Date.parse(publishedAt)} /> : 'unknown'}</TableCell>
      <TableCell>
        {formatBytes(unpackedBytes)}
        <span className="block text-muted-foreground">
          {bundledBytes > 0 ? `${formatBytes(bundledBytes)} used` : 'not used'}
        </span>
      </TableCell>
      <TableCell>{requiredBy.join(', ') || 'the SkillSet'}</TableCell>
      <TableCell>{uses.join(', ') || '–'}</TableCell>
      <TableCell>
        {mark && <Badge variant={kind === 'removed' ? 'neutral' : 'warning'}>{mark}</Badge>}
      </TableCell>
    </TableRow>
  )
}
