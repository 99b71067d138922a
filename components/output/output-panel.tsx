'use client'

import type { SkillButton } from '#lib/contracts/document/skillset-document.ts'
import type { Json, JsonSchema } from '#lib/kernel/json/json.ts'
import { isEnded, RUN_LABELS } from '#lib/runs/model/run-states.ts'
import type { RerunSource, RunMigration, RunView } from '#lib/runs/views/run-view.ts'
import { Alert } from '../ui/alert.tsx'
import { cn } from '../ui/cn.ts'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../ui/tabs.tsx'
import { Time } from '../ui/time.tsx'
import type { CancelRun } from './cancel-run-button.tsx'
import { EffectsList } from './effects-list.tsx'
import { ErrorView } from './error-view.tsx'
import { formatDuration } from './format-duration.ts'
import { JsonBlock } from './json-block.tsx'
import { OutputComparison } from './output-comparison.tsx'
import { CoercionList, LogList, RequestList, WarningList } from './output-lists.tsx'
import { RunningNote } from './output-states.tsx'
import { PartList } from './part-list.tsx'
import { ResultLoading, ResultView } from './result-view.tsx'
import { RunHead } from './run-head.tsx'
import { SkillButtons } from './skill-buttons.tsx'
import { WalletLink } from './wallet-link.tsx'

type OutputPanelProps = {
  run: Pick<RunView, 'state' | 'versionNumber' | 'mode'> & Partial<RunView>
  before?: RerunSource
  response?: JsonSchema
  /** The schema of the parts that the run emits. */
  stream?: JsonSchema
  buttons?: readonly SkillButton[]
  onRun?: (input: Json) => void
  onCancel?: CancelRun
  actions?: React.ReactNode
  label?: string
  className?: string
}

export function OutputPanel(props: OutputPanelProps) {
  const { run, onCancel, label = 'Output', className } = props
  const tabs = listTabs(props)
  return (
    <section
      aria-label={label}
      tabIndex={-1}
      className={cn('min-w-0 rounded-lg border border-border bg-card shadow-xs', className)}
    >
      <RunHead run={run} />
      {!isEnded(run.state) && <RunningNote run={run} onCancel={onCancel} />}
      <p role="status" className="sr-only">
        {announcement(run)}
      </p>
      <Tabs defaultValue="result" className="px-4 pb-4 sm:px-5 sm:pb-5">
        <TabsList aria-label="Output views" className="[--ground:var(--card)]">
          {tabs.map(({ name, title }) => (
            <TabsTrigger key={name} value={name}>
              {title}
            </TabsTrigger>
          ))}
        </TabsList>
        {tabs.map(({ name, content, className: spacing }) => (
          <TabsContent key={name} value={name} className={spacing}>
            {content}
          </TabsContent>
        ))}
      </Tabs>
    </section>
  )
}

type OutputTab = { name: string; title: React.ReactNode; content: React.ReactNode; className?: string }

function listTabs(props: OutputPanelProps): OutputTab[] {
  const { run, before, stream } = props
  const { output, logs, requests = [], parts = [], input, migration, coercions = [], isPartial = false } = run
  const hasInput = input !== undefined && run.purgedAtMs === undefined && !isPartial
  const tabs: (OutputTab | false | undefined)[] = [
    {
      name: 'result',
      title: run.error ? 'Error' : 'Result',
      content: <ResultTab {...props} />,
      className: 'grid min-w-0 gap-5',
    },
    output !== undefined && {
      name: 'json',
      title: 'JSON',
      content: <JsonBlock value={output} label="Output as JSON" />,
    },
    output !== undefined &&
      parts.length > 0 && {
        name: 'parts',
        title: <>Parts{formatCount(parts.length)}</>,
        content: <PartList parts={parts} stream={stream} />,
      },
    before &&
      isEnded(run.state) &&
      !isPartial && {
        name: 'compared',
        title: 'Comparison',
        content: <OutputComparison before={before} run={run} />,
      },
    logs && { name: 'logs', title: <>Logs{formatCount(logs.length)}</>, content: <LogList logs={logs} /> },
    requests.length > 0 && {
      name: 'network',
      title: <>Network{formatCount(requests.length)}</>,
      content: <RequestList requests={requests} />,
    },
    hasInput && {
      name: 'input',
      title: (
        <>
          Input{migration && <Tag>migrated</Tag>}
          {formatCount(coercions.length, 'converted')}
        </>
      ),
      content: (
        <>
          {migration && <MigrationNote migration={migration} />}
          <CoercionList coercions={coercions} />
          <JsonBlock value={input} label="Input as the skill received it" />
        </>
      ),
      className: 'grid gap-5',
    },
  ]
  return tabs.filter((tab) => typeof tab === 'object')
}

