import { skillNamePath } from '#lib/kernel/site/paths.ts'
import type { FailureGroup, FailureGroups } from '#lib/publishing/drafts/failed-runs.ts'
import { Link } from '../../ui/link.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '../../ui/table.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { Time } from '../../ui/time.tsx'

type FailureGroupTableProps = {
  groups: FailureGroups
  /** The page of the list. */
  here: string
}

export function FailureGroupTable({ groups: { groups, total, isCut }, here }: FailureGroupTableProps) {
  if (groups.length === 0) return null
  return (
    <section aria-labelledby="failure-groups" className="grid gap-3">
      <div>
        <h2 id="failure-groups" className="font-semibold text-base">
          By skill, version and error
        </h2>
        <p className="text-muted-foreground text-sm">
          {isCut ? `The latest ${total.toLocaleString('en')} failures` : `All ${total} failures`} of the last
          30 days. Days are in UTC.
        </p>
      </div>
      <Table label="Failures by skill, version and error">
        <TableHead>
          <TableRow>
            <TableHeader>Skill</TableHeader>
            <TableHeader>Error</TableHeader>
            <TableHeader className="text-right">Runs</TableHeader>
            <TableHeader className="text-right">Share</TableHeader>
            <TableHeader>First</TableHeader>
            <TableHeader>Last</TableHeader>
          </TableRow>
        </TableHead>
        <TableBody>
          {groups.map((group) => (
            <GroupRow
              key={`${group.skillName} ${group.versionNumber} ${group.code} ${group.message}`}
              group={group}
              here={here}
            />
          ))}
        </TableBody>
      </Table>
    </section>
  )
}

function GroupRow({ group, here }: { group: FailureGroup; here: string }) {
  const { skillName, versionNumber, code, message, count, share, firstMs, lastMs } = group
  return (
    <TableRow>
      <TableCell className="min-w-48 align-top">
        <Link
          href={`${skillNamePath(skillName)}?version=${encodeURIComponent(versionNumber)}`}
          className="underline-offset-4 [overflow-wrap:anywhere] hover:underline"
        >
          {skillName}
        </Link>{' '}
        <span className="text-muted-foreground text-xs">{versionNumber}</span>
      </TableCell>
      <TableCell className="min-w-56 align-top">
        {message}
        <code className="block text-muted-foreground text-xs">{code}</code>
      </TableCell>
      <TableCell className="text-right align-top tabular-nums">
        <TextLink href={withSkill(here, skillName)}>{count}</TextLink>
      </TableCell>
      <TableCell className="text-right align-top tabular-nums">{Math.round(share * 100)}%</TableCell>
      <TableCell className="whitespace-nowrap align-top">
        <Time at={firstMs} style="day" />
      </TableCell>
      <TableCell className="whitespace-nowrap align-top">
        <Time at={lastMs} style="day" />
      </TableCell>
    </TableRow>
  )
}

function withSkill(here: string, skill: string): string {
  return `${here}${here.includes('?') ? '&' : '?'}${new URLSearchParams({ skill })}#latest`
}
