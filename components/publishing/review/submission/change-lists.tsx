import type { Change } from '#lib/contracts/changes/changes.ts'
import type { ConfigDefinition } from '#lib/contracts/document/skillset-document.ts'
import { instructionRights } from '#lib/contracts/permissions/permission-lines.ts'
import { BUMPS } from '#lib/contracts/versions/version-number.ts'
import type { PermissionChange, SubmissionPage } from '#lib/publishing/review/review-views.ts'
import { CounterexampleLine } from '../../../contracts/change-list.tsx'
import { Alert } from '../../../ui/alert.tsx'
import { Badge, type BadgeVariant } from '../../../ui/badge.tsx'
import { cn } from '../../../ui/cn.ts'
import { CardList } from '../../../ui/link-rows.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '../../../ui/table.tsx'
import { CHANGE_AREA_LABELS } from './review-labels.ts'

export function ClassifiedChangeList({ changes }: { changes: Change[] }) {
  const areas = (Object.keys(CHANGE_AREA_LABELS) as Change['area'][]).filter((area) =>
    changes.some((change) => change.area === area),
  )
  return (
    <div className="grid gap-5 rounded-lg border border-border bg-card p-4 shadow-xs sm:p-5">
      {areas.map((area) => (
        <div key={area} className="grid gap-2">
          <h3 className="font-medium text-muted-foreground text-sm">{CHANGE_AREA_LABELS[area]}</h3>
          <ul className="grid gap-2">
            {changes
              .filter((change) => change.area === area)
              .toSorted(byWeight)
              .map((change) => (
                <li
                  key={`${change.pointer} ${change.sentence}`}
                  className="flex flex-wrap items-baseline gap-x-2 gap-y-1 text-sm [overflow-wrap:anywhere]"
                >
                  <ChangeBadges change={change} />
                  <span className="grid min-w-0 flex-1 basis-60 gap-1">
                    {change.sentence}
                    <CounterexampleLine change={change} />
                  </span>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </div>
  )
}

function ChangeBadges({ change: { breaking, bump } }: { change: Change }) {
  if (breaking) return <Badge variant="destructive">Breaking</Badge>
  return <Badge variant="neutral">{bump === 'none' ? 'none' : bump}</Badge>
}

function byWeight(a: Change, b: Change): number {
  return Number(b.breaking) - Number(a.breaking) || BUMPS.indexOf(b.bump) - BUMPS.indexOf(a.bump)
}

export function ConfigChangeList({ before, after }: SubmissionPage['config']) {
  const removed = before.filter(({ key }) => !after.some((definition) => definition.key === key))
  const rows = [
    ...after.map((definition) => ({ definition, mark: markChange(definition, before) })),
    ...removed.map(asRemovedDefinition),
  ]
  return (
    <div className="grid min-w-0 grid-cols-1 gap-2">
      <h3 className="font-medium text-sm">Settings that users provide</h3>
      {rows.length === 0 ? (
        <p className="text-muted-foreground text-sm">None.</p>
      ) : (
        <div className="rounded-lg border border-border bg-card shadow-xs">
          <Table label="Configuration">
            <TableHead>
              <tr>
                {['Key', 'Type', 'Required', 'Default', 'Rule', ''].map((heading) => (
                  <TableHeader key={heading}>
                    {heading || <span className="sr-only">Change</span>}
                  </TableHeader>
                ))}
              </tr>
            </TableHead>
            <TableBody>
              {rows.map(({ definition, mark }) => (
                <ConfigRow key={`${mark} ${definition.key}`} definition={definition} mark={mark} />
              ))}
            </TableBody>
          </Table>
        </div>
      )}
    </div>
  )
}

function ConfigRow({ definition, mark }: { definition: ConfigDefinition; mark: string }) {
  const { key, label, type, required, defaultValue, options, validation, isSensitive } = definition
  return (
    <TableRow className={cn(mark === 'removed' && 'text-muted-foreground line-through')}>
      <TableCell>
        <code>{key}</code>
        <span className="block text-muted-foreground">{label}</span>
      </TableCell>
      <TableCell>
        {type.toLowerCase().replace('_', ' ')}
        {isSensitive && type !== 'SECRET' && ', sensitive'}
      </TableCell>
      <TableCell>{required ? 'yes' : 'no'}</TableCell>
      <TableCell>{defaultValue === undefined ? '–' : <code>{defaultValue}</code>}</TableCell>
      <TableCell>{options?.join(', ') ?? (validation ? <code>{validation}</code> : '–')}</TableCell>
      <TableCell>
        {mark !== 'unchanged' && <Badge variant={mark === 'removed' ? 'neutral' : 'warning'}>{mark}</Badge>}
      </TableCell>
    </TableRow>
  )
}

function asRemovedDefinition(definition: ConfigDefinition) {
  return { definition, mark: 'removed' }
}

function markChange(definition: ConfigDefinition, before: ConfigDefinition[]): string {
  const earlier = before.find(({ key }) => key === definition.key)
  if (!earlier) return 'new'
  return JSON.stringify(earlier) === JSON.stringify(definition) ? 'unchanged' : 'changed'
}

// biome-ignore format: table
const STATUS_BADGES = {
  added:   { label: 'new',       variant: 'warning' },
  removed: { label: 'removed',   variant: 'neutral' },
  same:    { label: 'unchanged', variant: 'neutral' },
} as const satisfies Record<PermissionChange['status'], { label: string; variant: BadgeVariant }>

type PermissionsProps = {
  permissions: PermissionChange[]
  skills: { kind: 'action' | 'instruction'; name: string }[]
}

export function PermissionsView({ permissions, skills }: PermissionsProps) {
  const ofAgents = instructionRights(skills.filter(({ kind }) => kind === 'instruction'))
  return (
    <div className="grid grid-cols-1 gap-3">
      {ofAgents && <Alert variant="warning">{ofAgents}</Alert>}
      {permissions.length > 0 ? (
        <PermissionChangeList permissions={permissions} />
      ) : (
        <p className="text-muted-foreground text-sm">
          {ofAgents
            ? 'None for code: no hosts, secrets, tools, files or other skills.'
            : 'None. The skills use no hosts, secrets, tools, files or other skills, and change nothing.'}
        </p>
      )}
    </div>
  )
}

function PermissionChangeList({ permissions }: Pick<PermissionsProps, 'permissions'>) {
  return (
    <CardList>
      {permissions.map(({ sentence, status, isSevere }) => (
        <li
          key={`${status} ${sentence}`}
          className="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-4 py-2.5 text-sm"
        >
          <span className="w-20 shrink-0">
            <Badge variant={isSevere ? 'destructive' : STATUS_BADGES[status].variant}>
              {STATUS_BADGES[status].label}
            </Badge>
          </span>
          <span
            className={cn(
              'min-w-0 flex-1 basis-60 [overflow-wrap:anywhere]',
              status === 'removed' && 'text-muted-foreground line-through',
              isSevere && 'font-medium text-destructive',
            )}
          >
            {sentence}
          </span>
        </li>
      ))}
    </CardList>
  )
}