function ResultTab({ run, response, stream, buttons = [], onRun, actions }: OutputPanelProps) {
  const {
    warnings = [],
    notices = [],
    parts = [],
    output,
    error,
    errorDetail,
    purgedAtMs,
    isPartial = false,
  } = run
  const hasOutput = output !== undefined
  const isUnpaid = error?.code === 'PAYMENT_REQUIRED'
  return (
    <>
      <RunNoticeList notices={notices} />
      {warnings.length > 0 && <WarningList warnings={warnings} />}
      {error && (
        <ErrorView error={error} detail={errorDetail} remedy={isUnpaid && <WalletLink error={error} />} />
      )}
      {run.dryRun && isEnded(run.state) && (
        <Alert>Dry run: the skill was asked not to change anything.</Alert>
      )}
      {run.effects && <EffectsList effects={run.effects} isDryRun={run.dryRun ?? false} />}
      {hasOutput && <ResultView value={output} schema={response} />}
      {!hasOutput && parts.length > 0 && <PartList parts={parts} stream={stream} />}
      {hasOutput && isEnded(run.state) && (
        <SkillButtons buttons={buttons} onRun={onRun} skillName={linkableSkillName(run)} />
      )}
      {run.isSealed && purgedAtMs === undefined && isEnded(run.state) && (
        <Alert>
          Your organisation stores no inputs and outputs. Copy this result if you need it: you cannot open it
          again.
        </Alert>
      )}
      {run.isSealed && purgedAtMs !== undefined && (
        <Alert>
          The input and output were not stored, because the organisation’s retention setting excludes them.
          The receipt is available.
        </Alert>
      )}
      {!run.isSealed && purgedAtMs !== undefined && (
        <Alert>
          The input and output were deleted on <Time at={purgedAtMs} style="day" />, by a person or by the
          organisation’s retention setting. The receipt is still available.
        </Alert>
      )}
      {isPartial && <ResultLoading />}
      {!hasOutput && !error && parts.length === 0 && purgedAtMs === undefined && !isPartial && (
        <p className="text-muted-foreground text-sm">The result will appear here.</p>
      )}
      {actions}
    </>
  )
}

/** Returns the name for links to the page of the skill; a draft has none. */
function linkableSkillName({ skillName, mode }: OutputPanelProps['run']): string | undefined {
  return mode === 'production' ? skillName : undefined
}

function announcement({ state, durationMs }: OutputPanelProps['run']): string {
  if (!isEnded(state)) return ''
  return durationMs === undefined
    ? `${RUN_LABELS[state]}.`
    : `${RUN_LABELS[state]} in ${formatDuration(durationMs)}.`
}

function formatCount(number: number, word = ''): React.ReactNode {
  return number === 0 ? null : <Tag>{word ? `${number} ${word}` : number}</Tag>
}

function Tag({ children }: { children: React.ReactNode }) {
  return (
    <span className="rounded-full bg-muted px-1.5 text-muted-foreground text-xs tabular-nums">
      {children}
    </span>
  )
}

function RunNoticeList({ notices }: { notices: readonly string[] }) {
  if (notices.length === 0) return null
  return (
    <Alert variant="warning">
      {notices.map((notice) => (
        <p key={notice}>{notice}</p>
      ))}
    </Alert>
  )
}

function MigrationNote({ migration: { from, to, via, input } }: { migration: RunMigration }) {
  return (
    <div className="grid min-w-0 gap-2 text-sm">
      <p className="text-pretty">
        Sent for version {from}.x and converted to the input of {to} by{' '}
        {via ? `the migrations of ${[...via, to].join(', ')}` : 'its migration'} before it ran:
      </p>
      <JsonBlock value={input} label={`Original input for ${from}.x`} />
      <p>Converted input:</p>
    </div>
  )
}
