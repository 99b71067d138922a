import { formatBytes } from '#lib/kernel/text/format.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import type { ReachWay } from '#lib/publishing/model/reach-ways.ts'
import type { OwnRecall } from '#lib/publishing/recalls/recall-views.ts'
import { RUN_LABELS } from '#lib/runs/model/run-states.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { CardList } from '../../ui/link-rows.tsx'
import { Time } from '../../ui/time.tsx'
import { TitledSection } from '../../ui/titled-section.tsx'
import { RotateList } from './rotate-list.tsx'
import { UndoChange } from './undo-change.tsx'

const WAYS: Record<ReachWay, string> = {
  ran: 'ran it',
  installed: 'installed it',
  toolset: 'has it in a toolset',
  plan: 'has it in a plan',
  automation: 'has an automation that runs it',
  config: 'entered settings for it',
  key: 'has an API key that is limited to it',
  preset: 'saved a preset for it',
}

const IN_WORDS = new Intl.ListFormat('en-GB')

type OwnRecallProps = {
  own: OwnRecall
  recallId: string
  organisation: { id: string; name: string }
  rotate: Parameters<typeof RotateList>[0]['rotate']
  undo: Parameters<typeof UndoChange>[0]['undo']
}

/** What a recall means for the viewer's organisation, the most urgent first. */
export function OwnRecallSections({ own, recallId, organisation, rotate, undo }: OwnRecallProps) {
  return (
    <div className="grid grid-cols-1 gap-8">
      <p className="text-pretty text-sm">
        {organisation.name} {IN_WORDS.format(own.ways.map((way) => WAYS[way]))}.
      </p>
      <ListSection
        title="Secrets to rotate"
        empty="No secret of yours left in a run of these versions."
        isEmpty={own.secrets.length === 0}
      >
        <p className="text-muted-foreground text-sm">
          These left for the hosts beside them. Replace each at its provider, save the new value, then tick
          it.
        </p>
        <RotateList recallId={recallId} secrets={own.secrets} canRotate={own.canRotate} rotate={rotate} />
        <div>
          <LinkButton href={own.configHref} variant="outline" size="sm">
            Open settings
          </LinkButton>
        </div>
      </ListSection>
      <ListSection
        title="What left for hosts"
        empty="No request of your runs left for a host."
        isEmpty={own.sent.length === 0 && own.untoldRuns === 0 && own.runCount <= own.summedRuns}
      >
        <p className="text-muted-foreground text-sm">
          The sizes of the request bodies that this site let out
          {own.runCount > own.summedRuns && ` in your newest ${plural(own.summedRuns, 'run')}`}. What was in
          them may be known to these hosts.
          {own.sent.length === 0 && ' None of these requests is known.'}
          {own.untoldRuns > 0 &&
            ` The content of ${plural(own.untoldRuns, 'run')} was deleted, so what left there is not counted.`}
        </p>
        <CardList>
          {own.sent.map(({ host, bytes, runs }) => (
            <li key={host} className="flex flex-wrap items-center justify-between gap-3 px-4 py-3 text-sm">
              <span className="[overflow-wrap:anywhere]">{host}</span>
              <span className="text-muted-foreground text-xs">
                {formatBytes(bytes)} in {plural(runs, 'run')}
              </span>
            </li>
          ))}
        </CardList>
      </ListSection>
      <ListSection
        title="Changes of the vault"
        empty="These versions changed none of your files."
        isEmpty={own.vaultChanges.length === 0}
      >
        <CardList>
          {own.vaultChanges.map((change) => (
            <li key={change.operationId} className="flex flex-wrap items-center gap-3 px-4 py-3 text-sm">
              <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
                {change.paths.join(', ')}
                <span className="block text-muted-foreground text-xs">
                  <Time at={change.atMs} />
                </span>
              </span>
              <UndoChange organisation={organisation.id} change={change} undo={undo} />
            </li>
          ))}
        </CardList>
      </ListSection>
      <ListSection
        title="Where its results were used"
        empty="No other run and no plan used its results."
        isEmpty={own.usedBy.length === 0}
      >
        <CardList>
          {own.usedBy.map(({ label, href, atMs }) => (
            <li key={href} className="grid gap-1 px-4 py-3 text-sm">
              <Link href={href} className="underline-offset-4 [overflow-wrap:anywhere] hover:underline">
                {label}
              </Link>
              <span className="text-muted-foreground text-xs">
                <Time at={atMs} />
              </span>
            </li>
          ))}
        </CardList>
      </ListSection>
      <ListSection
        title={`Your runs (${own.runCount})`}
        empty="Your organisation did not run these versions."
        isEmpty={own.runs.length === 0}
      >
        {own.refundedRuns > 0 && (
          <p className="text-sm">
            {own.refunded} USDC for {plural(own.refundedRuns, 'run')} went back to your wallet.
          </p>
        )}
        <CardList>
          {own.runs.map((run) => (
            <li key={run.id} className="grid gap-1 px-4 py-3 text-sm">
              <Link href={run.href} className="underline-offset-4 [overflow-wrap:anywhere] hover:underline">
                {run.skillName} {run.number}
              </Link>
              <span className="text-muted-foreground text-xs">
                {RUN_LABELS[run.state]} · {run.by} · <Time at={run.atMs} />
                {run.charged !== '0' && ` · ${run.charged} USDC${run.isRefunded ? ', refunded' : ''}`}
              </span>
            </li>
          ))}
        </CardList>
        {own.runCount > own.runs.length && (
          <p className="text-muted-foreground text-sm">The newest {own.runs.length} are listed.</p>
        )}
      </ListSection>
    </div>
  )
}

type ListSectionProps = { title: string; empty: string; isEmpty: boolean; children: React.ReactNode }

function ListSection({ title, empty, isEmpty, children }: ListSectionProps) {
  return (
    <TitledSection title={title}>
      {isEmpty ? <p className="text-muted-foreground text-sm">{empty}</p> : children}
    </TitledSection>
  )
}
