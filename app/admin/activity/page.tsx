import { Activity } from 'lucide-react'
import type { Metadata } from 'next'
import { ActivityFilters } from '#components/audit/activity-filters.tsx'
import { Page } from '#components/shell/page.tsx'
import { Usdc } from '#components/ui/amount.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { CardList, MoreLink } from '#components/ui/link-rows.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { type ActivityKind, activitySearch, parseActivityQuery } from '#lib/audit/audit-query.ts'
import { type ActivityLine, listActivity } from '#lib/audit/list-activity.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { toSearchParams } from '#lib/protocols/http/requests/request-fields.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { channelLabel } from '#lib/runs/model/run-channels.ts'
import { RUN_LABELS, type RunState } from '#lib/runs/model/run-states.ts'
import { TOOL_SKILLS } from '#lib/tools/tool-skill.ts'
import { Badge } from '../../../components/ui/badge.tsx'
import { Time } from '../../../components/ui/time.tsx'

export const metadata: Metadata = { title: 'Activity' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

const TOOLS = TOOL_SKILLS.map(({ name }) => name)

export default async function ActivityPage({ searchParams }: Props) {
  const params = toSearchParams(await searchParams)
  const query = parseActivityQuery(params)
  const request = { after: params.get('after') ?? undefined, tools: TOOLS }
  const { lines, nextCursor } = await orNotFound(
    listActivity(await contextFromCookie('review'), query, request),
  )

  return (
    <Page
      title="Activity"
      description="Runs of skills, tool calls, plan runs and vault changes, newest first, with the user, the channel and the result. Inputs, outputs and file contents stay private to the organisation."
    >
      {/* The key remounts the form when the URL changes, so that its fields show the new filters. */}
      <ActivityFilters key={activitySearch(query)} query={query} tools={TOOLS} />
      {lines.length > 0 ? (
        <ActivityList kind={query.kind} lines={lines} />
      ) : (
        <EmptyState icon={Activity} title="No matching activity">
          Try part of a name, or a longer period.
        </EmptyState>
      )}
      {nextCursor && (
        <MoreLink href={`${paths.activity}${activitySearch(query, nextCursor)}`}>Older</MoreLink>
      )}
    </Page>
  )
}

/** What the run cost, and the way to give it back. */
function Charge({ line: { charged, isRefunded, runId } }: { line: ActivityLine }) {
  return (
    <span className="flex gap-2 text-muted-foreground text-xs leading-5">
      <Usdc value={charged ?? '0'} />
      {isRefunded ? 'refunded' : runId && <TextLink href={paths.refund(runId)}>Refund…</TextLink>}
    </span>
  )
}

type ActivityListProps = { kind: ActivityKind; lines: ActivityLine[] }

function ActivityList({ kind, lines }: ActivityListProps) {
  return (
    <CardList ordered>
      {lines.map((line) => (
        <li
          key={line.id}
          className="grid gap-x-4 gap-y-0.5 px-4 py-3 text-sm sm:grid-cols-[11rem_minmax(0,1fr)_auto]"
        >
          <Time at={line.atMs} style="instant" className="text-muted-foreground tabular-nums" />
          <div className="grid min-w-0 gap-0.5">
            <p className="font-medium [overflow-wrap:anywhere]">
              {kind === 'plans' ? line.what : <code>{line.what}</code>}
            </p>
            <p className="text-muted-foreground text-xs [overflow-wrap:anywhere]">
              {line.person}
              {line.organisation !== line.person && ` · ${line.organisation}`} · {channelLabel(line.channel)}
              {line.changes !== null && line.changes > 1 && ` · ${line.changes} changes`}
              {kind !== 'plans' && line.planRunId && ` · plan run ${line.planRunId}`}
              {line.runId && ` · ${line.runId}`}
            </p>
          </div>
          <div className="flex flex-wrap items-start gap-2">
            {line.charged !== null && <Charge line={line} />}
            <Badge
              variant={line.state === 'failed' || line.state === 'timed_out' ? 'destructive' : 'neutral'}
              className="h-fit w-fit"
            >
              {kind === 'vault' ? line.state : (RUN_LABELS[line.state as RunState] ?? line.state)}
            </Badge>
          </div>
        </li>
      ))}
    </CardList>
  )
}
