'use client'

import type { ReportLine } from '#lib/catalog/feedback/report-skill-set.ts'
import { RESTRICTION_EFFECTS, RESTRICTIONS } from '#lib/contracts/versions/restriction.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { Badge } from '../../ui/badge.tsx'
import { ReasonButton } from '../../ui/dialogs/reason-button.tsx'
import { Link } from '../../ui/link.tsx'
import { CardList } from '../../ui/link-rows.tsx'
import { Time } from '../../ui/time.tsx'
import { POLICY_TEMPLATES } from './policies/policy-templates.ts'
import { type Restrict, RestrictButton } from './versions/restrict-button.tsx'

type ReportListProps = {
  reports: ReportLine[]
  close: (id: string, answer: string) => Promise<ActionResult<void>>
  restrict: Restrict
}

export function ReportList({ reports, close, restrict }: ReportListProps) {
  return (
    <CardList className="overflow-hidden">
      {reports.map((report) => (
        <li key={report.id} className="grid gap-2 px-4 py-4 text-sm sm:px-5">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Link href={report.href} className="font-semibold underline-offset-4 hover:underline">
              {report.skillSetName}
            </Link>
            <code className="text-muted-foreground text-xs [overflow-wrap:anywhere]">{report.skillSet}</code>
            {report.restriction && (
              <Badge variant="destructive">{RESTRICTIONS[report.restriction.kind].label}</Badge>
            )}
            <Badge variant={report.closedAtMs === null ? 'warning' : 'neutral'}>{report.reason}</Badge>
          </div>
          <p className="whitespace-pre-line text-pretty [overflow-wrap:anywhere]">{report.message}</p>
          <p className="text-muted-foreground text-xs">
            {report.by} · <Time at={report.atMs} />
          </p>
          {report.closedAtMs === null ? (
            <div className="flex flex-wrap gap-2">
              <ReasonButton
                label="Answer and close…"
                title={`Answer the report by ${report.by}`}
                description="The report moves to Answered. If the SkillSet should not be used, hide or suspend it first."
                field={{ label: 'Answer', help: 'Sent to the person who reported it.', isRequired: true }}
                templates={POLICY_TEMPLATES}
                confirmLabel="Answer and close"
                onConfirm={(answer) => close(report.id, answer)}
                success="Report answered."
              />
              {!report.restriction && <HideButton report={report} restrict={restrict} />}
            </div>
          ) : (
            <p className="border-border border-l-2 pl-3 text-muted-foreground [overflow-wrap:anywhere]">
              {report.answer} <Time at={report.closedAtMs} />
            </p>
          )}
        </li>
      ))}
    </CardList>
  )
}

function HideButton({ report, restrict }: { report: ReportLine; restrict: Restrict }) {
  const { skillSetId, skillSetName } = report
  return (
    <RestrictButton
      label="Hide or suspend"
      name={skillSetName}
      size="sm"
      choices={[
        {
          label: 'Hide the SkillSet',
          effect: RESTRICTION_EFFECTS.skillSet.hidden,
          request: { skillSetId, kind: 'hidden' },
        },
        {
          label: 'Suspend the SkillSet',
          effect: RESTRICTION_EFFECTS.skillSet.suspended,
          request: { skillSetId, kind: 'suspended' },
        },
      ]}
      restrict={restrict}
    />
  )
}
