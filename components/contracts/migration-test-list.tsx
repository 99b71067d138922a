import type { MigrationTest } from '#lib/contracts/checks/migration-tests.ts'
import { issueText } from '#lib/kernel/errors.ts'
import { JsonBlock } from '../output/json-block.tsx'
import { Badge } from '../ui/badge.tsx'

export function MigrationTestList({ tests }: { tests: readonly MigrationTest[] }) {
  return (
    <ul className="grid grid-cols-1 gap-4">
      {tests.map((test) => (
        <li
          key={`${test.from} ${test.skillSlug} ${test.title}`}
          className="grid min-w-0 grid-cols-1 gap-3 rounded-lg border border-border bg-card p-4"
        >
          <h4 className="flex flex-wrap items-center gap-2 font-medium text-sm">
            {test.title}
            <code className="font-normal text-muted-foreground">
              {test.skillSlug} {test.version}
            </code>
            <Badge variant={test.ok ? 'success' : 'destructive'}>{test.ok ? 'Validates' : 'Fails'}</Badge>
          </h4>
          <div className="grid min-w-0 grid-cols-1 gap-3 sm:grid-cols-2">
            <Side title={`Input of ${test.version}`} testTitle={test.title} value={test.before} />
            <Side title="Migrated input" testTitle={test.title} value={test.after} />
          </div>
          {!test.ok && <MigrationTestError test={test} />}
        </li>
      ))}
    </ul>
  )
}

function Side({
  title,
  testTitle,
  value,
}: {
  title: string
  testTitle: string
  value: MigrationTest['after']
}) {
  return (
    <div className="grid min-w-0 grid-cols-1 content-start gap-1.5">
      <h5 className="font-medium text-muted-foreground text-xs">{title}</h5>
      {value === undefined ? (
        <p className="text-muted-foreground text-sm">Nothing.</p>
      ) : (
        <JsonBlock value={value} label={`${title}: ${testTitle}`} />
      )}
    </div>
  )
}

function MigrationTestError({ test: { message, issues = [] } }: { test: MigrationTest }) {
  if (issues.length === 0) return <p className="text-destructive text-sm">{message}</p>
  return (
    <ul className="grid gap-1 text-destructive text-sm">
      {issues.map((issue) => (
        <li key={issueText(issue)} className="[overflow-wrap:anywhere]">
          {issueText(issue)}
        </li>
      ))}
    </ul>
  )
}
