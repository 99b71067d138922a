/** What users of a SkillSet have to fill in, and how that changed. */
import type { ConfigDefinition } from '#lib/contract/document/skillset-document.ts'
import type { SubmissionPage } from '#lib/review/views.ts'
import { Badge } from '../ui/badge.tsx'
import { cn } from '../ui/cn.ts'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '../ui/table.tsx'

export function ConfigChanges({ before, after }: SubmissionPage['config']) {
  const gone = before.filter(({ key }) => !after.some((each) => each.key === key))
  const rows = [
    ...after.map((definition) => ({ definition, mark: markOf(definition, before) })),
    ...gone.map(asGone),
  ]
  return (
    <div className="grid min-w-0 grid-cols-1 gap-2">
      <h3 className="font-medium text-sm">Settings its users provide</h3>
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
        {mark !== 'as before' && <Badge variant={mark === 'removed' ? 'neutral' : 'warning'}>{mark}</Badge>}
      </TableCell>
    </TableRow>
  )
}

function asGone(definition: ConfigDefinition) {
  return { definition, mark: 'removed' }
}

function markOf(definition: ConfigDefinition, before: ConfigDefinition[]): string {
  const earlier = before.find(({ key }) => key === definition.key)
  if (!earlier) return 'new'
  return JSON.stringify(earlier) === JSON.stringify(definition) ? 'as before' : 'changed'
}
