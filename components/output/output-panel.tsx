'use client'

import type { SkillButton } from '#lib/contract/document/skillset-document.ts'
/**
 * What came of a run: the region labelled "Output", with one panel per question a person asks of it.
 *
 * The response schema decides how the value is drawn; the raw JSON, the logs and what was mended in the input
 * are one tab away. Works for every state, also while the run goes on.
 */
import type { Json, JsonSchema } from '#lib/contract/json/json.ts'
import { isEnded, RUN_LABELS } from '#lib/contract/market/run-states.ts'
import type { RunBefore, RunView } from '#lib/execution/run-view.ts'
import { EffectsList } from '../plan/run/effects-list.tsx'
import { Alert } from '../ui/alert.tsx'
import { cn } from '../ui/cn.ts'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../ui/tabs.tsx'
import { Time } from '../ui/time.tsx'
import { CoercionList } from './coercion-list.tsx'
import { Comparison } from './comparison.tsx'
import { durationText } from './duration-text.ts'
import { ErrorView } from './error-view.tsx'
import { JsonBlock } from './json-block.tsx'
import { LogList } from './log-list.tsx'
import { MigrationNote } from './migration-note.tsx'
import { NoticeList } from './notice-list.tsx'
import { RequestList } from './request-list.tsx'
import { ResultView } from './result-view.tsx'
import { RunHead } from './run-head.tsx'
import { RunningNote } from './running-note.tsx'
import { SkillButtons } from './skill-buttons.tsx'
import { WarningList } from './warning-list.tsx'

type OutputPanelProps = {
  run: Pick<RunView, 'state' | 'versionNumber' | 'mode'> & Partial<RunView>
  /** The run that this one repeats: the two can be compared. */
  before?: RunBefore
  response?: JsonSchema
  /** What the skill itself offers to do next. */
  buttons?: readonly SkillButton[]
  /** Runs the skill again with another input, for buttons that carry one. */
  onRunWith?: (input: Json) => void
  /** Offers to end it while it goes on. */
  onCancel?: () => void
  /** What can be done with the result, below it. */
  actions?: React.ReactNode
  /** For a page that shows several. */
  label?: string
  className?: string
}

export function OutputPanel(props: OutputPanelProps) {
  const {
    run,
    before,
    response,
    buttons = [],
    onRunWith,
    onCancel,
    actions,
    label = 'Output',
    className,
  } = props
  const {
    coercions = [],
    logs = [],
    requests = [],
    warnings = [],
    notices = [],
    input,
    migration,
    output,
    error,
    errorDetail,
    forgottenAtMs,
  } = run
  const hasOutput = output !== undefined
  return (
    <section
      aria-label={label}
      className={cn('min-w-0 rounded-lg border border-border bg-card shadow-xs', className)}
    >
      <RunHead run={run} />
      {!isEnded(run.state) && <RunningNote run={run} onCancel={onCancel} />}
      <p role="status" className="sr-only">
        {announcement(run)}
      </p>
      <Tabs defaultValue="result" className="px-4 pb-4 sm:px-5 sm:pb-5">
        <TabsList aria-label="Parts of the output" className="[--ground:var(--card)]">
          <TabsTrigger value="result">{error ? 'What happened' : 'Result'}</TabsTrigger>
          {hasOutput && <TabsTrigger value="json">JSON</TabsTrigger>}
          {before && isEnded(run.state) && <TabsTrigger value="compared">Compared</TabsTrigger>}
          {run.logs && <TabsTrigger value="logs">Logs{count(logs.length)}</TabsTrigger>}
          {requests.length > 0 && <TabsTrigger value="network">Network{count(requests.length)}</TabsTrigger>}
          {input !== undefined && forgottenAtMs === undefined && (
            <TabsTrigger value="input">
              Input{migration && <Tag>migrated</Tag>}
              {count(coercions.length, 'converted')}
            </TabsTrigger>
          )}
        </TabsList>
        <TabsContent value="result" className="grid min-w-0 gap-5">
          <NoticeList notices={notices} />
          {warnings.length > 0 && <WarningList warnings={warnings} />}
          {error && <ErrorView error={error} detail={errorDetail} />}
          {run.dryRun && isEnded(run.state) && (
            <Alert>This was a dry run: the skill was told to change nothing.</Alert>
          )}
          {run.effects && <EffectsList effects={run.effects} isDryRun={run.dryRun ?? false} />}
          {hasOutput && <ResultView value={output} schema={response} />}
          {hasOutput && <SkillButtons buttons={buttons} onRunWith={onRunWith} />}
          {forgottenAtMs !== undefined && (
            <Alert>
              The input and output were deleted on <Time at={forgottenAtMs} style="day" />: the organisation
              keeps them for a limited time. The receipt is still here.
            </Alert>
          )}
          {!hasOutput && !error && forgottenAtMs === undefined && (
            <p className="text-muted-foreground text-sm">The result will appear here.</p>
          )}
          {actions}
        </TabsContent>
        {hasOutput && (
          <TabsContent value="json">
            <JsonBlock value={output} label="Output as JSON" />
          </TabsContent>
        )}
        {before && isEnded(run.state) && (
          <TabsContent value="compared">
            <Comparison before={before} run={run} />
          </TabsContent>
        )}
        {run.logs && (
          <TabsContent value="logs">
            <LogList logs={logs} />
          </TabsContent>
        )}
        {requests.length > 0 && (
          <TabsContent value="network">
            <RequestList requests={requests} />
          </TabsContent>
        )}
        {input !== undefined && forgottenAtMs === undefined && (
          <TabsContent value="input" className="grid gap-5">
            {migration && <MigrationNote migration={migration} />}
            <CoercionList coercions={coercions} />
            <JsonBlock value={input} label="Input as the skill received it" />
          </TabsContent>
        )}
      </Tabs>
    </section>
  )
}

/** One sentence for those who do not see it: a whole result read out would bury them. */
function announcement({ state, durationMs }: OutputPanelProps['run']): string {
  if (!isEnded(state)) return ''
  return durationMs === undefined
    ? `${RUN_LABELS[state]}.`
    : `${RUN_LABELS[state]} in ${durationText(durationMs)}.`
}

function count(number: number, word = ''): React.ReactNode {
  return number === 0 ? null : <Tag>{word ? `${number} ${word}` : number}</Tag>
}

function Tag({ children }: { children: React.ReactNode }) {
  return (
    <span className="rounded-full bg-muted px-1.5 text-muted-foreground text-xs tabular-nums">
      {children}
    </span>
  )
}
